"""A CSV file of people or tables. One line that is wrong refuses the whole file, with its number and the reason."""

import csv
from collections.abc import Callable, Collection
from pathlib import Path

from casino.operations.answer import Fault

Row = dict[str, str]
LARGEST = 1 << 20  # bytes


def read(path: Path, needed: Collection[str], known: Collection[str]) -> list[tuple[int, Row]]:
    """Each row with the number of its line. The first line names the columns: all of `needed`, and no others than
    `known`. Raises Fault."""
    lines = _text(path).splitlines()
    if not lines:
        raise Fault(f"{path} is empty; its first line names the columns: {', '.join(known)}.")
    reader = csv.DictReader(lines, strict=True, restkey="", restval=None)
    _check_columns(path, [name.strip() for name in reader.fieldnames or []], needed, known)
    reader.fieldnames = [name.strip() for name in reader.fieldnames or []]
    return list(_rows(path, reader))


def each(path: Path, rows: list[tuple[int, Row]], check: Callable[[Row], None]) -> None:
    """Call `check` with every row. What it refuses (Fault) is raised with the number of the line."""
    for line, row in rows:
        try:
            check(row)
        except Fault as fault:
            raise Fault(f"{path}, line {line}: {fault} Nothing was taken from the file.") from fault


def _rows(path: Path, reader: "csv.DictReader[str]") -> list[tuple[int, Row]]:
    found: list[tuple[int, Row]] = []
    try:
        for row in reader:
            if "" in row or None in row.values():
                raise Fault(
                    f"{path}, line {reader.line_num}: there must be {len(reader.fieldnames or [])} columns."
                )
            found.append((reader.line_num, {name: value.strip() for name, value in row.items()}))
    except csv.Error as error:  # of a quote that is not closed, the line where it was opened
        line = found[-1][0] + 1 if found else 2
        raise Fault(f"{path}, line {line}: {error}.") from error
    return found


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Fault(f"{path}: {error.strerror}.") from error
    if len(data) > LARGEST:
        raise Fault(f"{path} is larger than {LARGEST >> 20} MiB, which no list of people or tables is.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Fault(f"{path}, line {line}: this is not UTF-8; save the file as CSV UTF-8.") from error


def _check_columns(path: Path, columns: list[str], needed: Collection[str], known: Collection[str]) -> None:
    for name in needed:
        if name not in columns:
            raise Fault(f"{path}, line 1: there is no column {name}.")
    for name in columns:
        if name not in known or columns.count(name) > 1:
            raise Fault(
                f"{path}, line 1: the column “{name}” is not one of {', '.join(known)}, or is there twice."
            )
