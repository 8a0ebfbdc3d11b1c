"""Deductions: exact, then rounded to the chip. Amounts are integers in the table's smallest unit."""

from collections.abc import Callable, Mapping
from fractions import Fraction

# How many whole chips `part / whole` chips are
_ROUND: Mapping[str, Callable[[int, int], int]] = {
    "player": lambda part, whole: part // whole,  # slovenia 5: "Provizija se zaokrožuje v dobro igralca"
    "house": lambda part, whole: -(-part // whole),
    "nearest": lambda part, whole: (2 * part + whole) // (2 * whole),
}
ROUNDINGS = tuple(_ROUND)  # in whose favour, or to the nearest chip


def deduction(amount: int, rate: Fraction, chip: int, rounding: str) -> int:
    """The house's share of a win of `amount`: `rate` of it, rounded to a multiple of `chip`."""
    return _ROUND[rounding](amount * rate.numerator, rate.denominator * chip) * chip


def rounded_down(amount: int, unit: int) -> int:
    """The largest multiple of `unit` not above `amount`."""
    return amount // unit * unit


def share_in_chips(amount: int, chip: int) -> int:
    """The associate's half of `amount`, in whole chips; the odd chip is the banker's (chemin-de-fer art. 2)."""
    return rounded_down(amount // 2, chip)
