"""Expectations of the audit, and the sentences for those that do not hold."""

from collections.abc import Iterable, Iterator

from django.core.exceptions import ObjectDoesNotExist

from tables.engine import State
from tables.record.stored import stored_state


class Broken(Exception):
    """The first thing that does not hold, in a sentence."""


# What reading raises where somebody wrote what the product never writes.
UNREADABLE = (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, ObjectDoesNotExist)


def readable(faults: Iterable[str]) -> Iterator[str]:
    """These faults, and a last one if what is stored cannot even be read."""
    try:
        yield from faults
    except UNREADABLE as error:
        yield unreadable(error)


def unreadable(error: Exception) -> str:
    """The sentence for what cannot be read."""
    return f"something that is stored cannot be read: {type(error).__name__}: {error}"


def expect(what: str, found: object, wanted: object) -> None:
    """Raises Broken if `found` is not what the record gives."""
    if found != wanted:
        raise Broken(f"{what} does not hold: found {found!r}, the record gives {wanted!r}")


def expect_state(what: str, text: str, schema: int, wanted: State) -> None:
    """Raises Broken if the state stored as `text` cannot be decoded, or is not what the record gives."""
    try:
        expect(what, stored_state(text, schema) == wanted, True)
    except ValueError as error:
        raise Broken(f"{what} cannot be read: {error}") from error
