"""What is taken off stakes that lie above a lowered maximum: the largest first, of equal ones punto (argentina art. 2).

Amounts are in chips of 1, so that the last one counts.
"""

import pytest

from tables.engine import Game, new_state
from tables.engine.betting.trimming import above_each_maximum, above_the_bank
from tables.engine.copying import replace
from tables.engine.state import Bet, Limits
from tables.rules.reglamentos import REGLAMENTOS


def lying(*bets: Bet, maximum: int) -> Game:
    state = new_state()
    limits = Limits(minimum=1, maximum=maximum, chip=1)
    settings = {"tie_bet": "1/2"}
    current = replace(state.current, bets=bets)
    return Game(
        replace(state, limits=limits, settings=settings, current=current), REGLAMENTOS["argentina"], "jefe"
    )


@pytest.mark.parametrize(
    ("punto", "banca", "maximum", "off"),
    [
        (100, 300, 350, [("banca", 50)]),
        (300, 100, 350, [("punto", 50)]),
        (200, 200, 300, [("punto", 100)]),
        (200, 200, 100, [("punto", 200), ("banca", 100)]),
        (100, 300, 50, [("banca", 300), ("punto", 50)]),
        (100, 300, 399, [("banca", 1)]),
        (100, 300, 400, []),
    ],
)
def test_a_persons_largest_bet_is_trimmed_first_and_of_equal_ones_punto(
    punto: int, banca: int, maximum: int, off: list[tuple[str, int]]
) -> None:
    for bets in (
        [Bet("ana", "punto", punto), Bet("ana", "banca", banca)],
        [Bet("ana", "banca", banca), Bet("ana", "punto", punto)],
    ):
        assert above_each_maximum(lying(*bets, maximum=maximum)) == tuple(Bet("ana", *part) for part in off)


def test_each_person_has_his_own_maximum() -> None:
    bets = Bet("ana", "punto", 60), Bet("bea", "punto", 40), Bet("bea", "banca", 20)
    assert above_each_maximum(lying(*bets, maximum=50)) == (Bet("ana", "punto", 10), Bet("bea", "punto", 10))


@pytest.mark.parametrize(
    ("capacity", "off"),
    [
        (60, ()),
        (59, (Bet("bea", "punto", 1),)),
        (30, (Bet("bea", "punto", 20), Bet("ana", "punto", 10))),
    ],
)
def test_what_a_bank_no_longer_covers_comes_off_the_last_bets(capacity: int, off: tuple[Bet, ...]) -> None:
    bets = Bet("ana", "punto", 40), Bet("bea", "punto", 20)
    assert above_the_bank(lying(*bets, maximum=100), capacity) == off
