"""Proof that the money which no game moved was moved by slips, each what its kind and its signatures say."""

from collections.abc import Iterator
from itertools import zip_longest

from casino.accounts.permissions import may_take_step
from ledger.cage.models import Slip
from ledger.cage.slip_postings import expected_postings
from ledger.cage.slips import VOID
from ledger.postings import Posting, book_of
from ledger.selectors import postings_by_reference


def counter_faults(book: str, game: str | None = None) -> Iterator[str]:
    """A sentence for each signature that a slip of the book should not have, and for each reference of the book whose
    money is not that of its slip. `game`: how the references of the book's own game begin, which are proved elsewhere.
    """
    wanted: dict[str, list[Posting]] = {}
    slips = Slip.objects.filter(book=book) if game else Slip.objects.all()
    for slip in slips.prefetch_related("taken").order_by("number").iterator(chunk_size=500):
        if slip.book == book:
            yield from _signature_faults(slip)
        for reference, postings in expected_postings(slip).items():
            if touching := [posting for posting in postings if book in _books(posting)]:
                wanted[reference] = touching
    written = postings_by_reference(book, game or "", others=game is not None)
    for reference in sorted(written.keys() | wanted.keys()):
        if written.get(reference) != wanted.get(reference):
            yield f"the ledger has other money for {reference} than its slip"


def _signature_faults(slip: Slip) -> Iterator[str]:
    """Each step was the slip's next, of a role that may take it, and two in a row are two persons'."""
    before, taken = slip.actor, [step for step in slip.taken.all() if step.name != VOID]
    for wanted, step in zip_longest(slip.steps[: len(taken)], taken):
        allowed = step.name == wanted and may_take_step(step.role, slip.kind, step.name, slip.role)
        if not allowed or (step.actor == before and step.name != "sent"):
            yield f"slip {slip.number} was not {step.name} as it must be"
        before = step.actor


def _books(posting: Posting) -> tuple[str, str]:
    return book_of(posting.source), book_of(posting.target)
