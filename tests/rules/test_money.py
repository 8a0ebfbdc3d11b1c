"""Deductions: exact, then rounded to the chip (slovenia 5; argentina 29, 30, 38; chemin-de-fer 16; 19 to 20)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules.money import ROUNDINGS, deduction, rounded_down

QUIET = settings(deadline=None, derandomize=True)
TENTH, TWENTIETH = Fraction(1, 10), Fraction(1, 20)

# win, rate, chip: the exact deduction, then in the player's favour, in the house's, to the nearest
ROWS = [
    (100, TENTH, 1, "10", 10, 10, 10),
    (155, TENTH, 1, "15.5", 15, 16, 16),
    (154, TENTH, 1, "15.4", 15, 16, 15),
    (150, TENTH, 10, "15", 10, 20, 20),
    (140, TENTH, 10, "14", 10, 20, 10),
    (100, TENTH, 100, "10", 0, 100, 0),
    (500, TENTH, 100, "50", 0, 100, 100),
    (20, TWENTIETH, 1, "1", 1, 1, 1),
    (10, TWENTIETH, 1, "0.5", 0, 1, 1),
    (350, TWENTIETH, 5, "17.5", 15, 20, 20),
    (75, TWENTIETH, 25, "3.75", 0, 25, 0),
]


@pytest.mark.parametrize(("win", "rate", "chip", "exact", "player", "house", "nearest"), ROWS)
def test_a_deduction_is_exact_and_then_rounded_to_the_chip(
    win: int, rate: Fraction, chip: int, exact: str, player: int, house: int, nearest: int
) -> None:
    assert win * rate == Fraction(exact)
    assert deduction(win, rate, chip, "player") == player
    assert deduction(win, rate, chip, "house") == house
    assert deduction(win, rate, chip, "nearest") == nearest


@QUIET
@given(
    win=st.integers(0, 10**12),
    rate=st.fractions(0, 1, max_denominator=1000),
    chip=st.integers(1, 10**6),
    rounding=st.sampled_from(ROUNDINGS),
)
def test_no_rounding_goes_further_than_a_chip(win: int, rate: Fraction, chip: int, rounding: str) -> None:
    kept, exact = deduction(win, rate, chip, rounding), win * rate
    assert isinstance(kept, int) and kept % chip == 0
    assert abs(kept - exact) < chip
    if rounding == "player":
        assert kept <= exact
    elif rounding == "house":
        assert kept >= exact
    else:
        assert 2 * abs(kept - exact) <= chip


@QUIET
@given(win=st.integers(0, 10**12), chip=st.integers(1, 10**6))
def test_nineteen_to_twenty_pays_nineteen_twentieths(win: int, chip: int) -> None:
    """monte-carlo: a whole number of twenties needs no rounding at all."""
    stake = 20 * chip * win
    assert stake - deduction(stake, TWENTIETH, chip, "house") == 19 * chip * win


@pytest.mark.parametrize(("amount", "unit", "left"), [(0, 5, 0), (4, 5, 0), (5, 5, 5), (199, 100, 100)])
def test_picos_are_left_out(amount: int, unit: int, left: int) -> None:
    assert rounded_down(amount, unit) == left
