"""What a banco may be, and whether the stop card came too early: no answer of the table shows these by itself."""

from dataclasses import replace

import pytest

from tables.engine import Game, new_state
from tables.engine.cover.handlers import kinds_possible
from tables.engine.shoe.cards import stop_card_early_by
from tables.engine.state import Shoe
from tables.rules.reglamentos import REGLAMENTOS
from tests.support.memory_table import Table, chemin


def possible(table: Table) -> list[str]:
    return kinds_possible(Game(table.state, table.rules, "croupier"))


def test_art_14_a_call_is_worth_the_minimum_at_least_to_each_who_calls() -> None:
    assert possible(chemin(20)) == ["solo", "association", "table"]
    assert possible(chemin(19)) == ["solo"]


def test_art_14_who_sits_nearer_may_take_over_a_call_with_the_table_whose_bet_then_goes_back() -> None:
    table = chemin(100)
    table.give("banco", player="dora", kind="table")
    table.bet("carl", 50)
    assert "table" in possible(table)
    table.give("banco", player="bea", kind="table")
    assert [(one.player, one.amount) for one in table.state.current.bets] == [("carl", 50), ("bea", 50)]
    assert "table" not in possible(table), "nobody sits nearer than bea"


@pytest.mark.parametrize(
    ("left", "cards", "early"),
    [(20, 6, 0), (21, 5, 0), (22, 5, 1), (30, 6, 10), (30, 0, 4), (26, 0, 0), (11, 6, 0)],
)
def test_the_stop_card_is_early_by_what_is_counted_beyond_a_pass_and_what_lies_behind_it(
    left: int, cards: int, early: int
) -> None:
    """Twenty lie behind it, and a pass has six cards at most (argentina art. 11)."""
    state = new_state()
    current = replace(state.current, punto=("2",) * (cards // 2), banca=("3",) * (cards - cards // 2))
    shoe = Shoe(1, 6, dealt=52 * 6 - left, last_pass=True)
    state = replace(state, shoe=shoe, current=current, settings={"stop_card": 20})
    assert stop_card_early_by(Game(state, REGLAMENTOS["argentina"], "jefe")) == early
    monte_carlo = Game(state, REGLAMENTOS["monte-carlo"], "jefe")
    assert stop_card_early_by(monte_carlo) == 0, "it stands there by eye"
