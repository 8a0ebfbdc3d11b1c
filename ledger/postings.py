"""Double entry without a database: what moves, its two legs, and what remains per account. Integers only."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

KINDS = ("chips", "stakes", "bank", "tray", "cagnotte")
NEVER_NEGATIVE = ("stakes", "bank", "cagnotte")


@dataclass(frozen=True, slots=True)
class Posting:
    """`amount` (> 0) leaves the account `source` and enters `target`; both are casino-wide codes such as
    `table:mesa-4:stakes`. Raises ValueError for an amount that is no positive integer, or one account twice."""

    source: str
    target: str
    amount: int
    memo: str

    def __post_init__(self) -> None:
        if type(self.amount) is not int or self.amount <= 0:
            raise ValueError(f"an amount is a positive integer, not {self.amount!r}")
        if self.source == self.target:
            raise ValueError(f"money cannot move from {self.source} to itself")


@dataclass(frozen=True, slots=True)
class Leg:
    """One side of a posting: `amount` is negative where money leaves."""

    account: str
    amount: int


def legs(posting: Posting) -> tuple[Leg, Leg]:
    """The two sides of a posting; their sum is zero."""
    return Leg(posting.source, -posting.amount), Leg(posting.target, posting.amount)


def net(postings: Iterable[Posting]) -> dict[str, int]:
    """Account code → change of its balance, accounts that do not change left out."""
    changes: Counter[str] = Counter()
    for posting in postings:
        for leg in legs(posting):
            changes[leg.account] += leg.amount
    return {account: change for account, change in changes.items() if change}


def compensating(posting: Posting) -> Posting:
    """The posting that undoes another: the same money, the other way."""
    return Posting(posting.target, posting.source, posting.amount, f"undone: {posting.memo}")


def kind_of(code: str) -> str:
    """The kind in an account code (`table:SLUG:KIND` or `table:SLUG:chips:PLAYER`). Raises ValueError if none."""
    parts = code.split(":")
    if len(parts) < 3 or parts[2] not in KINDS:
        raise ValueError(f"{code} is no account code")
    return parts[2]


def book_of(code: str) -> str:
    """Whose accounts an account belongs to: `table:SLUG`."""
    return ":".join(code.split(":")[:2])
