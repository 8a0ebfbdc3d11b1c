"""Reasons of a suite's deduction, and of its offer (argentina arts. 37, 38, 43; chemin-de-fer arts. 3, 4)."""

from collections.abc import Iterator
from fractions import Fraction

from tables.engine.game import Fact, Game, Reason, facts, of_bounds
from tables.engine.suite.events import SuiteGiven
from tables.engine.suite.handlers import take_bounds
from tables.engine.suite.walk import policy_of


def of_suite_given(game: Game, given: SuiteGiven) -> Iterator[Reason]:
    """The deduction that its giver pays on his last win. `game`: the table before."""
    held, rate = game.bank, policy_of(game).rate
    if not rate:
        return
    due = Fraction(0) if held.last_win_taxed else held.last_win * rate
    found = facts(
        Fact("win_number", held.wins),
        Fact("opening", held.opening, "money"),
        Fact("half_of_the_maximum", Fraction(held.opening_maximum, 2), "money"),
        Fact("last_win", held.last_win, "money"),
        Fact("last_win_taxed", "yes" if held.last_win_taxed else "no", "word"),
        Fact("rate", Fraction(0) if held.last_win_taxed else rate, "share"),
        Fact("exact", None if due == given.deduction else due, "money"),
        Fact("deduction", given.deduction, "money"),
        Fact("returned", given.returned, "money"),
    )
    yield Reason("suite_tax", found, given.giver)


def of_suite(game: Game) -> Iterator[Reason]:
    """The player who is asked now."""
    suite = game.state.suite
    if suite is None:
        return
    found = facts(
        Fact("asked", suite.asked, "who"),
        Fact("giver", suite.giver, "who"),
        Fact("from_seat", suite.seat),
        Fact("declined", suite.declined, "people"),
        *of_bounds(take_bounds(game)),
    )
    yield Reason("suite_offer", found)
