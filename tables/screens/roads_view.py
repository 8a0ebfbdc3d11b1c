"""The roads as coordinates for SVG templates: one unit is one cell."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from tables.rules.roads import (
    BIG_EYE_BOY,
    COCKROACH_PIG,
    MARKS,
    ROWS,
    SMALL_ROAD,
    Cell,
    bead_plate,
    big_road,
    derived_road,
    last_columns,
    percentages,
    predicted,
)

ROAD_COLUMNS = {"big": 24, "plate": 12, "eye": 12, "small": 12, "pig": 12}  # that a screen has room for
COMPARING = {"eye": BIG_EYE_BOY, "small": SMALL_ROAD, "pig": COCKROACH_PIG}
SHAPES = {"eye": "hollow", "small": "dots", "pig": "slashes"}  # of the marks on each derived road
SIDES = {"P": "punto", "B": "banca", "T": "tie", "red": "banca", "blue": "punto"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell to draw: its centre `x`, `y`, the side (a CSS class for its colour), its letter (T for a tie)
    and number of ties."""

    x: float
    y: float
    side: str
    letter: str
    ties: int


@dataclass(frozen=True, slots=True)
class Road:
    """`shape`: how its marks are drawn (letters, rings, hollow, dots or slashes). It has `columns` × 6 cells."""

    name: str
    shape: str
    columns: int
    marks: tuple[Mark, ...]
    rows: int = ROWS

    @property
    def length(self) -> int:
        """How many of its columns have marks."""
        return max((int(mark.x) + 1 for mark in self.marks), default=0)

    @property
    def grid(self) -> str:
        """The lines between the cells, as one SVG path."""
        return _grid(self.columns, self.rows)


@cache
def _grid(columns: int, rows: int) -> str:
    upright = "".join(f"M{x} 0V{rows}" for x in range(columns + 1))
    return upright + "".join(f"M0 {y}H{columns}" for y in range(rows + 1))


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a derived road gets if the next result is `letter`: `mark`, red, blue or None for no mark yet, drawn in
    `shape` and `colour`."""

    letter: str
    side: str
    shape: str
    mark: str | None
    colour: str | None


@lru_cache(maxsize=64)
def roads(results: str, **columns: int) -> Mapping[str, Road]:
    """All five, each with its newest columns: big, plate, eye, small and pig. `columns`: how many each shows."""
    found = {
        "big": ("rings", big_road(results)),
        "plate": ("letters", bead_plate(results)),
        **{name: (SHAPES[name], derived_road(results, back)) for name, back in COMPARING.items()},
    }
    return {
        name: Road(name, shape, columns[name], tuple(map(_mark, last_columns(cells, columns[name]))))
        for name, (shape, cells) in found.items()
    }


def _mark(cell: Cell) -> Mark:
    return Mark(cell.column + 0.5, cell.row + 0.5, SIDES[cell.mark], cell.mark, cell.ties)


def counts(results: str) -> dict[str, int]:
    """How often each result came in this shoe."""
    return {SIDES[mark]: results.count(mark) for mark in MARKS}


def shares(results: str) -> dict[str, int]:
    """What part of this shoe's results each is, in whole percent."""
    return {SIDES[mark]: share for mark, share in percentages(results).items()}


@lru_cache(maxsize=64)
def predictions(results: str) -> Mapping[str, tuple[Prediction, ...]]:
    """What each derived road gets if punto wins the next pass, and if banca does."""
    return {
        name: tuple(_prediction(name, results, back, letter) for letter in "PB")
        for name, back in COMPARING.items()
    }


def _prediction(name: str, results: str, back: int, letter: str) -> Prediction:
    mark = predicted(results, back, letter)
    return Prediction(letter, SIDES[letter], SHAPES[name], mark, SIDES.get(mark or ""))
