"""What must hold, and what is said where it does not."""

from tables.engine import State
from tables.record.decoding import stored_state


class Broken(Exception):
    """The first thing that does not hold, in a sentence."""


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
