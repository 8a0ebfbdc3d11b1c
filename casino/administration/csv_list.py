"""A CSV file of people or tables. One line that is wrong refuses the whole file, with its number and the reason."""

import csv
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils import translation

from casino.common.refusals import Refusal
from casino.common.text import folded
from casino.common.wording import lazy_text as _

Row = dict[str, str]
Rows = list[tuple[int, Row]]
LARGEST = 1 << 20  # bytes
SEPARATORS = ",;\t"  # as spreadsheets write them: where a comma stands before the decimals, semicolons

# What a list may call a column, beside its own name, in each language
HEADS = {
    "username": (_("Login"),),
    "role": (_("Role"),),
    "language": (_("Language"),),
    "first_name": (_("First name"), _("Name")),
    "last_name": (_("Last name"), _("Last names")),
    "tables": (_("Tables"),),
    "table": (_("Table"),),
    "name": (_("Name"),),
}


@dataclass(frozen=True, slots=True)
class Source:
    """The content of a file, and its name in a refusal."""

    name: str
    data: bytes


def of_file(path: Path) -> Source:
    """The file at `path`. Raises Refusal."""
    try:
        return Source(str(path), path.read_bytes())
    except OSError as error:
        raise Refusal("unreadable_file", file=str(path), reason=str(error.strerror)) from error


def read(source: Source, needed: Collection[str], known: Collection[str]) -> Rows:
    """Each row with the number of its line. The first line names the columns: all of `needed`, and no others than
    `known`. What stands between these stands between all values. Raises Refusal, also where there are no rows.

    Names of columns may be those of any language of the product (`HEADS`) and have large letters, and what a
    spreadsheet leaves empty, lines and columns, is passed over; a line may end before columns that it leaves empty.
    """
    table = _filled(source, text_of(source).splitlines())
    if not table:
        raise Refusal("empty_file", file=source.name, columns=", ".join(known))
    names = _names(known)
    columns = [names.get(folded(name), name.lower()) for name in table[0][1]]
    _check_columns(source, [name for name in columns if name], needed, known)
    if len(table) == 1:
        raise Refusal("no_rows", file=source.name)
    shortest = max(map(columns.index, needed)) + 1
    return [(line, _row(source, line, columns, cells, shortest)) for line, cells in table[1:]]


def _names(known: Collection[str]) -> dict[str, str]:
    """What these columns are called, in every language → the column."""
    found: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {folded(str(head)): column for column in known for head in HEADS[column]}
    return found | {column: column for column in known}


def each(source: Source, rows: Rows, check: Callable[[Row], None]) -> None:
    """Call `check` with every row. What it refuses is raised with the number of the line."""
    for line, row in rows:
        try:
            check(row)
        except Refusal as refusal:
            raise Refusal("refused_line", file=source.name, line=line, refusal=refusal) from refusal


def text_of(source: Source) -> str:
    """The text of a file in UTF-8. Raises Refusal."""
    if len(source.data) > LARGEST:
        raise Refusal("large_file", file=source.name, most=LARGEST >> 20)
    try:
        return source.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.data[: error.start].count(b"\n") + 1
        raise Refusal(
            "bad_line", file=source.name, line=line, detail="this is not UTF-8; save the file as CSV UTF-8."
        ) from error


def _filled(source: Source, lines: list[str]) -> list[tuple[int, list[str]]]:
    """The cells of each row that has something in one, with the number of its line."""
    separator = max(SEPARATORS, key=next(filter(None, lines), "").count)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    found: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if cells := [cell.strip() for cell in row if any(map(str.strip, row))]:
                found.append((reader.line_num, cells))
    except csv.Error as error:  # of a quote that is not closed, the line where it was opened
        line = found[-1][0] + 1 if found else 1
        raise Refusal(
            "bad_line", file=source.name, line=line, detail="a quote is opened and not closed."
        ) from error
    return found


def _row(source: Source, line: int, columns: list[str], cells: list[str], shortest: int) -> Row:
    named = [number for number, name in enumerate(columns) if name]
    if len(cells) < shortest or any(cell for number, cell in enumerate(cells) if number not in named):
        raise Refusal(
            "bad_line",
            file=source.name,
            line=line,
            columns=len(named),
            detail="there must be %(columns)s columns.",
        )
    cells = cells + [""] * (len(columns) - len(cells))
    return {columns[number]: cells[number] for number in named}


def _check_columns(
    source: Source, columns: list[str], needed: Collection[str], known: Collection[str]
) -> None:
    for name in needed:
        if name not in columns:
            raise Refusal(
                "bad_line", file=source.name, line=1, column=name, detail="there is no column %(column)s."
            )
    for name in columns:
        if name not in known or columns.count(name) > 1:
            raise Refusal(
                "bad_line",
                file=source.name,
                line=1,
                column=name,
                known=", ".join(known),
                detail="the column “%(column)s” is not one of %(known)s, or is there twice.",
            )
