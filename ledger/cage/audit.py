"""Proof that the money which no game moved was moved by slips, each what its kind and its signatures say."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import zip_longest

from casino.accounts.permissions import may_take_step
from casino.journal.models import FOUND, Entry
from ledger.audit import Cause, cause_faults
from ledger.cage.issuing import SERIES
from ledger.cage.models import Series, Slip, Step
from ledger.cage.slip_postings import expected_postings, moments, reference, references
from ledger.cage.slips import VOID
from ledger.postings import book_of
from ledger.selectors import moved_by_reference

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
