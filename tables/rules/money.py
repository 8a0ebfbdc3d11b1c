"""Deductions: exact, then rounded to the chip. Amounts are integers in the table's smallest unit."""

from fractions import Fraction
from math import ceil, floor
from typing import Literal

Rounding = Literal["player", "house", "nearest"]

_ROUND = {
    "player": floor,  # slovenia 5: "Provizija se zaokrožuje v dobro igralca"
    "house": ceil,
    "nearest": lambda chips: floor(chips + Fraction(1, 2)),
}


def deduction(amount: int, rate: Fraction, chip: int, rounding: str) -> int:
    """The house's share of a win of `amount`: `rate` of it, rounded to a multiple of `chip`."""
    return int(_ROUND[rounding](amount * rate / chip)) * chip


def rounded_down(amount: int, unit: int) -> int:
    """The largest multiple of `unit` not above `amount`."""
    return amount // unit * unit


def share_in_chips(amount: int, chip: int) -> int:
    """The associate's half of `amount`, in whole chips; the odd chip is the banker's (chemin-de-fer art. 2)."""
    return rounded_down(amount // 2, chip)
