"""Faults of a file, and the checks that raise them."""

import re
from fractions import Fraction
from typing import Any

from shift_proof.words import Words

Json = dict[str, Any]


class Fault(Exception):
    """`words`: what is wrong; in English where nobody asks for a language."""

    def __init__(self, template: str, /, **fields: Any) -> None:
        super().__init__(template)
        self.words = Words(template, **fields)

    def __str__(self) -> str:
        return str(self.words)


class NotOurs(Fault):
    """The file is not a whole bundle of a shift, and why."""


class Broken(Fault):
    """Something in the bundle does not hold: what, and where."""


# What reading raises where somebody wrote what the product never writes.
UNREADABLE = (
    *(ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError),
    *(RecursionError, MemoryError),
)
RATE = re.compile(r"\d{1,9}(/\d{1,9})?")


def rate_of(text: object) -> Fraction:
    """A rate such as `1/20`. Raises Broken: a number like 1e999999999 would be computed for ever."""
    if not RATE.fullmatch(str(text)):
        raise Broken("{found} is no rate", found=str(text)[:40])
    return Fraction(str(text))


def same(what: str, found: object, due: object, /, **fields: Any) -> None:
    """Raise Broken unless `found` is what is due. `what`: a sentence with those fields."""
    if found != due:
        raise Broken("{what} is {found}, but {due} is due", what=Words(what, **fields), found=found, due=due)
