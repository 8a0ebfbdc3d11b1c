"""How far chance alone carries a result, against what is published and against every outcome of a pass."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.record.reglamentos.catalogue import resolve
from tables.rules.odds import Counts, counts
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.spread import covariances, gains, variance_of

DECKS = 6


@cache
def found_of(slug: str) -> Counts:
    return counts(resolve(slug), DECKS)


def test_of_a_bet_on_punto_as_it_is_published() -> None:
    """Eight decks: punto 44.62 %, banca 45.86 %, and so a variance of 0.9047 on each unit."""
    rules = resolve("spain")
    found = counts(rules, 8)
    wins, loses = found.chance_of("punto"), found.chance_of("banca")
    both = covariances(rules, found)
    assert both["punto", "punto"] == wins + loses - (loses - wins) ** 2
    assert abs(both["punto", "punto"] - Fraction(9047, 10_000)) < Fraction(1, 10_000)
    assert both["punto", "banca"] == both["banca", "punto"] < Fraction(-8, 10)


@pytest.mark.parametrize("slug", REGLAMENTOS)
@settings(max_examples=10, deadline=None, derandomize=True)
@given(data=st.data())
def test_the_variance_of_a_pass_is_that_of_its_outcomes(slug: str, data: st.DataObject) -> None:
    rules, found = resolve(slug), found_of(slug)
    of_chances = gains(rules, found)
    stakes = data.draw(st.dictionaries(st.sampled_from(sorted(of_chances)), st.integers(1, 10**15)))
    mean = square = Fraction(0)
    for outcome, deals in found.outcomes.items():
        won = sum((staked * of_chances[chance](outcome) for chance, staked in stakes.items()), Fraction(0))
        mean, square = mean + won * deals / found.total, square + won**2 * deals / found.total
    assert variance_of(stakes, covariances(rules, found)) == square - mean**2


def test_what_is_no_chance_of_the_reglamento_adds_nothing() -> None:
    both = covariances(resolve("spain"), found_of("spain"))
    assert variance_of({"punto": 10, "gone": 90}, both) == variance_of({"punto": 10}, both)
