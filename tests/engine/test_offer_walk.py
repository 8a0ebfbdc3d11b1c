"""Whom an offer passes over, and by which rule somebody is asked (argentina arts. 6, 31–33)."""

from typing import Any

import pytest

from tables.engine import Game, NoHistory, new_state
from tables.engine.available import is_available
from tables.engine.context import CommandContext
from tables.engine.copying import replace
from tables.engine.offer.commands import DeclineBank
from tables.engine.offer.events import BankDeclined
from tables.engine.offer.reasons import of_offer
from tables.engine.offer.walk import decline, open_offer, opened_already, passes_over, thrice_running
from tables.engine.state import Lap, Limits, Offer, Resume, Shoe
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


SEATED = {1: "ana", 2: "bea", 5: "carl"}


def walking(
    reglamento: str = "argentina", lap: Lap | None = None, standing: tuple[str, ...] = (), **known: object
) -> CommandContext:
    """Ana, Bea and Carl sit in seats 1, 2 and 5."""
    state = new_state()
    names = {player: player for player in (*SEATED.values(), *standing)}
    limits = Limits(10, 500, 5)
    state = replace(
        state,
        open=True,
        reglamento=reglamento,
        limits=limits,
        seats={**state.seats, **SEATED},
        names=names,
        standing=standing,
        lap=lap or Lap(),
        shoe=Shoe(1, 6),
    )
    state = replace(state, **known)  # type: ignore[arg-type]
    return CommandContext(state, REGLAMENTOS[reglamento], "croupier", NoHistory())


def asked_in_turn(context: CommandContext, origin: int, **said: Any) -> list[str]:
    """Who is asked, one after the other, while everybody declines."""
    open_offer(context, origin, **said)
    asked = []
    while context.state.offer is not None:
        asked.append(context.state.offer.asked)
        assert len(asked) < 20
        decline(context, context.state.offer.asked)
    return asked


def test_an_offer_goes_round_to_the_right_and_ends_where_it_began() -> None:
    assert asked_in_turn(walking(), 14) == ["ana", "bea", "carl"]
    assert asked_in_turn(walking(), 1) == ["bea", "carl", "ana"]
    assert asked_in_turn(walking(), 3) == ["carl", "ana", "bea"]


def test_who_left_his_bank_or_gave_it_back_is_not_asked_in_his_turn() -> None:
    assert asked_in_turn(walking(), 14, leaver="bea") == ["ana", "carl"]
    assert asked_in_turn(walking(), 14, desister="bea") == ["ana", "carl"]


@pytest.mark.parametrize(
    ("running", "said", "asked"),
    [
        (1, {}, ["bea", "carl", "ana"]),
        (2, {}, ["bea", "carl"]),
        (1, {"leaver": "ana"}, ["bea", "carl", "ana"]),
        (2, {"leaver": "ana"}, ["bea", "carl"]),
        (1, {"desister": "ana"}, ["bea", "carl"]),
    ],
)
def test_the_last_opener_is_asked_after_everybody_twice_running_and_never_thrice(
    running: int, said: dict[str, str], asked: list[str]
) -> None:
    """Art. 33."""
    lap = Lap(number=1, openers=("ana",), last_opener="ana", running=running)
    context = walking(lap=lap)
    assert asked_in_turn(context, 1, **said) == asked
    assert context.state.phase == "shuffling", "nobody wants the bank: the shoe is burned (art. 7)"


def test_the_last_opener_is_asked_at_his_seat_or_where_he_stands_for_the_seat_the_offer_began_at() -> None:
    lap = Lap(number=1, openers=("carl",), last_opener="carl", running=1)
    for standing, seats, seat in ((("carl",), {5: None}, 2), ((), {}, 5)):
        context = walking(lap=lap, standing=standing)
        context.state = replace(context.state, seats={**context.state.seats, **seats})
        open_offer(context, 2)
        while context.state.offer and not context.state.offer.again:
            decline(context, context.state.offer.asked)
        assert context.state.offer and (context.state.offer.asked, context.state.offer.seat) == ("carl", seat)


def test_a_last_opener_who_is_gone_is_not_asked() -> None:
    lap = Lap(number=1, openers=("zoe",), last_opener="zoe", running=1)
    assert asked_in_turn(walking(lap=lap), 14) == ["ana", "bea", "carl"]


@pytest.mark.parametrize(("start", "laps"), [(1, 2), (5, 2), (None, 1)])
def test_a_lap_ends_once_when_the_offer_comes_to_where_it_began(start: int | None, laps: int) -> None:
    """Art. 31: then those who have opened in it may open again."""
    lap = Lap(number=1, start=start, openers=("ana", "carl"), last_opener="bea", running=2)
    context = walking(lap=lap)
    asked_in_turn(context, 2)
    assert context.state.lap.number == laps


def test_the_standing_are_asked_for_each_seat_or_at_the_end() -> None:
    """Argentina art. 32; chemin-de-fer art. 3."""
    each = asked_in_turn(walking(standing=("zoe",)), 14)
    assert each == ["ana", "standing", "bea", "standing", "carl", "standing"]
    assert asked_in_turn(walking("chemin-de-fer", standing=("zoe",)), 14)[-1] == "standing"


def test_when_the_last_who_stands_goes_the_offer_goes_on() -> None:
    context = walking(standing=("zoe",))
    open_offer(context, 14)
    decline(context, "ana")
    assert context.state.offer and context.state.offer.asked == "standing"
    passes_over(context, "zoe", was_seated=True)
    assert context.state.offer.asked == "standing", "she still stands"
    context.state = replace(context.state, standing=())
    passes_over(context, "zoe", was_seated=True)
    assert context.state.offer and context.state.offer.asked == "bea"
    assert context.state.refusals == {"ana": 1}, "no refusal is counted against who went"
    passes_over(context, "carl", was_seated=True)
    assert context.state.offer.asked == "bea"
    passes_over(context, "bea", was_seated=True)
    assert context.state.offer and context.state.offer.asked == "carl"


