"""The pages of the reports. Each is a `Report`, which the reader gets as a page, as CSV or as PDF."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from casino.accounts.access import needs, role_of
from casino.accounts.confirmation import confirmed
from casino.accounts.permissions import Grave, Right, may, may_read
from casino.common.answers import LOCAL, error_of
from casino.common.consistent_read import one_moment
from casino.common.errors import Refusal
from ledger.cage import selectors
from ledger.cage.models import Shift, Slip
from tables.labels.money import SLIP_LABELS
from tables.models import Player, Table
from tables.names import Names, find_players, names_of
from tables.reports import requested
from tables.reports.duty_report import duty_report
from tables.reports.pass_list import pass_list
from tables.reports.period import Period
from tables.reports.period_reports import floor_report, table_report
from tables.reports.player_session import no_session, player_session
from tables.reports.renderers.response import FILES, respond
from tables.reports.seal import sealed
from tables.reports.shift_sheet import shift_sheet
from tables.reports.slip_reports import differences, slip_list, slip_report
from tables.slip_service import slug_of

SHOWN_SHIFTS = 60
SHOWN_PLAYERS = 500  # suggested while somebody types a name
SEEN_PLAYERS = 2_000  # among whom those are looked for: who has come to several tables is there several times

ASKED_WRONGLY = {"no_such_time", "ends_before_it_begins", "not_an_amount"}
TYPED = {"since", "until", "table", "player", "kind", "person", "above"}

View = Callable[..., HttpResponseBase]


def page(report: str, *, is_export: bool = True) -> Callable[[View], View]:
    """The view of a report for those who may read it: from one consistent read, never cached by a browser. `is_export`:
    as a file it is taken out of the house, which is a grave act."""

    def decorate(view: View) -> View:
        @wraps(view)
        def read(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            with one_moment():
                return view(request, *args, **kwargs)

        exported = confirmed(Grave.EXPORT)(read) if is_export else read

        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            chosen = exported if request.GET.get("as") in FILES else read
            try:
                return chosen(request, *args, **kwargs)
            except Refusal as refusal:
                if refusal.code not in ASKED_WRONGLY:
                    raise
                return _asked_again(request, refusal, **kwargs)

        return never_cache(needs(may_read, report)(answer))

    return decorate


@page("reports")
def index(request: HttpRequest) -> HttpResponse:
    """Where every report is asked for."""
    asked = requested.period(request)
    said = any(request.GET.get(name) for name in ("since", "until"))
    return render(request, "reports/index.html", _forms(asked, _shifts(asked if said else None)))


def _asked_again(request: HttpRequest, refusal: Refusal, slug: str = "", player: str = "") -> HttpResponse:
    """The forms once more, with what was typed and why it was refused. An administrator's is with the people."""
    named = {"table": slug, "player": player}
    typed = {name: said for name, said in (named | request.GET.dict()).items() if name in TYPED}
    if not may_read(role_of(request), "reports"):
        answer = {"error": error_of(refusal), "back": f"{reverse('people')}?{urlencode(typed)}"}
        return render(request, "refused.html", answer, status=refusal.status)
    times = {name: typed[name] for name in ("since", "until") if name in typed}
    shown = _forms(requested.so_far(), _shifts()) | times | {"typed": typed, "refused": refusal.text(LOCAL)}
    return render(request, "reports/index.html", shown, status=refusal.status)


def _forms(period: Period, shifts: list[dict[str, object]]) -> dict[str, object]:
    return {
        "shifts": shifts,
        "players": _players(),
        "tables": sorted(Table.objects.all(), key=lambda table: table.place),
        "since": period.since,
        "until": period.until,
        "kinds": SLIP_LABELS.items(),
    }


def _players() -> list[tuple[str, str]]:
    """Who came last, each once though he was at several tables, with his newest name."""
    newest: dict[str, str] = {}
    for player, name in Player.objects.order_by("-pk").values_list("player", "name")[:SEEN_PLAYERS]:
        newest.setdefault(player, name)
    return [*newest.items()][:SHOWN_PLAYERS]


