"""Readings of the counter's slips and shifts."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery

from casino.common.sql import newest
from casino.journal.models import Entry
from ledger import totals
from ledger.cage.models import Closing, Shift, Slip, Step
from ledger.cage.slips import KINDS, VOID
from ledger.conf import CHART
from ledger.models import Account
from ledger.postings import own_kinds
from ledger.totals import Lines

LAST_NUMBER = 2**62  # beyond every slip's, and still a BIGINT
TABLE_ACCOUNTS = CHART.own_kinds["table"]


def current_shift(book: str) -> Shift | None:
    """The shift that is open, if one is."""
    shift = last_shift(book)
    return shift if shift and not shift.end else None


def last_shift(book: str) -> Shift | None:
    """The newest shift, open or closed."""
    return (
        Shift.objects.filter(book=book).select_related("opening", "closing__slip").order_by("-number").first()
    )


def last_shifts(books: Iterable[str]) -> dict[str, Shift]:
    """Book → its newest shift, open or closed, of those that have one."""
    last = Shift.objects.filter(book=OuterRef("book")).order_by("-number").values("pk")[:1]
    shifts = Shift.objects.filter(pk__in=_first_shifts(books).values(last=Subquery(last)))
    return {shift.book: shift for shift in shifts.select_related("opening", "closing__slip")}


def _first_shifts(books: Iterable[str]) -> QuerySet[Shift]:
    """From each book's first shift an index leads to its last, past all those between."""
    return Shift.objects.filter(book__in=list(books), number=1)


def unfinished() -> Q:
    """Slips that wait for a step."""
    return ~Q(steps=[]) & ~Q(taken__done=True)


def completed() -> Q:
    """Slips that wait for nothing and are not void."""
    return ~unfinished() & ~Q(taken__name=VOID)


def pending(book: str | None = None) -> list[Slip]:
    """The slips that wait for a step, oldest first; of one book, or of the whole house."""
    slips = Slip.objects.filter(unfinished())
    if book is not None:
        # No shift closes over a slip that waits: the years before the last closing need not be searched.
        slips = slips.filter(book=book, pk__gt=_last_closing(book))
    return _still_waiting(slips)


def _still_waiting(slips: QuerySet[Slip]) -> list[Slip]:
    """These with their steps, oldest first, without those whose last step was taken while they were read."""
    return [slip for slip in slips.prefetch_related("taken").order_by("number") if not is_done(slip)]


def pending_in(books: Iterable[str]) -> dict[str, list[Slip]]:
    """Book → its slips that wait for a step, oldest first, for each of these."""
    found: dict[str, list[Slip]] = {book: [] for book in books}
    begins = dict.fromkeys(found, 0) | _last_closings(found)
    of_these = Q(pk__in=[])
    for book, last in begins.items():
        of_these |= Q(book=book, pk__gt=last)
    for slip in _still_waiting(Slip.objects.filter(unfinished(), of_these)):
        found[slip.book].append(slip)
    return found


def _last_closings(books: Iterable[str]) -> dict[str, int]:
    closings = Closing.objects.filter(shift__book=OuterRef("book")).order_by("-shift__number")
    lasts = _first_shifts(books).annotate(last=Subquery(closings.values("slip")[:1]))
    return dict(lasts.exclude(last=None).values_list("book", "last"))


def _last_closing(book: str) -> int:
    closings = Closing.objects.filter(shift__book=book).order_by("-shift__number")
    return closings.values_list("slip", flat=True).first() or 0


def slips_of(shift: Shift) -> QuerySet[Slip]:
    """Every slip of a shift with its opening count, by number."""
    slips = Slip.objects.filter(Q(shift=shift) | Q(pk=shift.opening_id))
    return slips.prefetch_related("taken").order_by("number")


def counts_of(shift: Shift) -> list[Slip]:
    """The counts of a shift, signed or not, without its opening count."""
    counting = [name for name, kind in KINDS.items() if kind.counts]
    return list(Slip.objects.filter(shift=shift, kind__in=counting).prefetch_related("taken"))


class Moves(NamedTuple):
    """The newest slip of the counter in the whole house, and the newest step of one."""

    slip: int
    step: int


def moves() -> Moves:
    """As of now."""
    return Moves(newest(Slip), newest(Step))


def moved_since(before: Moves) -> set[str]:
    """The books in which a slip was requested or took a step since then."""
    slips = Slip.objects.filter(Q(pk__gt=before.slip) | Q(taken__pk__gt=before.step))
    return set(slips.values_list("book", flat=True))


def counted_since(slip: Slip, counts: Iterable[Slip]) -> bool:
    """Whether one of these counts of its shift was made after the slip was done, of an account that it moved, and
    signed: it has put right whatever was wrong there."""
    moved = {name for move in KINDS[slip.kind].moves for name in (move.source, move.target)}
    signed = [
        count
        for count in counts
        if count.pk > slip.pk and KINDS[count.kind].counts in moved and is_done(count) and not is_void(count)
    ]
    return bool(signed) and _made_last(signed) > _done_as(slip)


def _made_last(slips: Iterable[Slip]) -> int:
    """The number in the journal under which the last of these was asked for."""
    made = Entry.objects.filter(kind=Slip.journal_kind, row__in=[slip.pk for slip in slips])
    return max(made.values_list("number", flat=True), default=0)


def _done_as(slip: Slip) -> int:
    """The number in the journal under which the slip was done. A clock would not do: somebody may set it."""
    last = max((step.pk for step in slip.taken.all()), default=None)
    kind, row = (Slip.journal_kind, slip.pk) if last is None else (Step.journal_kind, last)
    return max(Entry.objects.filter(kind=kind, row=row).values_list("number", flat=True), default=0)


def is_done(slip: Slip) -> bool:
    """Whether it waits for nothing: all its steps are taken, or it is void."""
    return not slip.steps or any(step.done for step in slip.taken.all())


def is_void(slip: Slip) -> bool:
    """Whether it was made void."""
    return any(step.name == VOID for step in slip.taken.all())


def next_step(slip: Slip) -> str | None:
    """The step that it waits for."""
    taken = {step.name for step in slip.taken.all()}
    return None if is_done(slip) else next((name for name in slip.steps if name not in taken), None)


def balances(book: str) -> dict[str, int]:
    """Kind → balance, of all accounts that such a book has but the players'; in one indexed read."""
    held = Account.objects.filter(book=book).exclude(kind__in=CHART.personal)
    return dict.fromkeys(own_kinds(book), 0) | dict(held.values_list("kind", "balance"))


def differences(slips: list[Slip]) -> Iterator[tuple[Slip, int]]:
    """The counts of these that were not what the ledger expected, with how much they were over or, negative, short."""
    for slip in slips:
        if slip.expected is not None and slip.amount != slip.expected and not is_void(slip):
            yield slip, slip.amount - slip.expected


def money_of_shift(shift: Shift) -> Lines:
    """Money that entered and left the table's accounts in a shift, by kind of account and purpose; up to now where it
    is still open."""
    return totals.of_transfers(shift.book, *_between(shift))


def results_of_shift(shift: Shift) -> dict[datetime, int]:
    """Hour → the result in it, of a shift."""
    return totals.results_of_transfers(shift.book, *_between(shift))


def _between(shift: Shift) -> tuple[int, int | None]:
    return shift.first, shift.end.last if shift.end else None
