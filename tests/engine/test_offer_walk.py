"""Whom an offer passes over, and by which rule somebody is asked (argentina arts. 6, 31–33)."""

import pytest

from tables.engine import Game, new_state
from tables.engine.copying import replace
from tables.engine.offer.reasons import of_offer
from tables.engine.offer.walk import opened_already, thrice_running
from tables.engine.state import Lap, Offer
from tables.rules.reglamentos import REGLAMENTOS


def game(reglamento: str = "argentina", lap: Lap | None = None, offer: Offer | None = None) -> Game:
    state = replace(new_state(), lap=lap or Lap(), offer=offer)
    return Game(state, REGLAMENTOS[reglamento], "croupier")


@pytest.mark.parametrize(
    ("running", "player", "thrice"),
    [(1, "ana", False), (2, "ana", True), (3, "ana", True), (2, "bea", False)],
)
def test_nobody_opens_three_times_running(running: int, player: str, thrice: bool) -> None:
    lap = Lap(number=1, openers=("ana",), last_opener="ana", running=running)
    assert thrice_running(game(lap=lap), player) is thrice
    assert not thrice_running(game("chemin-de-fer", lap), player)


def test_nobody_opens_twice_in_a_lap() -> None:
    lap = Lap(number=1, openers=("ana", "bea"), last_opener="bea", running=1)
    assert [opened_already(game(lap=lap), player) for player in ("ana", "bea", "carl")] == [True, True, False]
    assert not opened_already(game("chemin-de-fer", lap), "ana")


@pytest.mark.parametrize(
    ("offer", "rule"),
    [
        (Offer(14, 3, asked="ana"), "offer"),
        (Offer(14, 3, asked="ana", forced=True), "forced_offer"),
        (Offer(14, 3, asked="ana", again=True, forced=True), "twice_running"),
        (Offer(14, 3, asked="ana", desister="bea", forced=True), "desist"),
    ],
)
def test_the_rule_says_how_the_bank_came_to_be_offered(offer: Offer, rule: str) -> None:
    [reason] = of_offer(game(offer=offer))
    assert reason.rule == rule
    assert {fact.name: fact.value for fact in reason.facts if fact.kind == "who"} == {"asked": "ana"}
