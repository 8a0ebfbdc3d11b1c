"""What the address of a report asks for. A date that does not exist is refused, an unknown table or shift is a 404."""

from collections import defaultdict
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from casino.common import clock, currency
from casino.common.errors import Refusal
from ledger.cage import selectors
from ledger.cage.exchanges import IN_LIMIT
from ledger.cage.models import Shift, Slip, Step
from ledger.cage.slips import KINDS, VOID
from tables.labels.money import LINE_LABELS
from tables.models import Duty, Table
from tables.postings import book_of
from tables.reports.pass_list import Filter
from tables.reports.period import Period
from tables.reports.selectors.scope import Scope, of_period, of_shift, shift_numbered

LARGEST_SHIFT = 10**9


def text(request: HttpRequest, name: str, length: int) -> str:
    """A text of the address, cut to `length` and without NUL, which PostgreSQL rejects."""
    return without_nul(request.GET.get(name, "")[:length])


def without_nul(said: str) -> str:
    """The text without NUL."""
    return said.replace("\x00", "")


def period(request: HttpRequest) -> Period:
    """Whole hours from `since` to `until`; without them, the casino's day so far. Raises Refusal."""
    now = clock.now()
    since = clock.asked(request.GET.get("since", "")) or clock.day_of(now)
    until = clock.asked(request.GET.get("until", "")) or now
    if until < since:
        raise Refusal("ends_before_it_begins")
    return _whole(since, until)


def _whole(since: datetime, until: datetime) -> Period:
    begin, end = clock.hour_of(since), clock.hour_of(until)
    end = end if end == until else end + timedelta(hours=1)
    return Period(timezone.localtime(begin), timezone.localtime(end))


def so_far() -> Period:
    """The casino's day so far."""
    now = clock.now()
    return _whole(clock.day_of(now), now)


def table(slug: str) -> Table:
    """The table of that slug."""
    return get_object_or_404(Table, slug=without_nul(slug))


def shift_of(slug: str, number: int) -> tuple[Table, Shift]:
    """A table with its shift of that number."""
    chosen = table(slug)
    shift = shift_numbered(chosen, number) if number < LARGEST_SHIFT else None
    if shift is None:
        raise Http404
    return chosen, shift


def scope(request: HttpRequest, chosen: Table) -> Scope:
    """The shift that is asked for, or the period."""
    number = request.GET.get("shift", "")
    if not number:
        return of_period(chosen, *period(request).ends)
    if not (number.isascii() and number.isdecimal() and len(number) < len(str(LARGEST_SHIFT))):
        raise Http404
    return of_shift(*shift_of(chosen.slug, int(number)))


def pass_filter(request: HttpRequest) -> Filter:
    """Which passes of the scope are meant."""
    result, line = text(request, "result", 20), text(request, "line", 20)
    return Filter(
        result if f"pass_{result}" in LINE_LABELS else "",
        line if line in LINE_LABELS else "",
        text(request, "article", 20),
        bool(request.GET.get("deducted")),
    )


def slips(request: HttpRequest) -> QuerySet[Slip]:
    """The slips that were asked for in the period."""
    return _slips(request, _asked_in(period(request)))


def slips_posted(request: HttpRequest) -> QuerySet[Slip]:
    """The slips whose last signature was given in the period, and those asked for in it that still wait."""
    return _slips(request, posted_in(period(request)))


def posted_in(chosen: Period) -> Q:
    """Slips whose difference was posted in that period, as other reports count it, and those asked for in it that
    still wait."""
    signed = Step.objects.filter(done=True, at__gte=chosen.since, at__lt=chosen.until).exclude(name="void")
    return Q(pk__in=signed.values("slip")) | _asked_in(chosen) & selectors.unfinished()


def _asked_in(chosen: Period) -> Q:
    return Q(at__gte=chosen.since, at__lt=chosen.until)


def _slips(request: HttpRequest, within: Q) -> QuerySet[Slip]:
    found = Slip.objects.filter(within)
    if slug := request.GET.get("table", ""):
        found = found.filter(book=book_of(table(slug).slug))
    kind = request.GET.get("kind", "")
    found = found.filter(kind=kind) if kind in KINDS else found
    above = request.GET.get("above", "").strip()
    return _above(found, _amount(above)) if above else found


def _amount(said: str) -> int:
    """An amount as somebody typed it. Raises Refusal."""
    amount = currency.typed(said, currency.decimals())
    if amount is None:
        raise Refusal("not_an_amount", of="above", least=0, most=currency.LARGEST)
    return amount


def _above(slips: QuerySet[Slip], amount: int) -> QuerySet[Slip]:
    """The exchanges of those who have exchanged more than that on one of the casino's days, either way, at all tables
    together."""
    exchanges = slips.filter(kind__in=IN_LIMIT).exclude(player="").exclude(taken__name=VOID).order_by()
    by_person: defaultdict[tuple[str, datetime], list[tuple[int, int]]] = defaultdict(list)
    for key, player, at, one in exchanges.values_list("pk", "player", "at", "amount"):
        by_person[player, clock.day_of(at)].append((key, one))
    many = (of for of in by_person.values() if sum(one for _, one in of) > amount)
    return Slip.objects.filter(pk__in=[key for of in many for key, _ in of])


def spells(request: HttpRequest) -> QuerySet[Duty]:
    """The spells of duty that lasted into the period."""
    chosen = period(request)
    found = Duty.objects.filter(Q(end=None) | Q(end__at__gte=chosen.since), at__lt=chosen.until)
    if slug := request.GET.get("table", ""):
        found = found.filter(table=table(slug))
    person = text(request, "person", 150).strip()
    return found.filter(person=person) if person else found


def session_link(request: HttpRequest, chosen: Table, player: str) -> str:
    """A player's session, for the same shift or period."""
    asked = {name: request.GET[name] for name in ("shift", "since", "until") if name in request.GET}
    return f"{reverse('report-player', args=[chosen.slug, player])}?{urlencode(asked)}"
