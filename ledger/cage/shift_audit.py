"""Proof that the shifts of a table follow each other, and that each has the money and the records of its time."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ledger.cage.models import Shift, Slip
from ledger.cage.slip_postings import reference, references
from ledger.cage.slips import KINDS, VOID
from ledger.postings import kind_of, legs, own_kinds
from ledger.selectors import Moved

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
