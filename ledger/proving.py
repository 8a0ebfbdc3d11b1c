"""Proof that the money which no game moved was moved by slips, each what its kind and its signatures say."""

from collections.abc import Iterator

from ledger import service
from ledger.models import Slip
from ledger.postings import Posting, book_of
from ledger.settling import caused


def counter_faults(book: str, game: str | None = None) -> Iterator[str]:
    """A sentence for each reference of the book whose money is not that of its slip. `game`: how the references of
    the book's own game begin, which are proved elsewhere."""
    wanted: dict[str, list[Posting]] = {}
    slips = Slip.objects.filter(book=book) if game else Slip.objects.all()
    for slip in slips.prefetch_related("taken").order_by("number").iterator(chunk_size=500):
        for reference, postings in caused(slip).items():
            if touching := [posting for posting in postings if book in _books(posting)]:
                wanted[reference] = touching
    written = service.postings_by_reference(book, game or "", others=game is not None)
    for reference in sorted(written.keys() | wanted.keys()):
        if written.get(reference) != wanted.get(reference):
            yield f"the ledger has other money for {reference} than its slip"


def _books(posting: Posting) -> tuple[str, str]:
    return book_of(posting.source), book_of(posting.target)
