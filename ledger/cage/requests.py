"""What is said at the counter: who requests or signs, what, and in which book."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Signer:
    """Who requests or signs: the login, its role, and whether he has lately shown who he is."""

    name: str
    role: str
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class SlipRequest:
    """What a slip shall say. `chips`: denomination (as text, because JSON has no other keys) → how many, instead of an
    amount. `number`: of a paper that was printed with one; `key`: makes a repetition harmless. `sure`: the questions
    (codes of `ledger.cage.questions`) that were answered with yes; None: a program asks, and is asked nothing."""

    kind: str
    amount: int | None = None
    chips: Mapping[str, int] | None = None
    player: str = ""
    reason: str = ""
    number: int | None = None
    key: str | None = None
    sure: frozenset[str] | None = None


def nobodys(_players: Collection[str]) -> Mapping[str, str]:
    """No names, where a book has no players."""
    return {}


@dataclass(frozen=True, slots=True)
class LockedBook:
    """The book that a slip belongs to, locked by the caller. `record`: the number of the table's last record.
    `players`: who is at the table; `names_of`: what players of the table are called, who may have left."""

    code: str
    record: int = 0
    players: frozenset[str] = field(default_factory=frozenset)
    names_of: Callable[[Collection[str]], Mapping[str, str]] = field(default=nobodys, compare=False)
