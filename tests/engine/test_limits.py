"""What the limits leave of a bank, of a bet and of tie, and the articles that a refusal cites (argentina 2, 3, 34)."""

from typing import Any

import pytest

from casino.common.errors import Refusal
from tables.engine import Game, NoHistory, decide, new_state, parse
from tables.engine.available import is_available
from tables.engine.bank.events import BankTrimmed
from tables.engine.bank.lifecycle import associates_part
from tables.engine.betting.stakes import largest_bet, tie_maximum
from tables.engine.copying import replace
from tables.engine.cover.handlers import set_aside_bounds
from tables.engine.game import Bounds, bounds
from tables.engine.state import Bank, Limits, UndoLimits
from tables.engine.undo.limits import with_undo_limits
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.test_banks import TIE, chemin, refusal
from tests.engine.test_reasons import Table, argentina


def opening(**fields: Any) -> Refusal:
    given = {"reglamento": "argentina", "minimum": 10, "maximum": 100, "chip": 5, **fields}
    with pytest.raises(Refusal) as refused:
        decide(
            new_state(),
            parse({"command": "open_table", **given}),
            "jefe",
            NoHistory(),
            REGLAMENTOS[given["reglamento"]],
        )
    return refused.value


@pytest.mark.parametrize(
    ("fields", "code", "article"),
    [
        ({"minimum": 12}, "not_multiple", "2"),
        ({"maximum": 101}, "not_multiple", "2"),
        ({"minimum": 105}, "above_maximum", "2"),
    ],
)
def test_art_2_a_table_opens_with_limits_that_fit(fields: dict[str, Any], code: str, article: str) -> None:
    refused = opening(**fields)
    assert (refused.code, refused.article) == (code, article)


def test_art_15_a_maximum_that_does_not_fit_the_minimum_is_called_by_its_name() -> None:
    refused = opening(reglamento="chemin-de-fer", maximum=995)
    assert (refused.code, refused.article) == ("bad_setting", "15")
    assert refused.fields == {"setting": "maximum", "called": "Maximum", "value": "995", "needed": 1000}


def test_a_bet_below_the_minimum_cites_the_limits_and_one_beyond_a_persons_maximum_his_article() -> None:
    table = argentina()
    few = {"player": "bea", "chance": "punto", "amount": 9}
    assert refusal(table, "place_bet", **few) == ("below_minimum", "2", {"minimum": 10})
    assert refusal(table, "place_bet", **few | {"amount": 1001})[:2] == ("above_maximum", "3")
    table = argentina(minimum=10, chip=5)
    assert refusal(table, "place_bet", **few | {"amount": 12}) == ("not_multiple", "2", {"unit": 5})


# Tie


def tie_game(reglamento: str, tie_bet: object) -> Game:
    state = replace(new_state(), limits=Limits(10, 800, 10), settings={"tie_bet": tie_bet})
    return Game(state, REGLAMENTOS[reglamento], "croupier")


def test_the_largest_bet_on_tie_is_the_share_of_the_maximum_that_the_house_has_set() -> None:
    game = tie_game("monte-carlo", "1/8")
    assert (tie_maximum(game), largest_bet(game, "tie"), largest_bet(game, "punto")) == (100, 100, 800)


def test_where_the_text_has_no_tie_nothing_may_be_bet_on_it() -> None:
    assert tie_maximum(tie_game("chemin-de-fer", 1)) == 0


# A bank at its edges


def test_art_2_a_bank_at_the_new_maximum_is_not_trimmed() -> None:
    table = argentina(600)
    for maximum, trimmed in ((600, []), (590, [10])):
        table.give("set_limits", minimum=10, maximum=maximum)
        table.deal(*TIE)  # they take effect after the pass
        assert [one.amount for one in table.events if isinstance(one, BankTrimmed)] == trimmed


def with_bank(table: Table, limits: Limits, **known: Any) -> Game:
    state = table.state
    assert state.bank
    bank = replace(state.bank, **known)
    return Game(replace(state, limits=limits, bank=bank), table.rules, "croupier")


@pytest.mark.parametrize(("stake", "possible"), [(1, False), (2, True), (3, True)])
def test_art_35_half_of_a_bank_may_be_a_single_chip_if_the_minimum_stays(stake: int, possible: bool) -> None:
    game = with_bank(argentina(), Limits(1, 1000, 1), stake=stake, wins=2)
    assert is_available(game, "take_half") is possible


@pytest.mark.parametrize(
    ("stake", "winnings", "found"),
    [
        (2, 0, Bounds(1, 1)),
        (1, 0, None),
        (3, 0, Bounds(1, 1)),
        (200, 0, Bounds(100, 100)),
        (200, 60, Bounds(1, 60)),  # large winnings: any amount of them
        (200, 199, Bounds(1, 199)),
        (200, 300, Bounds(1, 199)),
    ],
)
def test_art_17_half_of_the_bank_or_any_amount_of_large_winnings_is_set_aside(
    stake: int, winnings: int, found: Bounds | None
) -> None:
    game = with_bank(chemin(100), Limits(1, 1000, 1), stake=stake, winnings=winnings, passes=1)
    assert set_aside_bounds(game) == found


@pytest.mark.parametrize(("before", "after", "part"), [(100, 0, 50), (7, 0, 3), (7, 5, 1), (5, 7, 1)])
def test_an_associates_part_is_the_change_of_his_half(before: int, after: int, part: int) -> None:
    game = with_bank(chemin(100), Limits(1, 1000, 1), associate="bea")
    assert associates_part(game, before, after) == part
    assert associates_part(with_bank(chemin(100), Limits(1, 1000, 1)), before, after) == 0
    if not after:
        assert associates_part(game, before) == part


# Counts


def test_bounds_are_in_steps_of_one_unless_it_is_said_otherwise() -> None:
    assert bounds(3, 5) == Bounds(3, 5) == Bounds(3, 5, 1)
    assert bounds(3, 12, 5) == Bounds(5, 10, 5)
    assert bounds(3, 4, 5) is None


def test_an_opening_ends_what_could_be_undone_before_it() -> None:
    closed = replace(new_state(), undo_limits=UndoLimits(3, 40))
    opened = with_undo_limits(replace(closed, open=True), closed, "open_table", "jefe")
    assert opened.undo_limits == UndoLimits()
    assert with_undo_limits(opened, opened, "note", "croupier").undo_limits == UndoLimits(1, 1)


def test_a_bank_is_a_chip_at_least_whatever_was_bid_before_it() -> None:
    table = Table("argentina", minimum=1, maximum=100)
    table.give("shuffle", riffles=4)
    table.give("bid", player="ana", amount=1)
    table.give("close_auction")
    assert table.state.bank == Bank("ana", 1, 1, 1, 100, "auction")
