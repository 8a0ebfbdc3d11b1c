"""The drawing table as data: who takes a third card.

A row is a string of moves: `D` draws, `S` stands, `W` is the free will (argentina art. 22, "voluntad de cinco").
Banca's rows have eleven columns: punto's third card worth 0…9, then `stood` (punto took none).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal

from tables.rules.cards import CARDS, total_of

Move = Literal["draw", "stand", "free"]

NATURAL = 8
STOOD_COLUMN = 10
_MOVES: dict[str, Move] = {"D": "draw", "S": "stand", "W": "free"}


@dataclass(frozen=True)
class DrawingTable:
    """When each hand draws.

    `punto`: ten moves by total. `banca`: total to eleven moves. `free`: the (banca's total, third card's value) pairs
    where the banker may choose; `banca` then holds the table's advice.
    """

    punto: str
    banca: Mapping[int, str]
    free: frozenset[tuple[int, int]] = frozenset()

    def punto_move(self, total: int) -> Move:
        """The act of punto with `total` on two cards."""
        return _MOVES[self.punto[total]]

    def banca_move(self, total: int, third: int | None) -> Move:
        """The act that the table prescribes for banca with `total`, after punto drew a card worth `third` (None: punto
        stood)."""
        return _MOVES[self.banca[total][STOOD_COLUMN if third is None else third]]

    def banca_is_free(self, total: int, third: int | None) -> bool:
        """Whether the banker may choose (chemin-de-fer: 3 against 9, 5 against 4)."""
        return third is not None and (total, third) in self.free


def is_natural(total: int) -> bool:
    """Whether a total of two cards ends the pass: 8 or 9 (argentina art. 26)."""
    return total >= NATURAL


# The hands of two cards that end the pass
NATURALS: frozenset[tuple[str, ...]] = frozenset(
    two for two in product(CARDS, repeat=2) if is_natural(total_of(two))
)

#                              0123456789-
BANCA: Mapping[int, str] = {
    0: "DDDDDDDDDDD",
    1: "DDDDDDDDDDD",
    2: "DDDDDDDDDDD",
    3: "DDDDDDDDSDD",
    4: "SSDDDDDDSSD",
    5: "SSSSDDDDSSD",
    6: "SSSSSSDDSSS",
    7: "SSSSSSSSSSS",
    8: "SSSSSSSSSSS",
    9: "SSSSSSSSSSS",
}

# Punto draws on 5 (slovenia 5, monte-carlo, spain).
FIXED = DrawingTable(punto="DDDDDDSSSS", banca=BANCA)
# Punto is free on 5 (argentina arts. 22, 23).
WILL_ON_FIVE = DrawingTable(punto="DDDDDWSSSS", banca=BANCA)
# Both may choose (chemin-de-fer).
FREE_BANKER = DrawingTable(punto="DDDDDWSSSS", banca=BANCA, free=frozenset({(3, 9), (5, 4)}))
