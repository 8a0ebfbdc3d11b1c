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
from tables.view.saved import LONGEST_NAME, keep, kept_by
from tables.view.timeline.asked import Asked, asked, filters_of


@never_cache
@needs(may_open, "searches", (*READING, "POST"))
def searches(request: HttpRequest) -> HttpResponse:
    """The searches that are kept, and the one in the address, which may be kept too."""
    person = request.user.get_username()
    if request.method != "POST":
        return _page(request, person, asked(request.GET))
    if gone := request.POST.get("delete", ""):
        SavedSearch.objects.filter(person=person, path="", name=gone).delete()
        return redirect("searches")
    query = asked(QueryDict(request.POST.get("query", ""))).query
    try:
        keep(person, request.POST.get("name", ""), query)
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
