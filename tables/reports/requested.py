"""Reads the address of a report: its period, table, shift. A date that does not exist is refused, an unknown table or
shift is a 404."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from casino.common import clock
from casino.common.refusals import Refusal
from ledger.cage.models import Shift
from tables.models import Table
from tables.reports.choosing import Against, Preset, choices, compared, preset
from tables.reports.period import Period
from tables.reports.selectors.scope import Scope, of_period, of_shift, shift_numbered
from tables.view.pits import TablesOfPit, by_pit

LARGEST_SHIFT = 10**9


def text(request: HttpRequest, name: str, length: int) -> str:
    """A text of the address, cut to `length` and without NUL, which PostgreSQL rejects."""
    return without_nul(request.GET.get(name, "")[:length])


def without_nul(said: str) -> str:
    """The text without NUL."""
    return said.replace("\x00", "")


@dataclass(frozen=True, slots=True)
class Asked:
    """The period that is asked for, what it is compared with, and that period; `before` is None without one."""

    period: Period
    against: Against
    before: Period | None


def asked(request: HttpRequest) -> Asked:
    """The period with what it is compared with: as `against` says, or as is usual for such a period; `other` is where
    another one begins. Raises Refusal."""
    chosen, now = period(request), clock.now()
    said = request.GET.get("against", "")
    against = Against(said) if said in choices(chosen) else choices(chosen)[0]
    other = _moment(request, "other") if against is Against.OTHER else None
    return Asked(chosen, against, compared(chosen, against, now, other))


def period(request: HttpRequest) -> Period:
    """The period of a name (`period`), or whole hours from `since` to `until`; without any, the casino's day. Of one
    end alone the other is the end of that casino's day, or now. Raises Refusal."""
    now, name = clock.now(), request.GET.get("period", "")
    since, until = _moment(request, "since"), _moment(request, "until")
    if since is None and until is None:
        return preset(Preset(name) if name in list(Preset) else Preset.TODAY, now)
    since = since or clock.day_of(now)
    until = until or max(now, clock.next_day(since))
    if until < since:
        raise Refusal("ends_before_it_begins", of="until")
    return _whole(since, until)


def _moment(request: HttpRequest, name: str) -> datetime | None:
    said = request.GET.get(name, "")
    found = clock.read(said)
    if said and found is None:
        raise Refusal("no_such_time", said=said, of=name)
    return found


def _whole(since: datetime, until: datetime) -> Period:
    begin, end = clock.hour_of(since), clock.hour_of(until)
    end = end if end == until else end + timedelta(hours=1)
    return Period(clock.local(begin), clock.local(end))


def table(slug: str) -> Table:
    """The table of that slug."""
    return get_object_or_404(Table, slug=without_nul(slug))


def pit(request: HttpRequest) -> TablesOfPit | None:
    """The pit that the address names by its number, 0 for the tables of none; None for the whole floor."""
    said = request.GET.get("pit", "")
    return next((one for one in pits() if said == str(one.number)), None) if said else None


def pits() -> list[TablesOfPit]:
    """Every pit with its tables; none in a house without pits."""
    return [one for one in by_pit(Table.objects.select_related("pit").defer("state")) if one.name]


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


def sheet_behind(request: HttpRequest, chosen: Table) -> str:
    """The sheet of the shift that is asked for; empty for a period."""
    number = request.GET.get("shift", "")
    return reverse("report-shift", args=[chosen.slug, int(number)]) if number else ""
