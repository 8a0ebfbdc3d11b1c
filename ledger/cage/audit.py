"""Proof that the money which no game moved was moved by slips, each what its kind and its signatures say."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import zip_longest
from typing import NamedTuple

from django.db.models import Q

from casino.journal.models import FOUND, Entry
from casino.people.permissions import may_take_step
from ledger.audit import Cause, cause_faults
from ledger.cage.issuing import SERIES
from ledger.cage.models import Series, Shift, Slip, Step
from ledger.cage.slip_postings import expected_postings, moments, reference, references
from ledger.cage.slips import KINDS, VOID
from ledger.postings import book_of, kind_of, legs, own_kinds
from ledger.selectors import Moved, balances_at, moved_by, moved_by_reference

# Before there was a journal, a slip's money was posted a moment before its signature was timed.
OF_OLD = timedelta(minutes=1)


def counter_faults(
    book: str, game: str | None = None, after: int = 0, slips: frozenset[int] | None = None
) -> Iterator[str]:
    """A sentence for each signature that a slip of the book should not have, and for each reference of the book whose
    money is not that of its slip. `game`: how the references of the book's own game begin, which are proved elsewhere.
    `slips`: only these (their primary keys), and the money of the transfers numbered above `after`.
    """
    wanted: dict[str, Cause] = {}
    chosen = Slip.objects.filter(book=book) if game else Slip.objects.all()
    if slips is not None:
        chosen = chosen.filter(pk__in=slips)
    of_old = _slips_of_old(slips)
    for slip in chosen.prefetch_related("taken").order_by("number").iterator(chunk_size=500):
        if slip.book == book:
            yield from _signature_faults(slip)
        wanted |= _causes(book, slip, OF_OLD if slip.pk in of_old else timedelta(0))
    written = moved_by_reference(book, game or "", others=game is not None, after=after)
    if slips is not None:
        written |= moved_by(book, wanted)
    yield from cause_faults(book, written, wanted, "slip")


def changed_slips(entry: int | None) -> frozenset[int] | None:
    """The primary keys of the slips that were asked for or took a step after that entry of the journal; None, for all,
    without one."""
    if entry is None:
        return None
    entries = Entry.objects.filter(number__gt=entry, kind__in=(Slip.journal_kind, Step.journal_kind))
    return frozenset(
        row if kind == Slip.journal_kind else content["slip_id"]
        for kind, row, content in entries.values_list("kind", "row", "content")
    )


def references_of(slips: frozenset[int]) -> list[str]:
    """All references under which these slips may have moved money."""
    found = Slip.objects.filter(pk__in=slips).only("number", "steps")
    return [of for slip in found for of in (*references(slip), reference(slip, VOID))]


def number_faults(*, counted: bool = True) -> Iterator[str]:
    """A sentence if the series of slip numbers is further than the slips are. `counted`: every slip up to there is
    looked for, and not the newest alone."""
    for series in Series.objects.all():
        slips = Slip.objects.filter(number__lte=series.last)
        if series.name != SERIES:
            yield f"there is a series of numbers {series.name!r}"
        elif counted and slips.count() != series.last:
            yield f"the series of slip numbers has come to {series.last}, and not all of these are there"
        elif series.last and not slips.filter(number=series.last).exists():
            yield f"the series of slip numbers has come to {series.last}, which no slip has"


def _causes(book: str, slip: Slip, within: timedelta) -> dict[str, Cause]:
    """Reference → what the slip must have moved in the book."""
    at, voiding = moments(slip), reference(slip, VOID)
    return {
        of: Cause(postings, at[of], references(slip) if of == voiding else (), within)
        for of, postings in expected_postings(slip).items()
        if any(book in (book_of(posting.source), book_of(posting.target)) for posting in postings)
    }


def _slips_of_old(of: frozenset[int] | None) -> set[int]:
    """The slips, of these or of all, of which a signature is older than the journal."""
    slips = Entry.objects.filter(kind=Slip.journal_kind, act=FOUND)
    steps = Entry.objects.filter(kind=Step.journal_kind, act=FOUND)
    if of is not None:
        taken = Step.objects.filter(slip__in=of).values_list("pk", flat=True)
        slips, steps = slips.filter(row__in=of), steps.filter(row__in=list(taken))
    found = steps.values_list("content", flat=True)
    return {content["slip_id"] for content in found} | set(slips.values_list("row", flat=True))


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


def shift_faults(
    book: str,
    moved: dict[str, list[Moved]],
    record_of: NumberOf,
    after: int = 0,
    slips: frozenset[int] | None = None,
) -> Iterator[str]:
    """A sentence for each shift that does not follow the one before, for money of the game that lies in another shift
    than its record, for money of a slip that does not lie in the slip's shift, and for a closing whose balances are not
    what had moved until then. `moved`: all that moved in the book, by reference; with `slips` only these slips are
    looked at, and the shifts that had not ended before the transfer `after`."""
    shifts = _shifts(book, after)
    yield from _order_faults(shifts, shifts[0].number if after and shifts else 1)
    yield from _game_faults(shifts, moved, record_of)
    yield from _slip_faults(book, shifts, moved, slips)
    yield from _balance_faults(book, shifts, moved, after)


def _shifts(book: str, after: int) -> list[Shift]:
    """In their order: those that had not ended before that transfer, and the one before them."""
    found = Shift.objects.filter(book=book).select_related("closing", "opening").order_by("-number")
    chosen = list(found.filter(Q(closing=None) | Q(closing__last__gte=after)) if after else found)
    if after:
        chosen += found.filter(number__lt=chosen[-1].number)[:1] if chosen else found[:1]
    return chosen[::-1]


def _order_faults(shifts: list[Shift], first: int) -> Iterator[str]:
    begins: Bounds | None = None
    for number, shift in enumerate(shifts, first):
        where = f"shift {shift}"
        if shift.number != number:
            yield f"{where}: shift {number} should be there"
        if begins is not None and begins != Bounds(shift.first_record, shift.first):
            yield f"{where} does not begin where the one before it ended"
        if KINDS[shift.opening.kind].shift != "opens" or shift.opening.book != shift.book:
            yield f"{where} was opened by {shift.opening}"
        if not shift.end and shift is not shifts[-1]:
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


def _slip_faults(
    book: str, shifts: list[Shift], moved: dict[str, list[Moved]], chosen: frozenset[int] | None
) -> Iterator[str]:
    slips = Slip.objects.filter(book=book).only("number", "shift", "steps").order_by("number")
    if chosen is not None:
        slips = slips.filter(pk__in=chosen)
        older = Shift.objects.filter(Q(slips__in=chosen) | Q(opening__in=chosen), book=book)
        shifts = [*older.select_related("closing").distinct(), *shifts]
    within: dict[int | None, Shift] = {shift.pk: shift for shift in shifts}
    opened = {shift.opening_id: shift for shift in shifts}
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


def _balance_faults(
    book: str, shifts: list[Shift], moved: dict[str, list[Moved]], after: int
) -> Iterator[str]:
    held: Counter[str] = Counter()
    for code, amount in balances_at(book, after).items() if after else ():
        held[kind_of(code)] += amount
    rest = [one for found in moved.values() for one in found if one.number > after]
    rest.sort(key=lambda one: one.number, reverse=True)
    for shift in shifts:
        if (end := shift.end) is None or end.last < after:
            continue
        while rest and rest[-1].number <= end.last:
            # A kind belongs to one kind of book, and no posting is between two tables: no need to look at the book.
            for leg in legs(rest.pop().posting):
                held[kind_of(leg.account)] += leg.amount
        if end.balances != {kind: held[kind] for kind in own_kinds(book)}:
            yield f"shift {shift} was closed with other balances than had moved until then"
