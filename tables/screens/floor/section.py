"""The page on which a jefe takes his section of the floor: pits, or single tables. The floor shows it as a sheet."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from casino.common.answers import LOCAL
from casino.common.refusals import Refusal
from casino.people.access import READING, actor_of, needs
from casino.people.models import User
from casino.people.permissions import Post, may_open
from tables.door import duty
from tables.models import Table
from tables.view.pits import TablesOfPit, by_pit


@never_cache
@needs(may_open, "section", methods=(*READING, "POST"))
def section(request: HttpRequest) -> HttpResponse:
    """The pits, and which of their tables he watches. A POST takes those that are chosen, and no others."""
    pits = by_pit(Table.objects.filter(retired=None).defer("state"))
    if request.method != "POST":
        return _page(request, pits)
    chosen = set(request.POST.getlist("pits"))
    slugs = {slug for pit in pits if str(pit.number) in chosen for slug in pit.slugs}
    try:
        duty.take_section(actor_of(cast(User, request.user)), slugs | set(request.POST.getlist("tables")))
    except Refusal as refusal:
        return _page(request, pits, refusal)
    return redirect("floor")


def _page(request: HttpRequest, pits: list[TablesOfPit], refusal: Refusal | None = None) -> HttpResponse:
    watched: dict[str, list[str]] = {}
    for one in duty.of_house():
        if one.post == Post.JEFE:
            watched.setdefault(one.table.slug, []).append(one.person)
    me = request.user.get_username()
    shown = [
        {
            "pit": pit,
            "is_mine": all(me in watched.get(slug, ()) for slug in pit.slugs),
            "tables": [(table, watched.get(table.slug, [])) for table in pit.tables],
            "mine": sum(me in watched.get(slug, ()) for slug in pit.slugs),
            "others": sorted({who for slug in pit.slugs for who in watched.get(slug, ()) if who != me}),
        }
        for pit in pits
    ]
    context = {"pits": shown, "me": me, "refused": refusal.text(LOCAL) if refusal else ""}
    return render(request, "floor/section.html", context, status=refusal.status if refusal else 200)
