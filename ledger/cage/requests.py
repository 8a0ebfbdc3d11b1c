"""What is said at the counter: who asks, for what, on whose book; and why it is not possible."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class NotPossible(Exception):
    """Why a slip is not made or does not go on; nothing was written. `code` is stable, `fields` belong to it."""

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Who:
    """Who asks or signs: the login and its role."""

    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What a slip says. `chips`: denomination (as text, so that JSON bears it) → how many, instead of an amount.
    `number`: of a paper printed with one; `key`: makes a repetition harmless."""

    kind: str
    amount: int | None = None
    chips: Mapping[str, int] | None = None
    player: str = ""
    reason: str = ""
    number: int | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Book:
    """Whose slip it is. `record`: where the table's own record stands; `players`: who is known there."""

    code: str
    record: int = 0
    players: frozenset[str] = field(default_factory=frozenset)
