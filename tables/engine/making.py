"""Quicker constructors for the frozen dataclasses that are made in every pass.

The standard one calls `object.__setattr__` for each field. This one sets the instance's dictionary as a whole, as
`tables.engine.copying` does for a changed copy. Its parameters are the same; all else of the class stays as the
standard library made it, which generates its constructors in the same way.
"""

from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar

_Kind = TypeVar("_Kind", bound=type[Any])


def made_at_once(kind: _Kind) -> _Kind:
    """Class decorator for a frozen dataclass without slots, `__post_init__` and default factories, whose fields are
    all given by name or all in their order."""
    found = fields(kind)
    by_name = "*, " if found and found[0].kw_only else ""
    parameters, pairs = ", ".join(map(_parameter, found)), ", ".join(f"'{f.name}': {f.name}" for f in found)
    head = f"self, {by_name}{parameters}" if found else "self"
    scope = {f"_{field.name}": field.default for field in found} | {"_set": object.__setattr__}
    exec(f"def __init__({head}): _set(self, '__dict__', {{{pairs}}})", scope)  # noqa: S102 (our own names)
    kind.__init__ = scope["__init__"]
    return kind


def _parameter(field: Field[Any]) -> str:
    if field.default_factory is not MISSING:
        raise TypeError(f"{field.name} has a default factory")
    return field.name if field.default is MISSING else f"{field.name}=_{field.name}"
