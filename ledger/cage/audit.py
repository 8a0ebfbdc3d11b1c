"""Proof that the money which no game moved was moved by slips, each what its kind and its signatures say."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import zip_longest
from typing import NamedTuple

from casino.journal.models import FOUND, Entry
from casino.people.permissions import may_take_step
from ledger.audit import Cause, cause_faults
from ledger.cage.issuing import SERIES
from ledger.cage.models import Series, Shift, Slip, Step
from ledger.cage.slip_postings import expected_postings, moments, reference, references
from ledger.cage.slips import KINDS, VOID
from ledger.postings import book_of, kind_of, legs, own_kinds
from ledger.selectors import Moved, moved_by_reference

# Before there was a journal, a slip's money was posted a moment before its signature was timed.
OF_OLD = timedelta(minutes=1)


def counter_faults(book: str, game: str | None = None) -> Iterator[str]:
    """A sentence for each signature that a slip of the book should not have, and for each reference of the book whose
    money is not that of its slip. `game`: how the references of the book's own game begin, which are proved elsewhere.
    """
    wanted: dict[str, Cause] = {}
    slips = Slip.objects.filter(book=book) if game else Slip.objects.all()
    of_old = _slips_of_old()
    for slip in slips.prefetch_related("taken").order_by("number").iterator(chunk_size=500):
        if slip.book == book:
            yield from _signature_faults(slip)
        wanted |= _causes(book, slip, OF_OLD if slip.pk in of_old else timedelta(0))
    written = moved_by_reference(book, game or "", others=game is not None)
    yield from cause_faults(book, written, wanted, "slip")


def number_faults() -> Iterator[str]:
    """A sentence if the series of slip numbers is further than the slips are."""
    for series in Series.objects.all():
        if series.name != SERIES:
            yield f"there is a series of numbers {series.name!r}"
        elif Slip.objects.filter(number__lte=series.last).count() != series.last:
            yield f"the series of slip numbers has come to {series.last}, and not all of these are there"


def _causes(book: str, slip: Slip, within: timedelta) -> dict[str, Cause]:
    """Reference → what the slip must have moved in the book."""
    at, voiding = moments(slip), reference(slip, VOID)
    return {
        of: Cause(postings, at[of], references(slip) if of == voiding else (), within)
        for of, postings in expected_postings(slip).items()
        if any(book in (book_of(posting.source), book_of(posting.target)) for posting in postings)
    }


def _slips_of_old() -> set[int]:
    """The slips of which a signature is older than the journal."""
    found = dict(Entry.objects.filter(kind=Step.journal_kind, act=FOUND).values_list("row", "content"))
    slips = Entry.objects.filter(kind=Slip.journal_kind, act=FOUND).values_list("row", flat=True)
    return {content["slip_id"] for content in found.values()} | set(slips)


def _signature_faults(slip: Slip) -> Iterator[str]:
    """Each step was the slip's next, of a role that may take it, and two in a row are two persons'."""
    before, taken = slip.actor, [step for step in slip.taken.all() if step.name != VOID]
    for wanted, step in zip_longest(slip.steps[: len(taken)], taken):
        allowed = step.name == wanted and may_take_step(step.role, slip.kind, step.name, slip.role)
        if not allowed or (step.actor == before and step.name != "sent"):
            yield f"slip {slip.number} was not {step.name} as it must be"
        before = step.actor


NumberOf = Callable[[str], int | None]  # a reference → the number of the record that it names


class Bounds(NamedTuple):
    """Up to which record and which transfer the table had come when a shift began or ended."""

    record: int
    transfer: int


def shift_faults(book: str, moved: dict[str, list[Moved]], record_of: NumberOf) -> Iterator[str]:
    """A sentence for each shift that does not follow the one before, for money of the game that lies in another shift
    than its record, for money of a slip that does not lie in the slip's shift, and for a closing whose balances are not
    what had moved until then. `moved`: all that moved in the book, by reference."""
    shifts = list(Shift.objects.filter(book=book).select_related("closing", "opening").order_by("number"))
    yield from _order_faults(shifts)
    yield from _game_faults(shifts, moved, record_of)
    yield from _slip_faults(book, shifts, moved)
    yield from _balance_faults(book, shifts, moved)


def _order_faults(shifts: list[Shift]) -> Iterator[str]:
    begins: Bounds | None = None
    for number, shift in enumerate(shifts, 1):
        where = f"shift {shift}"
        if shift.number != number:
            yield f"{where}: shift {number} should be there"
        if begins is not None and begins != Bounds(shift.first_record, shift.first):
            yield f"{where} does not begin where the one before it ended"
        if KINDS[shift.opening.kind].shift != "opens" or shift.opening.book != shift.book:
            yield f"{where} was opened by {shift.opening}"
        if not shift.end and number < len(shifts):
            yield f"{where} was never closed"
        if shift.end:
            begins = Bounds(shift.end.last_record, shift.end.last)
            if begins < Bounds(shift.first_record, shift.first):
                yield f"{where} ended before it began"


def _bounds(shifts: list[Shift]) -> list[Bounds]:
    """Where the first shift begins, and where each ends."""
    first = [Bounds(shift.first_record, shift.first) for shift in shifts[:1]]
    return first + [Bounds(shift.end.last_record, shift.end.last) for shift in shifts if shift.end]


def _game_faults(shifts: list[Shift], moved: dict[str, list[Moved]], record_of: NumberOf) -> Iterator[str]:
    bounds = _bounds(shifts)
    records, transfers = [one.record for one in bounds], [one.transfer for one in bounds]
    of_the_game = sorted((number, of) for of in moved if (number := record_of(of)) is not None)
    last = 0
    for number, of in of_the_game:
        for one in moved[of]:
            if one.number <= last:
                yield f"{of}: transfer {one.number} is not in the order of the record"
            if bisect_left(records, number) != bisect_left(transfers, one.number):
                yield f"{of}: its money lies in another shift than its record"
            last = one.number


def _slip_faults(book: str, shifts: list[Shift], moved: dict[str, list[Moved]]) -> Iterator[str]:
    within: dict[int | None, Shift] = {shift.pk: shift for shift in shifts}
    opened = {shift.opening_id: shift for shift in shifts}
    slips = Slip.objects.filter(book=book).only("number", "shift", "steps").order_by("number")
    for slip in slips.iterator():
        shift = opened.get(slip.pk) or within.get(slip.shift_id)
        for one in _of_slip(slip, moved):
            if shift is None or not _lies_in(shift, one.number):
                yield f"slip {slip.number}: transfer {one.number} lies in another shift"


def _of_slip(slip: Slip, moved: dict[str, list[Moved]]) -> Iterator[Moved]:
    for of in (*reversed(references(slip)), reference(slip, VOID)):
        yield from moved.get(of, ())


def _lies_in(shift: Shift, transfer: int) -> bool:
    return shift.first < transfer and (shift.end is None or transfer <= shift.end.last)


def _balance_faults(book: str, shifts: list[Shift], moved: dict[str, list[Moved]]) -> Iterator[str]:
    held: Counter[str] = Counter()
    rest = sorted(
        (one for found in moved.values() for one in found), key=lambda one: one.number, reverse=True
    )
    for shift in shifts:
        if (end := shift.end) is None:
            continue
        while rest and rest[-1].number <= end.last:
            # A kind belongs to one kind of book, and no posting is between two tables: no need to look at the book.
            for leg in legs(rest.pop().posting):
                held[kind_of(leg.account)] += leg.amount
        if end.balances != {kind: held[kind] for kind in own_kinds(book)}:
            yield f"shift {shift} was closed with other balances than had moved until then"
