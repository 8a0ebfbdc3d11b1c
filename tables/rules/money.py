"""Deductions and wins: exact, then rounded to the chip. Amounts are integers in the table's smallest unit."""

from collections.abc import Callable, Mapping
from fractions import Fraction

# How many whole chips `part / whole` chips are
_ROUND: Mapping[str, Callable[[int, int], int]] = {
    "player": lambda part, whole: part // whole,  # slovenia 5: "Provizija se zaokrožuje v dobro igralca"
    "house": lambda part, whole: -(-part // whole),
    "nearest": lambda part, whole: (2 * part + whole) // (2 * whole),
}
ROUNDINGS = tuple(_ROUND)  # in whose favour, or to the nearest chip
_OF_A_WIN = {"player": "house", "house": "player"}  # a win is rounded up where a deduction is rounded down


def deduction(amount: int, rate: Fraction, chip: int, rounding: str) -> int:
    """The house's share of a win of `amount`: `rate` of it, rounded to a multiple of `chip`."""
    return rounded(amount * rate, chip, rounding)


def rounded(due: Fraction, chip: int, rounding: str) -> int:
    """An exact deduction as a multiple of `chip`."""
    return _ROUND[rounding](due.numerator, due.denominator * chip) * chip


def win(stake: int, to_one: Fraction, chip: int, rounding: str) -> int:
    """What a stake wins at `to_one`. Only a win that is not whole units of the stake is rounded to a multiple of
    `chip` (Victoria, Baccarat Rules 5.7: what cannot be paid in chips is paid to the next higher amount)."""
    if to_one.denominator == 1:
        return stake * to_one.numerator
    return rounded(stake * to_one, chip, _OF_A_WIN.get(rounding, rounding))


def rounded_down(amount: int, unit: int) -> int:
    """The largest multiple of `unit` not above `amount`."""
    return amount // unit * unit


def share_in_chips(amount: int, chip: int) -> int:
    """The associate's half of `amount`, in whole chips; the odd chip is the banker's (chemin-de-fer art. 2)."""
    return rounded_down(amount // 2, chip)
