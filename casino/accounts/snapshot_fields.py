"""Which fields of a table's snapshot each role sees: a part of the permission table."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from casino.accounts.permissions import AT_A_TABLE, NOT_IN_PUBLIC, SUPERVISORS, Roles


def _parts(field: str, *parts: str) -> dict[str, Roles]:
    return dict.fromkeys((field, *(f"{field}.{part}" for part in parts)), AT_A_TABLE)


# Fields of the snapshot. A display does not see fields that are not named here, such as players and single bets; the
# others do.
FIELDS: Mapping[str, Roles] = {
    **dict.fromkeys(("version", "table", "name", "reglamento", "open", "suspended", "phase"), AT_A_TABLE),
    **dict.fromkeys(("limits", "lap", "results", "actions"), AT_A_TABLE),
    **_parts("shoe", "number", "decks", "dealt", "burned", "left", "last_pass"),
    **_parts("bank", "seat", "stake", "origin"),
    **_parts("offer", "seat"),
    **_parts("suite", "seat"),
    **_parts("auction", "lead"),
    **_parts("pass", "number", "punto", "banca", "next", "result", "natural", "stays"),
    **_parts("last_pass", "number", "result", "corrected", "punto", "banca"),
    "conduct": SUPERVISORS,
}
OTHER_FIELDS = NOT_IN_PUBLIC
_HAVE_PARTS = frozenset(field.partition(".")[0] for field in FIELDS if "." in field)


def sees(role: str, field: str) -> bool:
    """Whether `role` sees that field of the snapshot. A field within another is written `shoe.holder`."""
    return role in FIELDS.get(field, OTHER_FIELDS)


def visible(role: str, snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """The snapshot without the fields that `role` may not see, at both levels."""
    seen = {name: snapshot[name] for name in _seen(role, "", tuple(snapshot))}
    for name in _HAVE_PARTS & seen.keys():
        whole = seen[name]
        if whole is not None:
            seen[name] = {part: whole[part] for part in _seen(role, f"{name}.", tuple(whole))}
    return seen


@lru_cache(maxsize=512)
def _seen(role: str, prefix: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the names that `role` sees."""
    return tuple(name for name in names if sees(role, prefix + name))
