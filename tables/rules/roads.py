"""The roads that players watch, computed from the list of results alone, so that a corrected pass corrects them.

Results are a string of P, B and T, oldest first, without void passes. Grids have six rows; columns and rows count from
0. The rules of the derived roads are tested with the vectors in tests/data/roads.json.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, starmap, zip_longest

ROWS = 6
BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG = 1, 2, 3  # how many columns back each compares
TIE = "T"
MARKS = ("P", "B", TIE)


@dataclass(frozen=True, slots=True)
class Cell:
    """A mark in a grid: P, B or T, or red or blue on a derived road. `ties`: how many ties are marked on it; `also`:
    what else is shown of its result."""

    column: int
    row: int
    mark: str
    ties: int = 0
    also: str = ""


# Roads are drawn again after each pass and consist mostly of the same cells.
_cell = lru_cache(maxsize=16_384)(Cell)


def bead_plate(results: str, also: Sequence[str] = ()) -> tuple[Cell, ...]:
    """Every result in its own cell, column by column from top to bottom. `also`: what else is shown of each."""
    shown = zip_longest(results, also, fillvalue="")
    return tuple(
        _cell(number // ROWS, number % ROWS, mark, 0, more) for number, (mark, more) in enumerate(shown)
    )


def big_road(results: str, also: Sequence[str] = ()) -> tuple[Cell, ...]:
    """Streaks run downward. A tie marks the last cell; ties before the first result mark the first cell. `also`: what
    else is shown of each result but a tie."""
    ties = _ties(results)
    decided = [more for result, more in zip_longest(results, also, fillvalue="") if result != TIE]
    laid = zip(_laid(results.replace(TIE, "")), decided, strict=True)
    return tuple(_cell(*place, ties.get(number, 0), more) for number, (place, more) in enumerate(laid))


def derived_road(results: str, k: int) -> tuple[Cell, ...]:
    """Whether the big road repeats itself (red) or not (blue). `k` is BIG_EYE_BOY, SMALL_ROAD or COCKROACH_PIG."""
    return tuple(starmap(_cell, _laid(_derived(results, k))))


def predicted(results: str, k: int, following: str) -> str | None:
    """The mark that a derived road gets if the next result is `following`; None if it gets none yet."""
    before, after = _derived(results, k), _derived(results + following, k)
    return after[-1] if len(after) > len(before) else None


def percentages(results: str) -> dict[str, int]:
    """Each result's share of them all in whole percent. They add up to 100: what rounding leaves goes to the largest
    remainders. All 0 while there are none."""
    total = len(results)
    if not total:
        return dict.fromkeys(MARKS, 0)
    parts = {mark: divmod(100 * results.count(mark), total) for mark in MARKS}
    left = 100 - sum(whole for whole, _ in parts.values())
    raised = sorted(MARKS, key=lambda mark: -parts[mark][1])[:left]
    return {mark: whole + (mark in raised) for mark, (whole, _) in parts.items()}


def streaks(results: str) -> list[tuple[str, int]]:
    """Each streak of one side as (mark, length), oldest first. Ties neither end a streak nor lengthen it."""
    return [(mark, len(list(streak))) for mark, streak in groupby(results.replace(TIE, ""))]


def last_columns(cells: tuple[Cell, ...], columns: int) -> tuple[Cell, ...]:
    """Only the newest `columns` columns, shifted so that the first one shown is column 0."""
    hidden = max((cell.column for cell in cells), default=0) + 1 - columns
    if hidden <= 0:
        return cells
    return tuple(replace(cell, column=cell.column - hidden) for cell in cells if cell.column >= hidden)


def _derived(results: str, k: int) -> list[str]:
    """The marks of a derived road in the order in which they came."""
    heights = [height for _mark, height in streaks(results)]
    return [mark for column in range(k, len(heights)) for mark in _compared(heights, column, k)]


def _compared(heights: list[int], column: int, k: int) -> list[str]:
    """The marks of one column, which has at least `k` columns before it."""
    height, other = heights[column], heights[column - k]
    marks = ["red"] * height
    if height > other:
        marks[other] = "blue"
    if column == k:  # its first entry has nothing to be compared with
        return marks[1:]
    if heights[column - 1] != heights[column - 1 - k]:
        marks[0] = "blue"
    return marks


def _laid(marks: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """(column, row, mark) of each mark. Equal marks run down; another mark starts a new column, to the right of the
    last one's head or in the next free column."""
    taken: set[tuple[int, int]] = set()
    head, column, row, bent, last = -1, 0, 0, False, ""
    for mark in marks:
        if mark != last:
            head = _free(taken, head + 1)
            column, row, bent, last = head, 0, False, mark
        elif bent or row == ROWS - 1 or (column, row + 1) in taken:
            column, bent = column + 1, True
        else:
            row += 1
        taken.add((column, row))
        yield column, row, mark


def _free(taken: set[tuple[int, int]], column: int) -> int:
    while (column, 0) in taken:
        column += 1
    return column


def _ties(results: str) -> dict[int, int]:
    """The number of ties that lie on the cell of each decided result, by its number."""
    found: dict[int, int] = {}
    decided = -1
    for result in results:
        if result == TIE:
            found[max(decided, 0)] = found.get(max(decided, 0), 0) + 1
        else:
            decided += 1
    return found
