"""The views of reports that a reader keeps: the address of a report with its period, its filters and its columns, under
a name of his own. A period that has a name is kept by it: last night is another one tomorrow."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.cache import never_cache

from casino.common import clock
from casino.common.answers import LOCAL
from casino.common.refusals import Refusal
from casino.people.access import READING, needs, role_of
from casino.people.permissions import may_read
from tables.models import SavedSearch
from tables.reports.catalogue import PAGES, ReportPage
from tables.reports.choosing import preset_of
from tables.reports.period import Period
from tables.view.saved import LONGEST_NAME, keep, views_of

LONGEST = 4_000  # characters of an address


def keeping(request: HttpRequest, period: Period | None) -> str:
    """The address at which what is shown is given a name."""
    query = request.GET.copy()
    query.pop("as", None)
    named = period and preset_of(period, clock.now())
    if named:
        for name in ("since", "until"):
            query.pop(name, None)
        query["period"] = named
    return f"{reverse('report-views')}?{urlencode({'path': request.path, 'query': query.urlencode()})}"


@never_cache
@needs(may_read, "reports", (*READING, "POST"))
def views(request: HttpRequest) -> HttpResponse:
    """The views that are kept, and the one in the address, which may be kept too."""
    person = request.user.get_username()
    if request.method != "POST":
        return _page(request, request.GET)
    if gone := request.POST.get("delete", ""):
        path, _space, name = gone.partition(" ")
        SavedSearch.objects.filter(person=person, path=path, name=name).delete()
        return redirect("report-views")
    path, query = _address(request.POST)
    _report_at(request, path)
    try:
        keep(person, request.POST.get("name", ""), query, path)
    except Refusal as refusal:
        return _page(request, request.POST, refusal)
    return redirect(f"{path}?{query}")


def _page(request: HttpRequest, said: QueryDict, refusal: Refusal | None = None) -> HttpResponse:
    path, query = _address(said)
    shown = {
        "kept": [(one, _report_at(request, one.path)) for one in views_of(request.user.get_username())],
        "of": _report_at(request, path) if path else None,
        "path": path,
        "query": query,
        "longest": LONGEST_NAME,
        "name": said.get("name", ""),
        "wrong": refusal.text(LOCAL) if refusal else "",
    }
    return render(request, "reports/views.html", shown, status=refusal.status if refusal else 200)


def _address(said: QueryDict) -> tuple[str, str]:
    path, query = (said.get(name, "").replace("\x00", "")[:LONGEST] for name in ("path", "query"))
    return path, QueryDict(query).urlencode()


def _report_at(request: HttpRequest, path: str) -> ReportPage:
    """The report at this path. Raises Http404 for anything else, and for what the reader may not read."""
    try:
        name = resolve(path).url_name
    except Resolver404 as missing:
        raise Http404 from missing
    found = next((page for page in PAGES if page.name == name and page.has_period), None)
    if found is None or not found.may_be_read_by(role_of(request)):
        raise Http404
    return found
