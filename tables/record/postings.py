"""The money that the game moves, as the ledger names it: a table's book, the references of its records, their
postings."""

from collections.abc import Sequence

from ledger.postings import Posting
from tables.engine import Event, transfers


def book_of(slug: str) -> str:
    """The ledger's name of a table's accounts."""
    return f"table:{slug}"


def reference_of(slug: str, number: int | str) -> str:
    """The ledger's name of what caused money to move: a table's record, or with "" the beginning of all of these."""
    return f"{slug}#{number}"


def undo_reference_of(slug: str, number: int) -> str:
    """The ledger's name of what takes back the money of undone records: that of the record that undid them."""
    return f"{reference_of(slug, number)}:undo"


def postings_of(slug: str, events: Sequence[Event]) -> list[Posting]:
    """The money of some events, between the accounts of that table."""
    book = book_of(slug)
    return [
        Posting(
            f"{book}:{move.source}",
            f"{book}:{move.target}",
            move.amount,
            move.purpose,
            subject=move.chance,
        )
        for event in events
        for move in transfers(event)
    ]
