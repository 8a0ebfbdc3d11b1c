"""The pages of the reports. Each is a value (`Paper`) that the reader gets as a page, as CSV or as PDF."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.accounts.access import needs, role_of
from casino.accounts.permissions import Right, may, may_read
from casino.common import clock
from casino.common.consistent_read import one_moment
from ledger.cage import selectors
from ledger.cage.models import Shift, Slip, Step
from ledger.cage.slips import KINDS
from tables.floor import natural_order
from tables.labels.money import KINDS as KIND_WORDS
from tables.labels.money import LINES
from tables.models import Pass, Player, Table
from tables.names import Names, find_players, names_of
from tables.reports.answer import answer
from tables.reports.counter_papers import differences, slip_paper, slips_list
from tables.reports.passes_list import Wanted, passes_list
from tables.reports.period import Period, floor_summary, table_period
from tables.reports.player_session import nobody, player_session
from tables.reports.shift_sheet import shift_of, shift_sheet
from tables.reports.window import (
    chips_between,
    chips_of_shift,
    passes_between,
    passes_of,
    suites_between,
    suites_of_shift,
)
from tables.service import book_of
from tables.slip_service import slug_of

SHOWN_SHIFTS = 60
SHOWN_PLAYERS = 500  # offered while one types
YEARS = range(1900, 9000)  # at the ends of the calendar an hour more or another time zone is no time any more

View = Callable[..., HttpResponseBase]
Within = Callable[[QuerySet[Slip], Period], QuerySet[Slip]]


def page(report: str) -> Callable[[View], View]:
    """The view of a report for those who may read it: from one consistent read, never cached by a browser."""

    def decorate(view: View) -> View:
        @wraps(view)
        def read(*args: Any, **kwargs: Any) -> HttpResponseBase:
            with one_moment():
                return view(*args, **kwargs)

        return never_cache(require_safe(needs(may_read, report)(read)))

    return decorate


@page("reports")
def index(request: HttpRequest) -> HttpResponse:
    """Where every report is asked for."""
    period = _period(request)
    shifts = Shift.objects.select_related("opening", "closing__slip").order_by("-at")
    if request.GET.get("since") or request.GET.get("until"):
        shifts = shifts.filter(at__gte=period.since, at__lt=period.until)
    names = names_of([])
    players = Player.objects.order_by("-pk").values_list("player", "name")
    context = {
        "shifts": [_shift_line(shift, names) for shift in shifts[:SHOWN_SHIFTS]],
        "players": players[:SHOWN_PLAYERS],
        "tables": sorted(Table.objects.all(), key=lambda table: natural_order(table.slug)),
        "since": f"{timezone.localtime(period.since):%Y-%m-%dT%H:%M}",
        "until": f"{timezone.localtime(period.until):%Y-%m-%dT%H:%M}",
        "kinds": KIND_WORDS.items(),
    }
    return render(request, "reports/index.html", context)


def _shift_line(shift: Shift, names: Names) -> dict[str, object]:
    closing = shift.end
    off = closing.slip.amount - (closing.slip.expected or 0) if closing else None
    place = {"slug": slug_of(shift.book), "name": names.place(shift.book)}
    return {"shift": shift, **place, "closing": closing, "difference": off}


@page("report-shift")
def sheet(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The table sheet of a shift."""
    table, shift = _table_and_shift(slug, number)
    return answer(
        request, shift_sheet(table, shift, linked=may_read(role_of(request), "report-passes")), _index()
    )


@page("report-floor")
def floor(request: HttpRequest) -> HttpResponse:
    """All tables over a period, hour by hour."""
    return answer(request, floor_summary(_period(request)), _index())


@page("report-table")
def table(request: HttpRequest, slug: str = "") -> HttpResponse:
    """One table over a period."""
    return answer(
        request, table_period(_table(slug or request.GET.get("table", "")), _period(request)), _index()
    )


@page("report-passes")
def passes(request: HttpRequest, slug: str) -> HttpResponse:
    """The passes behind a figure."""
    chosen = _table(slug)
    said = {
        name: request.GET.get(name, "")[:20].replace("\x00", "") for name in ("result", "line", "article")
    }
    known = Wanted(
        said["result"] if f"pass_{said['result']}" in LINES else "",
        said["line"] if said["line"] in LINES else "",
        said["article"],
        bool(request.GET.get("deducted")),
    )
    return answer(request, passes_list(chosen, _passes(request, chosen), known), _back(request, chosen))


