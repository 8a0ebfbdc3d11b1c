"""The stop card that came too early: by so many cards some were dealt and not marked (argentina art. 11)."""

import pytest

from tables.engine import Game, new_state
from tables.engine.copying import replace
from tables.engine.shoe.count import stop_card_early_by
from tables.engine.shoe.end import becomes_last
from tables.engine.state import Shoe
from tables.rules.reglamentos import REGLAMENTOS

STOP, DECKS = 20, 6


def last(
    left: int, punto: int = 2, banca: int = 3, reglamento: str = "argentina", *, last_pass: bool = True
) -> Game:
    state = new_state()
    shoe = Shoe(1, DECKS, dealt=52 * DECKS - left, last_pass=last_pass)
    current = replace(state.current, punto=("2",) * punto, banca=("3",) * banca)
    settings = {"stop_card": STOP}
    return Game(
        replace(state, shoe=shoe, current=current, settings=settings), REGLAMENTOS[reglamento], "jefe"
    )


@pytest.mark.parametrize(
    ("left", "punto", "banca", "early"),
    [
        (STOP, 3, 3, 0),  # six cards lay before it, and all are dealt
        (STOP + 1, 2, 3, 0),
        (STOP + 2, 2, 3, 1),
        (STOP + 10, 3, 3, 10),
        (STOP + 10, 0, 0, 4),
        (STOP + 6, 0, 0, 0),
        (STOP - 9, 3, 3, 0),
    ],
)
def test_it_is_early_by_what_is_counted_beyond_a_pass_and_what_lies_behind_it(
    left: int, punto: int, banca: int, early: int
) -> None:
    assert stop_card_early_by(last(left, punto, banca)) == early
    assert (
        stop_card_early_by(last(left, punto, banca, "chemin-de-fer")) == early
    )  # its text counts the cards too


def test_it_is_not_looked_at_before_the_last_pass_without_a_shoe_or_where_it_stands_by_eye() -> None:
    assert stop_card_early_by(last(STOP + 50, last_pass=False)) == 0
    assert stop_card_early_by(last(STOP + 50, reglamento="monte-carlo")) == 0
    assert stop_card_early_by(Game(new_state(), REGLAMENTOS["argentina"], "jefe")) == 0


@pytest.mark.parametrize(("left", "cards", "reached"), [(22, 1, False), (22, 2, True), (21, 1, True)])
def test_a_pass_becomes_the_last_with_the_card_before_the_stop_card(
    left: int, cards: int, reached: bool
) -> None:
    assert becomes_last(last(left, last_pass=False), cards) is reached
    assert becomes_last(last(left), cards)
