"""The chart of accounts: which books and accounts an installation keeps, and for which purposes money moves.

The ledger knows none of them by itself. `settings.LEDGER_CHART` names the installation's chart, which `ledger.conf`
loads. The models' constraints are made from it, so that the database refuses a code that the chart does not have.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol


class Purpose(Protocol):
    """Why money moves: a string, such as a member of a StrEnum, which is stored with each transfer."""

    @property
    def in_result(self) -> bool:
        """Whether a transfer for this purpose counts to the result."""


@dataclass(frozen=True, slots=True)
class AccountKind:
    """A kind of account. `label`: what people call it, in English; empty where nobody is shown it. `may_be_negative`:
    its balance may fall below zero. `personal`: each belongs to a person. `in_totals`: hourly totals are kept of what
    enters and leaves it. `in_result`: what enters it for a purpose that counts to the result has been won, and what
    leaves it has been lost."""

    code: str
    label: str = ""
    may_be_negative: bool = False
    personal: bool = False
    in_totals: bool = True
    in_result: bool = False


@dataclass(frozen=True, slots=True)
class BookKind:
    """A kind of books, and the accounts that such a book may have. `isolated`: no money moves directly from one such
    book to another, and what moves between one and the rest is totalled in it."""

    code: str
    accounts: tuple[AccountKind, ...]
    isolated: bool = False


@dataclass(frozen=True)
class Chart:
    """All books, accounts and purposes of an installation. Raises ValueError where two have the same code."""

    books: tuple[BookKind, ...]
    purposes: tuple[Purpose, ...]

    def __post_init__(self) -> None:
        for codes in (
            [book.code for book in self.books],
            [kind.code for kind in self._kinds],
            self._purposes,
        ):
            if twice := [code for code, times in Counter(codes).items() if times > 1]:
                raise ValueError(f"the chart has {', '.join(twice)} twice")

    @cached_property
    def kinds(self) -> dict[str, AccountKind]:
        """Code → kind of account, over all books."""
        return {kind.code: kind for kind in self._kinds}

    @cached_property
    def labels(self) -> dict[str, str]:
        """Code → label, of every kind of account that has one."""
        return {kind.code: kind.label for kind in self._kinds if kind.label}

    @cached_property
    def may_be_negative(self) -> tuple[str, ...]:
        """The kinds of accounts whose balance may fall below zero."""
        return tuple(kind.code for kind in self._kinds if kind.may_be_negative)

    @cached_property
    def personal(self) -> frozenset[str]:
        """The kinds of accounts that belong to persons."""
        return frozenset(kind.code for kind in self._kinds if kind.personal)

    @cached_property
    def result_kinds(self) -> tuple[str, ...]:
        """The kinds of accounts in which the result lies."""
        return tuple(kind.code for kind in self._kinds if kind.in_result)

    @cached_property
    def purpose_codes(self) -> tuple[str, ...]:
        """The codes that a transfer may have."""
        return tuple(self._purposes)

    @cached_property
    def result_purposes(self) -> frozenset[str]:
        """The purposes that count to the result."""
        return frozenset(str(purpose) for purpose in self.purposes if purpose.in_result)

    @cached_property
    def isolated(self) -> frozenset[str]:
        """The kinds of books between which no money moves directly."""
        return frozenset(book.code for book in self.books if book.isolated)

    @cached_property
    def own_kinds(self) -> dict[str, tuple[str, ...]]:
        """Kind of book → the kinds of its accounts that belong to no person."""
        return {book.code: _own(book.accounts) for book in self.books}

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Each kind of book with each kind of account that it may have."""
        return frozenset((book.code, kind.code) for book in self.books for kind in book.accounts)

    @cached_property
    def _kinds(self) -> list[AccountKind]:
        return [kind for book in self.books for kind in book.accounts]

    @cached_property
    def _purposes(self) -> list[str]:
        return [str(purpose) for purpose in self.purposes]


def _own(kinds: Iterable[AccountKind]) -> tuple[str, ...]:
    return tuple(kind.code for kind in kinds if not kind.personal)