@page("report-player")
def player(request: HttpRequest, slug: str = "", player: str = "") -> HttpResponse:
    """One player at one table, in a shift or a period."""
    chosen = _table(slug or request.GET.get("table", ""))
    if not player:
        said = request.GET.get("player", "").strip()[:500].replace("\x00", "")
        meant = find_players(chosen, said)
        if len(meant) != 1:
            return answer(
                request,
                nobody(chosen, said, [(one, _session(request, chosen, one)) for one in meant]),
                _index(),
            )
        player = meant[0]
    who = player.strip()[:32].replace("\x00", "")
    slips = Slip.objects.filter(book=book_of(chosen.slug))
    shift = _shift(request, chosen)
    period = _period(request)
    slips = slips.filter(shift=shift) if shift else _between(slips, period)
    kept = suites_of_shift(chosen, shift) if shift else suites_between(chosen, *period.ends)
    chips = chips_of_shift(chosen, shift, who) if shift else chips_between(chosen, *period.ends, who)
    return answer(
        request, player_session(chosen, who, _passes(request, chosen), slips, kept, chips), _index()
    )


@page("report-slips")
def slips(request: HttpRequest) -> HttpResponse:
    """Every slip of a period."""
    return answer(request, slips_list(_slips(request)), _index())


@page("report-differences")
def off(request: HttpRequest) -> HttpResponse:
    """Every difference of a period."""
    return answer(request, differences(_slips(request, _moved_between)), _index())


@page("slip")
def slip(request: HttpRequest, number: int) -> HttpResponse:
    """One slip or receipt, to be printed."""
    found = get_object_or_404(
        Slip.objects.prefetch_related("taken"), number=min(number, selectors.LAST_NUMBER)
    )
    role = role_of(request)
    if slug_of(found.book) is None and not may(role, Right.READ_SLIPS_OF_CAGE):
        raise Http404
    return answer(request, slip_paper(found, role), _place_of(found))


def _session(request: HttpRequest, table: Table, player: str) -> str:
    """Where that player's session is, for the same shift or time."""
    asked = {name: request.GET[name] for name in ("shift", "since", "until") if name in request.GET}
    return f"{reverse('report-player', args=[table.slug, player])}?{urlencode(asked)}"


def _place_of(slip: Slip) -> str:
    """The page that a slip lies on."""
    slug = slug_of(slip.book)
    return reverse("money", args=[slug]) if slug else reverse("cage")


def _slips(request: HttpRequest, within: Within | None = None) -> QuerySet[Slip]:
    found = (within or _between)(Slip.objects.all(), _period(request))
    if slug := request.GET.get("table", ""):
        found = found.filter(book=book_of(_table(slug).slug))
    kind = request.GET.get("kind", "")
    return found.filter(kind=kind) if kind in KINDS else found


def _between(slips: QuerySet[Slip], period: Period) -> QuerySet[Slip]:
    return slips.filter(at__gte=period.since, at__lt=period.until)


def _moved_between(slips: QuerySet[Slip], period: Period) -> QuerySet[Slip]:
    """Those whose difference was posted in that time, as other reports have it; those that wait, by their asking."""
    signed = Step.objects.filter(done=True, at__gte=period.since, at__lt=period.until).exclude(name="void")
    asked = Q(at__gte=period.since, at__lt=period.until)
    return slips.filter(Q(pk__in=signed.values("slip")) | asked & selectors.unfinished())


def _passes(request: HttpRequest, chosen: Table) -> QuerySet[Pass]:
    if shift := _shift(request, chosen):
        return passes_of(chosen, shift)
    period = _period(request)
    return passes_between(chosen, period.since, period.until)


def _shift(request: HttpRequest, chosen: Table) -> Shift | None:
    number = request.GET.get("shift", "")
    if not number:
        return None
    if not (number.isascii() and number.isdecimal() and len(number) < 9):
        raise Http404
    return _table_and_shift(chosen.slug, int(number))[1]


def _table_and_shift(slug: str, number: int) -> tuple[Table, Shift]:
    chosen = _table(slug)
    shift = shift_of(chosen, number) if number < 10**9 else None
    if shift is None:
        raise Http404
    return chosen, shift


def _table(slug: str) -> Table:
    return get_object_or_404(Table, slug=slug.replace("\x00", ""))


def _period(request: HttpRequest) -> Period:
    """Whole hours; without any, the casino's day so far. What cannot be read is as if it were not said."""
    now = clock.now()
    since = _time(request.GET.get("since", "")) or clock.day_of(now)
    until = _time(request.GET.get("until", "")) or now
    begin = clock.hour_of(since)
    end = clock.hour_of(until)
    end = max(end if end == until else end + timedelta(hours=1), begin)
    return Period(timezone.localtime(begin), timezone.localtime(end))


def _time(text: str) -> datetime | None:
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    if found is None or found.year not in YEARS:
        return None
    return found if timezone.is_aware(found) else timezone.make_aware(found)


def _back(request: HttpRequest, chosen: Table) -> str:
    number = request.GET.get("shift", "")
    return reverse("report-shift", args=[chosen.slug, int(number)]) if number else _index()


def _index() -> str:
    return reverse("reports")
