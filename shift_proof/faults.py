"""What can be wrong with a file."""

from typing import Any

Json = dict[str, Any]


class NotOurs(Exception):
    """The file is not a whole bundle of a shift, and why."""


class Broken(Exception):
    """Something in the bundle does not hold: what, and where."""


def same(what: str, found: object, due: object) -> None:
    """Raise Broken unless `found` is what is due."""
    if found != due:
        raise Broken(f"{what} is {found!r}, but {due!r} is due")
