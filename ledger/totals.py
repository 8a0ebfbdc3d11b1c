"""What came into the accounts of a book and went out of them, by purpose: reading only.

Of a shift exactly, from the entries between two transfers; of a period in whole hours, from the hours' tallies.
"""

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.db.models import BigIntegerField, Case, F, QuerySet, Sum, Value, When
from django.db.models.functions import TruncDate, TruncHour
from django.utils import timezone

from ledger.cage.slips import KINDS, over_short_of
from ledger.models import Entry, HourlyTotal
from ledger.postings import UNDONE

Lines = dict[str, Counter[str]]  # kind of account → purpose → what came in, negative for what went out

HOUSE_SIDE = ("tray", "cagnotte")  # what the house wins at a table lies in these
NOTHING = Value(0, output_field=BigIntegerField())
# The counter's own purposes; every other is the game's.
OVER_SHORT = frozenset(map(over_short_of, KINDS))
OF_THE_COUNTER = OVER_SHORT | KINDS.keys()
# A bank of the house's own is its money on the cloth: put up, won by, lost or taken back it is no result. The players'
# stakes that it wins, and what they win from it, are.
HOUSES_BANK = frozenset(
    (
        "house_bank_won",
        "house_bank_lost",
        "bank_opened",
        "bank_returned",
        "bank_trimmed",
        "bank_excess",
        "bank_uncovered",
    )
)
NO_RESULT = OF_THE_COUNTER | HOUSES_BANK


def of_shift(book: str, after: int, last: int | None) -> Lines:
    """By the transfers numbered above `after` and up to `last`, or to the newest; players' own accounts left out."""
    entries = Entry.objects.filter(account__book=book, transfer_id__gt=after).exclude(account__kind="chips")
    if last is not None:
        entries = entries.filter(transfer_id__lte=last)
    found: Lines = {}
    sums = entries.values_list("account__kind", "transfer__memo").annotate(total=Sum("amount")).order_by()
    for kind, memo, total in sums:
        found.setdefault(kind, Counter())[memo.removeprefix(UNDONE)] += total
    return found


def results_of_shift(book: str, after: int, last: int | None) -> dict[datetime, int]:
    """Hour → what the house won in it, by the transfers numbered above `after` and up to `last`, or to the newest."""
    entries = Entry.objects.filter(account__book=book, account__kind__in=HOUSE_SIDE, transfer_id__gt=after)
    if last is not None:
        entries = entries.filter(transfer_id__lte=last)
    game = entries.exclude(transfer__memo__in=NO_RESULT | {UNDONE + name for name in NO_RESULT})
    hours = game.annotate(hour=TruncHour("transfer__at", tzinfo=UTC)).values_list("hour")
    return dict(hours.annotate(total=Sum("amount")).order_by())


def of_hours(since: datetime, until: datetime, book: str | None = None) -> dict[str, Lines]:
    """Book → its lines, by the hours from `since` up to `until`, which is left out; of one book or of all."""
    found: dict[str, Lines] = {}
    flows = _hours(since, until, book).values_list("book", "source", "target", "purpose")
    for of, source, target, purpose, total in flows.annotate(total=Sum("amount")).order_by():
        lines = found.setdefault(of, {})
        lines.setdefault(source, Counter())[purpose] -= total
        lines.setdefault(target, Counter())[purpose] += total
    return found


def results_by_hour(
    since: datetime, until: datetime, book: str | None = None
) -> dict[tuple[str, datetime], int]:
    """(book, hour) → what the house won in it."""
    sums = _won(_hours(since, until, book).values_list("book", "hour"))
    return {(of, hour): won for of, hour, won in sums}


def results_by_day(
    since: datetime, until: datetime, book: str | None = None
) -> dict[tuple[str, datetime], int]:
    """(book, begin of the casino's day) → what the house won in it, in the hours from `since` up to `until`."""
    found: Counter[tuple[str, datetime]] = Counter()
    dates = by_date(_hours(since, until, book)).values_list("book", "date", "early")
    for of, on, early, won in _won(dates):
        found[of, day(on, early)] += won
    return dict(found)


def by_date(hours: Any) -> Any:
    """A query of rows with an `hour`, and beside it its `date` in the house's own time and whether it is `early`:
    before the casino's day begins, and so of the day before. No change of the clocks shifts such a day."""
    begun = Case(When(hour__hour__lt=settings.DAY_BEGINS, then=1), default=0)
    return hours.annotate(date=TruncDate("hour"), early=begun)


def day(on: date, early: int) -> datetime:
    """When the casino's day of a row of `by_date` began."""
    return timezone.make_aware(datetime.combine(on - timedelta(days=early), time(settings.DAY_BEGINS)))


def _won(hours: Any) -> Any:
    came = Case(When(target__in=HOUSE_SIDE, then=F("amount")), default=NOTHING)
    went = Case(When(source__in=HOUSE_SIDE, then=F("amount")), default=NOTHING)
    return hours.exclude(purpose__in=NO_RESULT).annotate(won=Sum(came - went)).order_by()


def game_result(lines: Lines) -> int:
    """What the house won: what the game brought into tray and cagnotte, less what it took out."""
    return sum(
        amount
        for kind in HOUSE_SIDE
        for purpose, amount in lines.get(kind, Counter()).items()
        if purpose not in NO_RESULT
    )


def _hours(since: datetime, until: datetime, book: str | None) -> QuerySet[HourlyTotal]:
    hours = HourlyTotal.objects.filter(hour__gte=since, hour__lt=until)
    return hours.filter(book=book) if book is not None else hours
