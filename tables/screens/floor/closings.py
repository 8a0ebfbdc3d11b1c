"""The page that closes several tables at once, and says of each what hinders it and what happened. The floor shows it
as a sheet."""

from typing import cast
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from casino.common.json_input import Json
from casino.people.access import READING, actor_of, needs
from casino.people.models import User
from casino.people.permissions import may_open
from tables.door.access import Caller
from tables.door.closings import close_many, closings
from tables.models import Table
from tables.view.labels.game import phase_label
from tables.view.pits import by_pit

CHOSEN, SEEN = "tables", "version-"


@never_cache
@needs(may_open, "closings", methods=(*READING, "POST"))
def close_tables(request: HttpRequest) -> HttpResponse:
    """The open tables with what hinders each. A POST closes those that are chosen."""
    results = _closed(request) if request.method == "POST" else []
    found = {one.table.slug: one for one in closings()}
    pits = [
        (pit.name, [(found[slug], phase_label(found[slug].state.phase)) for slug in pit.slugs])
        for pit in by_pit(one.table for one in found.values())
    ]
    return render(
        request, "floor/closings.html", {"pits": pits, "results": results, "key": uuid4().hex, "seen": SEEN}
    )


def _closed(request: HttpRequest) -> list[tuple[str, Json]]:
    """The name of each table that was chosen, and the answer."""
    said = request.POST
    seen = {
        name.removeprefix(SEEN): int(str(version))
        for name, version in said.items()
        if name.startswith(SEEN) and str(version).isdecimal()
    }
    caller = Caller(actor_of(cast(User, request.user)))  # `needs` lets nobody in without a login
    reason, key = said.get("reason", "").strip(), said.get("key") or uuid4().hex
    given = close_many(caller, seen, said.getlist(CHOSEN), reason, key)
    names = dict(Table.objects.filter(slug__in=given).values_list("slug", "name"))
    return [(names.get(slug, slug), answer) for slug, (_status, answer) in given.items()]
