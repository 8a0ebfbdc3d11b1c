"""Rules that no reglamento of the product has, but a house's own may."""

from dataclasses import replace

from tests.support.memory_table import chemin


def test_a_covered_bank_that_is_given_back_gives_its_bets_back_too() -> None:
    """Chemin de fer where a hand may be passed only after a win: who leaves before one takes his stake with him."""
    table = chemin(100)
    assert table.rules.suite
    table.rules = replace(table.rules, suite=replace(table.rules.suite, needs_a_win=True))
    table.bet("bea", 50)
    table.give("leave", player="ana")
    returned = [event.type for event in table.events if event.type.endswith("returned")]
    assert returned == ["bets_returned", "bank_returned"]
    assert table.state.current.bets == ()
