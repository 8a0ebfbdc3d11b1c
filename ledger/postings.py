"""Double entry without a database: what moves, its two legs, and what remains per account. Integers only.

An account's code is `table:SLUG:KIND`, `table:SLUG:chips:PLAYER`, `cage:main:KIND` or `house:main:KIND`:

| kind | what lies there |
|---|---|
| `chips` | the chips that a player (without a name: whoever is not known) has got from the house, less those he gave |
| `stakes`, `bank` | on the table's cloth |
| `tray`, `cagnotte`, `tips`, `drop` | the table's float, its box of deductions, its tips, the money for chips sold |
| `transit` | chips of a fill or credit that have left one place and not reached the other |
| `stock`, `cash` | the cage's chips and money |
| `capital`, `tronc`, `over_short` | the house's own: what it put up, its staff's tips, what counts found |
| `outside` | money that people brought in, negative, or carried out |
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

KINDS = (
    *("chips", "stakes", "bank", "tray", "cagnotte", "tips", "drop", "transit"),
    *("stock", "cash", "capital", "tronc", "over_short", "outside"),
)
NEVER_NEGATIVE = ("stakes", "bank", "cagnotte", "tips", "drop", "transit", "stock", "cash", "tronc")
# Between these the players' money moves without the house's being touched: no report asks what came and went.
PLAYERS_OWN = frozenset({"chips", "stakes", "bank"})

CAGE, HOUSE = "cage:main", "house:main"
UNDONE = "undone: "


@dataclass(frozen=True, slots=True)
class Posting:
    """`amount` (> 0) leaves the account `source` and enters `target`; both are casino-wide codes such as
    `table:mesa-4:stakes`. Raises ValueError for an amount that is no positive integer, one account twice, or accounts
    of two tables: between tables money goes through the cage."""

    source: str
    target: str
    amount: int
    memo: str

    def __post_init__(self) -> None:
        if type(self.amount) is not int or self.amount <= 0:
            raise ValueError(f"an amount is a positive integer, not {self.amount!r}")
        if self.source == self.target:
            raise ValueError(f"money cannot move from {self.source} to itself")
        if len({book for book in map(book_of, (self.source, self.target)) if _is_table(book)}) > 1:
            raise ValueError(f"{self.source} and {self.target} belong to two tables")


@dataclass(frozen=True, slots=True)
class Leg:
    """One side of a posting: `amount` is negative where money leaves."""

    account: str
    amount: int


@dataclass(frozen=True, slots=True)
class Flow:
    """What a report counts a posting as. `book`: the table whose it is, else the source's."""

    book: str
    source: str
    target: str
    purpose: str


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
    return Posting(posting.target, posting.source, posting.amount, UNDONE + posting.memo)


def flow_of(posting: Posting) -> Flow | None:
    """What reports count a posting as; None where nothing of the house's is touched."""
    source, target = kind_of(posting.source), kind_of(posting.target)
    if PLAYERS_OWN.issuperset((source, target)):
        return None
    books = (book_of(posting.source), book_of(posting.target))
    return Flow(next((book for book in books if _is_table(book)), books[0]), source, target, posting.memo)


def kind_of(code: str) -> str:
    """The kind in an account code. Raises ValueError if there is none."""
    parts = code.split(":")
    if len(parts) < 3 or parts[2] not in KINDS:
        raise ValueError(f"{code} is no account code")
    return parts[2]


def book_of(code: str) -> str:
    """Whose accounts an account belongs to: `table:SLUG`, `cage:main`, `house:main`."""
    return ":".join(code.split(":")[:2])


def _is_table(book: str) -> bool:
    return book.startswith("table:")
