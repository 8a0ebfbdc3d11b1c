"""What can be wrong with a file."""

import re
from fractions import Fraction
from typing import Any

Json = dict[str, Any]


class NotOurs(Exception):
    """The file is not a whole bundle of a shift, and why."""


class Broken(Exception):
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
        raise Broken(f"{str(text)[:40]!r} is no rate")
    return Fraction(str(text))


def same(what: str, found: object, due: object) -> None:
    """Raise Broken unless `found` is what is due."""
    if found != due:
        raise Broken(f"{what} is {found!r}, but {due!r} is due")
