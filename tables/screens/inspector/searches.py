"""The searches that a reader of the record keeps, each under a name of his own."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from casino.common.answers import LOCAL
from casino.common.refusals import Refusal
from casino.people.access import READING, needs
from casino.people.permissions import may_open
from tables.models import SavedSearch
from tables.screens.inspector.asked import Asked, asked, filters_of

MOST = 30  # of one person
LONGEST_NAME = 60


@never_cache
@needs(may_open, "searches", (*READING, "POST"))
def searches(request: HttpRequest) -> HttpResponse:
    """The searches that are kept, and the one in the address, which may be kept too."""
    person = request.user.get_username()
    if request.method != "POST":
        return _page(request, person, asked(request.GET))
    if gone := request.POST.get("delete", ""):
        SavedSearch.objects.filter(person=person, name=gone).delete()
        return redirect("searches")
    try:
        query = _keep(person, request.POST)
    except Refusal as refusal:
        return _page(request, person, asked(QueryDict(request.POST.get("query", ""))), refusal)
    return redirect(f"{reverse('timeline')}?{query}")


def _page(request: HttpRequest, person: str, wanted: Asked, refusal: Refusal | None = None) -> HttpResponse:
    shown = {
        "kept": kept_by(person),
        "fields": [field for field in filters_of(wanted) if field.said],
        "query": wanted.query,
        "longest": LONGEST_NAME,
        "name": request.POST.get("name", ""),
        "wrong": refusal.text(LOCAL) if refusal else "",
    }
    return render(request, "inspector/searches.html", shown, status=refusal.status if refusal else 200)


def kept_by(person: str) -> list[SavedSearch]:
    """The searches of this person, by name."""
    return list(SavedSearch.objects.filter(person=person).order_by("name"))


def _keep(person: str, said: QueryDict) -> str:
    """The search that is now kept. One of the same name is replaced. Raises Refusal."""
    name = said.get("name", "").replace("\x00", "").strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refusal("bad_search_name", most=LONGEST_NAME)
    others = SavedSearch.objects.filter(person=person).exclude(name=name)
    if others.count() >= MOST:
        raise Refusal("too_many_searches", most=MOST)
    query = asked(QueryDict(said.get("query", ""))).query
    SavedSearch.objects.update_or_create(person=person, name=name, defaults={"query": query})
    return query
