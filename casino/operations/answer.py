"""What a command of `novamas` answers: data for scripts, lines for people, and the exit status."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
    heading = {key: key for key in rows[0]}
    widths = {key: max(len(_cell(row[key])) for row in (heading, *rows)) for key in heading}
    return Answer([dict(row) for row in rows], [_line(row, widths) for row in (heading, *rows)])


def _line(row: Mapping[str, Any], widths: Mapping[str, int]) -> str:
    return "  ".join(_cell(row[key]).ljust(width) for key, width in widths.items()).rstrip()


def _cell(value: Any) -> str:
    return (
        {None: "-", True: "yes", False: "no"}.get(value, str(value))
        if not isinstance(value, int) or isinstance(value, bool)
        else str(value)
    )
