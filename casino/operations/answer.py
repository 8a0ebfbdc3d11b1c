"""Answers of the commands of `novamas`: data for scripts, lines for people, and the exit status."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from casino.operations.language import gettext as _

DONE, FAILED, INTERRUPTED = 0, 1, 130  # exit statuses; argparse uses 2


class Fault(Exception):
    """Something cannot be done, said in one sentence. Nothing has changed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`data` is printed by `--json`, `lines` otherwise."""

    data: Any
    lines: Sequence[str] = ()
    status: int = DONE


def listing(rows: Sequence[Mapping[str, Any]], nothing: str) -> Answer:
    """Rows of the same keys, printed as a table; `nothing` is said if there are none."""
    if not rows:
        return Answer([], [nothing])
    heading = {key: _headings().get(key, key) for key in rows[0]}
    widths = {key: max(len(_cell(row[key])) for row in (heading, *rows)) for key in heading}
    return Answer([dict(row) for row in rows], [_line(row, widths) for row in (heading, *rows)])


def _line(row: Mapping[str, Any], widths: Mapping[str, int]) -> str:
    return "  ".join(_cell(row[key]).ljust(width) for key, width in widths.items()).rstrip()


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "-" if value is None else str(value)


def _headings() -> Mapping[str, str]:
    """The headings of the columns that people read; `--json` keeps the keys."""
    return {
        "username": _("Login"),
        "role": _("Role"),
        "language": _("Language"),
        "active": _("Active"),
        "last_login": _("Last login"),
        "passphrase": _("Passphrase"),
        "table": _("Table"),
        "name": _("Name"),
        "reglamento": _("Reglamento"),
        "phase": _("Phase"),
        "version": _("Version"),
        "retired": _("Retired"),
        "number": _("Number"),
        "kind": _("Kind"),
        "created": _("Created"),
        "expires": _("Expires"),
        "revoked": _("Revoked"),
        "kept": _("Kept"),
        "file": _("File"),
        "made": _("Made"),
        "key": _("Key"),
        "bytes": _("Bytes"),
        "proved": _("Proved"),
        "year": _("Year"),
        "digest": _("Digest"),
        "put_away": _("Put away"),
    }
