"""The roads as coordinates for SVG templates: one unit is one cell."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tables.rules.roads import (
    BIG_EYE_BOY,
    COCKROACH_PIG,
    ROWS,
    SMALL_ROAD,
    Cell,
    bead_plate,
    big_road,
    derived_road,
    last_columns,
)

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
    def grid(self) -> str:
        """The lines between the cells, as one SVG path."""
        upright = "".join(f"M{x} 0V{self.rows}" for x in range(self.columns + 1))
        return upright + "".join(f"M0 {y}H{self.columns}" for y in range(self.rows + 1))


@lru_cache(maxsize=64)
def roads(results: str, **columns: int) -> Mapping[str, Road]:
    """All five, each with its newest columns: big, plate, eye, small and pig. `columns`: how many each shows."""
    found = {
        "big": ("rings", big_road(results)),
        "plate": ("letters", bead_plate(results)),
        "eye": ("hollow", derived_road(results, BIG_EYE_BOY)),
        "small": ("dots", derived_road(results, SMALL_ROAD)),
        "pig": ("slashes", derived_road(results, COCKROACH_PIG)),
    }
    return {
        name: Road(name, shape, columns[name], tuple(map(_mark, last_columns(cells, columns[name]))))
        for name, (shape, cells) in found.items()
    }


def _mark(cell: Cell) -> Mark:
    return Mark(cell.column + 0.5, cell.row + 0.5, SIDES[cell.mark], cell.mark, cell.ties)


def counts(results: str) -> dict[str, int]:
    """How often each result came in this shoe."""
    return {side: results.count(letter) for letter, side in (("P", "punto"), ("B", "banca"), ("T", "tie"))}
