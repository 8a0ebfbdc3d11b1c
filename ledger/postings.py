"""Double entry without a database: what moves, its two legs, and what remains per account. Integers only.

An account's code is `BOOK:KIND` or, for a person's, `BOOK:KIND:PERSON`; a book's is `KIND:NAME`. The chart says which
kinds there are.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from ledger.conf import CHART


@dataclass(frozen=True, slots=True)
class Posting:
    """`amount` (> 0) leaves the account `source` and enters `target`, both by their codes. `purpose`: one of the
    chart's. `reversal`: it takes back an earlier posting, whose purpose it has. `subject`: what the purpose is about,
    where it does not say it.

    Raises ValueError for an amount that is no positive integer, for one account twice, and for accounts of two books
    between which no money moves directly."""

    source: str
    target: str
    amount: int
    purpose: str
    reversal: bool = False
    subject: str = ""

    def __post_init__(self) -> None:
        if type(self.amount) is not int or self.amount <= 0:
            raise ValueError(f"an amount is a positive integer, not {self.amount!r}")
        if self.source == self.target:
            raise ValueError(f"money cannot move from {self.source} to itself")
        source, target = book_of(self.source), book_of(self.target)
        if source != target and _is_isolated(source) and _is_isolated(target):
            raise ValueError(f"no money moves directly from {self.source} to {self.target}")


class Leg(NamedTuple):
    """One side of a posting: `amount` is negative where money leaves."""

    account: str
    amount: int


class Flow(NamedTuple):
    """The key of an hourly total: the book, the kinds of the two accounts, the purpose."""

    book: str
    source: str
    target: str
    purpose: str


def legs(posting: Posting) -> tuple[Leg, Leg]:
    """The two sides of a posting; their sum is zero."""
    return Leg(posting.source, -posting.amount), Leg(posting.target, posting.amount)


def net(postings: Iterable[Posting]) -> dict[str, int]:
    """Account code → change of its balance; accounts that do not change are left out."""
    changes: Counter[str] = Counter()
    for posting in postings:
        for leg in legs(posting):
            changes[leg.account] += leg.amount
    return {account: change for account, change in changes.items() if change}


def compensating(posting: Posting) -> Posting:
    """The posting that takes another back: the same money for the same purpose, the other way."""
    return replace(posting, source=posting.target, target=posting.source, reversal=True)


def flows(postings: Iterable[Posting]) -> Counter[Flow]:
    """The amounts that these postings add to the hourly totals; a reversal subtracts what the posting had added that it
    takes back."""
    found: Counter[Flow] = Counter()
    for posting in postings:
        if flow := _flow_of(posting):
            found[flow] += -posting.amount if posting.reversal else posting.amount
    return found


def _flow_of(posting: Posting) -> Flow | None:
    """None between accounts of which no totals are kept."""
    ends = (posting.target, posting.source) if posting.reversal else (posting.source, posting.target)
    source, target = map(kind_of, ends)
    if not (CHART.kinds[source].in_totals or CHART.kinds[target].in_totals):
        return None
    book, other = map(book_of, ends)
    if not _is_isolated(book) and _is_isolated(other):
        book = other
    return Flow(book, source, target, posting.purpose)


@lru_cache(maxsize=4096)
def kind_of(code: str) -> str:
    """The kind in an account code. Raises ValueError where the chart has no such account."""
    parts = code.split(":")
    if len(parts) < 3 or (parts[0], parts[2]) not in CHART.pairs:
        raise ValueError(f"{code} is no account code")
    return parts[2]


@lru_cache(maxsize=4096)
def book_of(code: str) -> str:
    """The code of the book that an account belongs to."""
    return ":".join(code.split(":")[:2])


def account_of(book: str, kind: str) -> str:
    """The code of a book's account of some kind."""
    return f"{book}:{kind}"


def own_kinds(book: str) -> tuple[str, ...]:
    """The kinds of accounts that such a book has, those of persons left out. Raises KeyError for an unknown kind of
    book."""
    return CHART.own_kinds[_kind_of_book(book)]


@lru_cache(maxsize=4096)
def _is_isolated(book: str) -> bool:
    return _kind_of_book(book) in CHART.isolated


def _kind_of_book(book: str) -> str:
    return book.partition(":")[0]