def _shifts(period: Period | None = None) -> list[dict[str, object]]:
    shifts = Shift.objects.select_related("opening", "closing__slip").order_by("-pk")
    if period:
        shifts = shifts.filter(at__gte=period.since, at__lt=period.until)
    names = names_of([])
    return [_shift_line(shift, names) for shift in shifts[:SHOWN_SHIFTS]]


def _shift_line(shift: Shift, names: Names) -> dict[str, object]:
    closing = shift.end
    off = closing.slip.amount - (closing.slip.expected or 0) if closing else None
    place = {"slug": slug_of(shift.book), "name": names.place(shift.book)}
    return {"shift": shift, **place, "closing": closing, "difference": off}


@page("report-shift")
def sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The table sheet of a shift."""
    table, shift = requested.shift_of(slug, number)
    linked = may_read(role_of(request), "report-passes")
    return respond(request, sealed(shift_sheet(table, shift, linked=linked), shift), _index())


@page("report-floor")
def floor(request: HttpRequest) -> HttpResponse:
    """All tables over a period."""
    return respond(request, floor_report(requested.period(request)), _index())


@page("report-table")
def table(request: HttpRequest, slug: str = "") -> HttpResponse:
    """One table over a period."""
    chosen = requested.table(slug or request.GET.get("table", ""))
    return respond(request, table_report(chosen, requested.period(request)), _index())


@page("report-passes")
def passes(request: HttpRequest, slug: str) -> HttpResponse:
    """The passes behind a figure."""
    chosen = requested.table(slug)
    found = requested.scope(request, chosen).passes
    report = pass_list(chosen, found, requested.pass_filter(request))
    return respond(request, report, _back(request, chosen))


@page("report-player")
def player(request: HttpRequest, slug: str = "", player: str = "") -> HttpResponse:
    """One player at one table, in a shift or a period."""
    chosen = requested.table(slug or request.GET.get("table", ""))
    if not player:
        said = requested.text(request, "player", 500).strip()
        meant = find_players(chosen, said)
        if len(meant) != 1:
            sessions = [(one, requested.session_link(request, chosen, one)) for one in meant]
            return respond(request, no_session(chosen, said, sessions), _index())
        player = meant[0]
    who = requested.without_nul(player.strip()[:32])
    return respond(request, player_session(requested.scope(request, chosen), who), _index())


@page("report-slips")
def slips(request: HttpRequest) -> HttpResponse:
    """Every slip of a period."""
    return respond(request, slip_list(requested.slips(request)), _index())


@page("report-differences")
def off(request: HttpRequest) -> HttpResponse:
    """Every difference of a period."""
    return respond(request, differences(requested.slips_posted(request)), _index())


@page("report-duty")
def on_duty(request: HttpRequest) -> HttpResponse:
    """Every spell of duty that lasted into a period. An administrator comes from the people, not from the reports."""
    back = "reports" if may_read(role_of(request), "reports") else "people"
    return respond(request, duty_report(requested.spells(request)), reverse(back))


@page("slip", is_export=False)  # printed at the counter, one by one
def slip(request: HttpRequest, number: int) -> HttpResponse:
    """One slip or receipt, to be printed."""
    slips = Slip.objects.prefetch_related("taken")
    found = get_object_or_404(slips, number=min(number, selectors.LAST_NUMBER))
    role = role_of(request)
    if slug_of(found.book) is None and not may(role, Right.READ_SLIPS_OF_CAGE):
        raise Http404
    return respond(request, slip_report(found, role), _place_of(found))


def _place_of(slip: Slip) -> str:
    """The page on which the slip is listed."""
    slug = slug_of(slip.book)
    return reverse("money", args=[slug]) if slug else reverse("cage")


def _back(request: HttpRequest, chosen: Table) -> str:
    number = request.GET.get("shift", "")
    return reverse("report-shift", args=[chosen.slug, int(number)]) if number else _index()


def _index() -> str:
    return reverse("reports")
