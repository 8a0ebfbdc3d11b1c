"""The roads as coordinates for SVG templates, one unit a cell; and the pass on the table as one of its shoe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from casino.common.json_input import Json
from tables.engine.state import PASS_UNDER_WAY
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
    streaks,
)

ROAD_COLUMNS = {"big": 24, "plate": 12, "eye": 12, "small": 12, "pig": 12}  # that a screen has room for
COMPARING = {"eye": BIG_EYE_BOY, "small": SMALL_ROAD, "pig": COCKROACH_PIG}
SHAPES = {"eye": "hollow", "small": "dots", "pig": "slashes"}  # of the marks on each derived road
SIDES = {"P": "punto", "B": "banca", "T": "tie", "red": "banca", "blue": "punto"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell to draw: its centre `x`, `y`, the side (a CSS class for its colour), its letter (T for a tie)
    and number of ties. `also`: `p`, `b` for a pair of punto or banca, `n` for a natural. `newest`: it shows the last
    result."""

    x: float
    y: float
    side: str
    letter: str
    ties: int
    also: str
    newest: bool = False


@dataclass(frozen=True, slots=True)
class Road:
    """`shape`: how its marks are drawn (letters, rings, hollow, dots or slashes). It has `columns` × 6 cells, of which
    the newest columns are shown where there is no room for all."""

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
    """The mark that a derived road gets if the next result is `letter`: `mark`, red, blue or None for no mark yet,
    drawn in `shape` and `colour`."""

    letter: str
    side: str
    shape: str
    mark: str | None
    colour: str | None


@lru_cache(maxsize=64)
def roads(results: str, also: tuple[str, ...], **columns: int) -> Mapping[str, Road]:
    """All five, each with its newest columns: big, plate, eye, small and pig. `also`: the pairs and naturals of each
    result; `columns`: how many columns each road shows."""
    found = {
        "big": ("rings", big_road(results, also)),
        "plate": ("letters", bead_plate(results, also)),
        **{name: (SHAPES[name], derived_road(results, back)) for name, back in COMPARING.items()},
    }
    return {
        name: Road(name, shape, columns[name], _marks(last_columns(cells, columns[name])))
        for name, (shape, cells) in found.items()
    }


def _marks(cells: Sequence[Cell]) -> tuple[Mark, ...]:
    """Cells come in the order of their results: the last one shows the newest."""
    last = len(cells) - 1
    return tuple(
        Mark(
            cell.column + 0.5,
            cell.row + 0.5,
            SIDES[cell.mark],
            cell.mark,
            cell.ties,
            cell.also,
            number == last,
        )
        for number, cell in enumerate(cells)
    )


def counts(results: str) -> dict[str, int]:
    """How often each result came in this shoe."""
    return {SIDES[mark]: results.count(mark) for mark in MARKS}


def shares(results: str) -> dict[str, int]:
    """The share of each of this shoe's results, in whole percent."""
    return {SIDES[mark]: share for mark, share in percentages(results).items()}


@dataclass(frozen=True, slots=True)
class Streak:
    """`length` results of one `side` in a row, ties apart; `letter`: P or B."""

    letter: str
    side: str
    length: int


@dataclass(frozen=True, slots=True)
class ShoeFacts:
    """What a shoe's results tell beside the roads: the streak that goes on, the `longest` (of several the newest), and
    how many naturals and pairs of each side there were. The streaks are None before the first decided result."""

    streak: Streak | None
    longest: Streak | None
    naturals: int
    punto_pairs: int
    banca_pairs: int


@lru_cache(maxsize=64)
def facts_of(results: str, also: tuple[str, ...]) -> ShoeFacts:
    """`also`: the pairs and naturals of each result, as in the snapshot."""
    found = [Streak(letter, SIDES[letter], length) for letter, length in streaks(results)]
    return ShoeFacts(
        found[-1] if found else None,
        max(reversed(found), key=lambda one: one.length, default=None),
        *(sum(mark in marks for marks in also) for mark in "npb"),
    )


@lru_cache(maxsize=64)
def predictions(results: str) -> Mapping[str, tuple[Prediction, ...]]:
    """The marks that each derived road gets if punto wins the next pass, and if banca does."""
    return {
        name: tuple(_prediction(name, results, back, letter) for letter in "PB")
        for name, back in COMPARING.items()
    }


def _prediction(name: str, results: str, back: int, letter: str) -> Prediction:
    mark = predicted(results, back, letter)
    return Prediction(letter, SIDES[letter], SHAPES[name], mark, SIDES.get(mark or ""))


NUMBERED = (*PASS_UNDER_WAY, "offer")  # an offer may come between two passes of a shoe


def is_last_pass(now: Json) -> bool:
    """Whether the pass under way is the shoe's last. The shoe keeps its mark until the next one is shuffled."""
    return bool(now["shoe"] and now["shoe"]["last_pass"]) and now["phase"] in PASS_UNDER_WAY


def number_of_pass(now: Json) -> int | None:
    """The number of the pass that is played or comes next, as the console, the record and every paper have it. None
    while no shoe is ready."""
    ready = now["shoe"] and now["phase"] in NUMBERED
    return int(now["pass"]["number"]) if ready else None