def test_in_spain_the_croupier_draws_where_nobody_takes_the_sabot() -> None:
    context = walking("spain")
    asked_in_turn(context, 2)
    assert context.state.shoe and (context.state.shoe.holder, context.state.shoe.seat) == (None, 2)
    assert (context.state.phase, context.state.resume) == ("betting", Resume("bank"))


@pytest.mark.parametrize(
    ("refused", "forced", "stands"), [(0, False, False), (1, False, True), (0, True, True)]
)
def test_who_refuses_twice_or_at_the_minimum_loses_his_seat_at_chemin_de_fer(
    refused: int, forced: bool, stands: bool
) -> None:
    """Art. 10."""
    context = walking("chemin-de-fer", refusals={"ana": refused} if refused else {})
    open_offer(context, 14, forced=forced)
    decline(context, "ana")
    assert ("ana" in context.state.standing) is stands


def test_who_is_away_loses_his_seat_at_chemin_de_fer_only() -> None:
    for reglamento, stands in (("chemin-de-fer", True), ("argentina", False)):
        context = walking(reglamento)
        open_offer(context, 14)
        decline(context, "ana", away=True)
        assert ("ana" in context.state.standing) is stands


def test_an_offer_has_walked_all_fourteen_seats_when_it_asks_who_has_none() -> None:
    context = walking("chemin-de-fer", standing=("zoe",))
    open_offer(context, 14)
    while context.state.offer and context.state.offer.asked != "standing":
        decline(context, context.state.offer.asked)
    assert context.state.offer and context.state.offer.walked == 14


def test_a_lap_that_began_at_an_empty_seat_ends_when_the_offer_has_gone_round() -> None:
    lap = Lap(number=1, start=14, openers=("ana", "bea", "carl"), last_opener="bea", running=2)
    context = walking(lap=lap)
    open_offer(context, 14)
    assert (context.state.lap.number, context.state.lap.openers) == (2, ())


def again(standing: tuple[str, ...]) -> CommandContext:
    """Carl, who opened last, is asked again after all others: in his seat, or standing."""
    context = walking(lap=Lap(number=1, openers=("carl",), last_opener="carl", running=1), standing=standing)
    seats = {**context.state.seats, 5: None if "carl" in standing else "carl"}
    offer = Offer(2, 5, walked=14, asked="carl", again=True, declined=("ana", "bea"))
    context.state = replace(context.state, seats=seats, phase="offer", offer=offer)
    return context


def asked_next(context: CommandContext) -> str | None:
    return context.state.offer.asked if context.state.offer else None


def test_a_last_opener_who_sits_leaves_his_seat_to_the_standing_and_one_who_stands_none() -> None:
    """Argentina arts. 32, 33."""
    decline(sits := again(("zoe",)), "carl")
    assert asked_next(sits) == "standing"
    decline(stands := again(("zoe", "carl")), "carl")
    assert asked_next(stands) is None


def test_only_who_sat_and_still_sits_leaves_the_standing_a_seat_when_he_moves() -> None:
    passes_over(moved := again(("zoe",)), "carl", was_seated=True)
    assert asked_next(moved) == "standing"
    passes_over(sat_down := again(("zoe",)), "carl", was_seated=False)
    assert asked_next(sat_down) is None
    stood_up = again(("zoe", "carl"))
    passes_over(stood_up, "carl", was_seated=True)
    assert asked_next(stood_up) is None


def test_who_goes_while_he_is_asked_has_declined_without_a_seat() -> None:
    context = walking()
    open_offer(context, 14)
    passes_over(context, "ana", was_seated=True)
    [declined] = [one for one in context.events if isinstance(one, BankDeclined)]
    assert (declined.player, declined.seat) == ("ana", None)
    assert context.state.offer and context.state.offer.declined == ("ana",)


def test_art_10_who_is_asked_and_changes_seats_loses_the_new_one_only_where_he_must_take_the_bank() -> None:
    for forced in (False, True):
        context = walking("chemin-de-fer")
        open_offer(context, 14, forced=forced)
        passes_over(context, "ana", was_seated=True)
        assert ("ana" in context.state.standing) is forced


def test_when_all_refuse_at_the_minimum_the_first_bank_is_still_to_come() -> None:
    context = walking("chemin-de-fer", resume=Resume("bank"))
    open_offer(context, 14, forced=True)
    while context.state.offer:
        decline(context, context.state.offer.asked)
    assert (context.state.phase, context.state.resume) == ("seating", Resume("first"))


def test_nobody_takes_an_offer_whom_the_lap_does_not_let_open() -> None:
    """Art. 31: of the standing only she is left, and she has opened."""
    lap = Lap(number=1, start=1, openers=("zoe",), last_opener="zoe", running=1)
    for standing, possible in ((("zoe",), False), (("zoe", "yan"), True)):
        context = walking(lap=lap, standing=standing)
        offer = Offer(14, 1, walked=1, asked="standing")
        context.state = replace(context.state, phase="offer", offer=offer)
        assert is_available(context, "accept_bank") is possible


def test_who_refuses_the_bank_is_at_his_seat_unless_it_is_said() -> None:
    said = DeclineBank(player="ana")
    assert (said.away, said.rest) == (False, False)
