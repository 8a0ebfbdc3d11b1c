"""The roads that players watch, from the list of results alone: so a corrected pass corrects them.

Results are a string of P, B and T, oldest first; void passes are not in it. Grids have six rows; columns and rows
count from 0. Source of the derived roads' rules: the project's screens page, and the vectors in tests/data/roads.json.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, groupby

ROWS = 6
BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG = 1, 2, 3  # how many columns back each compares
TIE = "T"


@dataclass(frozen=True, slots=True)
class Cell:
    """A mark in a grid: P, B or T, or red or blue on a derived road. `ties`: how many were drawn on it."""

    column: int
    row: int
    mark: str
    ties: int = 0


def bead_plate(results: str) -> tuple[Cell, ...]:
    """Every result in a cell of its own, top to bottom, then right."""
    return tuple(Cell(number // ROWS, number % ROWS, mark) for number, mark in enumerate(results))


def big_road(results: str) -> tuple[Cell, ...]:
    """Streaks downward; a tie is a mark on the last cell, ties before the first result on the first one."""
    cells = _laid(results.replace(TIE, ""))
    ties = _ties(results)
    return tuple(replace(cell, ties=ties.get(number, 0)) for number, cell in enumerate(cells))


def derived_road(results: str, back: int) -> tuple[Cell, ...]:
    """BIG_EYE_BOY, SMALL_ROAD or COCKROACH_PIG: whether the big road repeats itself (red) or not (blue)."""
    heights = [len(list(streak)) for _, streak in groupby(results.replace(TIE, ""))]
    return _laid(
        mark for column, height in enumerate(heights) for mark in _compared(heights, column, height, back)
    )


def last_columns(cells: tuple[Cell, ...], columns: int) -> tuple[Cell, ...]:
    """Only the newest `columns` columns, moved so that the first shown is column 0."""
    hidden = max((cell.column for cell in cells), default=0) + 1 - columns
    if hidden <= 0:
        return cells
    return tuple(replace(cell, column=cell.column - hidden) for cell in cells if cell.column >= hidden)


def _compared(heights: list[int], column: int, height: int, back: int) -> Iterable[str]:
    if column - 1 - back >= 0:
        yield "red" if heights[column - 1] == heights[column - 1 - back] else "blue"
    if column - back >= 0:
        for entry in range(2, height + 1):
            yield "blue" if entry == heights[column - back] + 1 else "red"


def _laid(marks: Iterable[str]) -> tuple[Cell, ...]:
    """Equal marks run down; another mark starts a new column, right of the last one's head or in the next free one."""
    taken: dict[tuple[int, int], Cell] = {}
    head = -1
    for mark, streak in groupby(marks):
        head = next(column for column in count(head + 1) if (column, 0) not in taken)
        for column, row in _places(taken, head, len(list(streak))):
            taken[column, row] = Cell(column, row, mark)
    return tuple(taken.values())


def _places(taken: Container[tuple[int, int]], column: int, length: int) -> Iterator[tuple[int, int]]:
    """Down until the floor or a cell taken by an earlier streak, then right in that row."""
    depth = next(row for row in range(1, ROWS + 1) if row == ROWS or (column, row) in taken)
    for number in range(length):
        yield column + max(number - depth + 1, 0), min(number, depth - 1)


def _ties(results: str) -> dict[int, int]:
    """How many ties lie on the cell of each decided result, by its number."""
    found: dict[int, int] = {}
    decided = -1
    for result in results:
        if result == TIE:
            found[max(decided, 0)] = found.get(max(decided, 0), 0) + 1
        else:
            decided += 1
    return found
