"""Roads as numbers that a template can draw in SVG: one unit is one cell."""

from dataclasses import dataclass

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
    """A cell to draw: its middle `x`, `y`, its colour's class, letter and ties."""

    x: float
    y: float
    side: str
    letter: str
    ties: int


@dataclass(frozen=True, slots=True)
class Road:
    """`shape`: how its marks are drawn: letters, rings, dots or slashes. `columns` × 6 cells."""

    name: str
    shape: str
    columns: int
    marks: tuple[Mark, ...]
    rows: int = ROWS

    @property
    def upright(self) -> range:
        """Where the grid's upright lines stand."""
        return range(self.columns + 1)

    @property
    def level(self) -> range:
        """Where the grid's level lines lie."""
        return range(self.rows + 1)


def roads(results: str, tie_letter: str, columns: int) -> dict[str, Road]:
    """All five; the big road has `columns` columns, the others what a wall has room for."""
    cells = {
        "big": (big_road(results), "rings", columns),
        "bead": (bead_plate(results), "letters", 12),
        "eye": (derived_road(results, BIG_EYE_BOY), "rings", 12),
        "small": (derived_road(results, SMALL_ROAD), "dots", 12),
        "pig": (derived_road(results, COCKROACH_PIG), "slashes", 12),
    }
    return {
        name: Road(name, shape, wide, tuple(_mark(cell, tie_letter) for cell in last_columns(found, wide)))
        for name, (found, shape, wide) in cells.items()
    }


def _mark(cell: Cell, tie_letter: str) -> Mark:
    letter = tie_letter if cell.mark == "T" else cell.mark
    return Mark(cell.column + 0.5, cell.row + 0.5, SIDES[cell.mark], letter, cell.ties)


def counts(results: str) -> dict[str, int]:
    """How often each side came in this shoe."""
    return {side: results.count(letter) for letter, side in (("P", "punto"), ("B", "banca"), ("T", "tie"))}
