"""People at the table: their ids, what is kept of the others when one comes or goes, and who may move."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from casino.common.errors import Refusal
from tables.engine import State, actions, new_state
from tables.engine.copying import replace
from tables.engine.event import Event, evolve
from tables.engine.phase import Phase
from tables.engine.seating.events import PlayerLeft, PlayerSat, PlayerStood, SeatLent, SeatReturned
from tables.engine.seating.ids import new_id
from tables.engine.state import Shoe
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.fields import Fields, game_of
from tests.engine.test_bounds import is_taken
from tests.engine.test_reasons import BANCA_WINS, PUNTO_WINS, Table, argentina
from tests.engine.wild import opened, play

MOVES = ("sit", "stand_up", "leave", "queue", "unqueue")


@pytest.mark.parametrize(
    ("name", "taken", "given"),
    [
        ("Doña Inés", (), "donaines"),
        ("Doña Inés", ("donaines",), "donaines2"),
        ("Doña Inés", ("donaines", "donaines2", "donaines4"), "donaines3"),
        ("J. R. O'Neil_2", (), "jroneil2"),
        ("House", (), "house2"),
        ("standing", ("standing2",), "standing3"),
        ("--- !", (), "p"),
        ("", ("p",), "p2"),
        ("x" * 25, (), "x" * 24),
        ("x" * 25, ("x" * 24,), "x" * 24 + "2"),
    ],
)
def test_who_comes_without_an_id_gets_one_of_his_name_that_nobody_has(
    name: str, taken: tuple[str, ...], given: str
) -> None:
    assert new_id(name, taken) == given


def with_three() -> State:
    """Ana in seat 1, Bea in seat 2, Carl standing; the first two have refused the bank."""
    state = new_state()
    return replace(
        state,
        phase="betting",
        names={"ana": "Ana", "bea": "Bea", "carl": "Carl"},
        seats={**state.seats, 1: "ana", 2: "bea"},
        standing=("carl",),
        refusals={"ana": 1, "bea": 2},
        lent={9: "ana", 10: "bea"},
        sat_in={"bea": 3},
        shoe=Shoe(1, 6),
        current=replace(state.current, number=7),
    )


@pytest.mark.parametrize(
    "gone", [PlayerLeft(player="ana"), PlayerStood(player="ana"), PlayerSat(player="ana", seat=5)]
)
def test_who_moves_is_no_longer_counted_as_refusing_the_bank_and_the_others_are(gone: Event) -> None:
    assert evolve(with_three(), gone).refusals == {"bea": 2}


def test_who_leaves_takes_nothing_of_the_others_along() -> None:
    after = evolve(with_three(), PlayerLeft(player="ana"))
    assert after.names == {"bea": "Bea", "carl": "Carl"}
    assert after.lent == {9: None, 10: "bea"}
    assert {seat: sitter for seat, sitter in after.seats.items() if sitter} == {2: "bea"}


@pytest.mark.parametrize(
    ("player", "phase", "shoe", "waits"),
    [
        ("carl", "betting", True, {"carl": 7, "bea": 3}),
        ("carl", "offer", True, {"carl": 7, "bea": 3}),
        ("carl", "seating", True, {"bea": 3}),
        ("carl", "shuffling", True, {"bea": 3}),
        ("ana", "shuffling", True, {"ana": 7, "bea": 3}),  # he changes seats
        ("ana", "betting", False, {"bea": 3}),
        ("carl", "betting", False, {"bea": 3}),
    ],
)
def test_who_changes_seats_or_sits_down_in_mid_shoe_waits_a_hand(
    player: str, phase: Phase, shoe: bool, waits: dict[str, int]
) -> None:
    state = with_three()
    state = replace(state, phase=phase, shoe=state.shoe if shoe else None)
    assert evolve(state, PlayerSat(player=player, seat=5)).sat_in == waits


def test_a_seat_is_lent_and_comes_back_while_another_stays_lent() -> None:
    lent = evolve(with_three(), SeatLent(seat=1, owner="ana", borrower="carl"))
    assert lent.lent == {9: "ana", 10: "bea", 1: "ana"}
    assert (lent.seats[1], lent.standing) == ("carl", ("ana",))
    back = evolve(lent, SeatReturned(seat=1, owner="ana", borrower="carl"))
    assert (back.lent, back.seats[1], back.standing) == ({9: "ana", 10: "bea"}, "ana", ("carl",))


def ways(state: State, name: str) -> Iterator[Fields]:
    for player in state.names:
        for seat in state.seats if name == "sit" else (None,):
            yield {"command": name, "player": player} | ({"seat": seat} if seat else {})


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_a_move_is_offered_where_somebody_may_make_it_and_nowhere_else(reglamento: str) -> None:
    looked: Counter[tuple[str, bool]] = Counter()
    for seed in range(4):
        random = Random(seed)
        table = opened(reglamento, random)
        for number, _ in enumerate(play(table, random, 200)):
            if number % 4 or not table.state.open or table.state.reglamento != reglamento:
                continue
            crowded = crowd(table.state) if number % 8 else table.state
            table.state, before = crowded, table.state
            offered = actions(game_of(crowded))
            for name in set(MOVES) & {*game_of(crowded).rules.commands}:
                possible = any(is_taken(table, fields) for fields in ways(crowded, name))
                assert (name in offered) == possible, (name, table.script)
                looked[name, possible] += 1
            table.state = before
    assert looked["sit", True] and looked["stand_up", True] and looked["leave", True]


def crowd(state: State) -> State:
    """All seats are taken, and nobody stands who has not asked for one."""
    free = [seat for seat, sitter in state.seats.items() if not sitter]
    guests = {f"guest{seat}": seat for seat in free}
    return replace(
        state,
        seats={**state.seats, **{seat: guest for guest, seat in guests.items()}},
        names={**state.names, **{guest: guest for guest in guests}},
        waiting=state.standing,
    )


def refused(table: Table, command: str, **fields: Any) -> str:
    with pytest.raises(Refusal) as refusal:
        table.give(command, **fields)
    return refusal.value.code


@pytest.mark.parametrize("move", ["leave", "stand_up"])
def test_art_13_who_has_a_stake_stays_in_a_suite_that_was_given_after_no_va_mas_only(move: str) -> None:
    for closed in (False, True):
        table = argentina()
        table.deal(*BANCA_WINS)
        table.give("place_bet", player="carl", chance="punto", amount=50)
        if closed:
            table.give("close_betting")
        table.give("suite")
        assert table.state.phase == "suite"
        if closed:
            assert refused(table, move, player="carl") == "in_play"
        else:
            table.give(move, player="carl")


def test_the_holder_of_a_bank_keeps_his_seat_while_the_cards_are_shuffled() -> None:
    """Nobody holds a sabot then."""
    table = argentina()
    table.state = replace(table.state, phase="shuffling", shoe=None)
    assert refused(table, "sit", player="ana", seat=9) == "in_play"
    table.give("sit", player="bea", seat=9)


def test_the_holder_of_a_sabot_without_a_bank_keeps_his_seat() -> None:
    table = Table("spain")
    table.give("shuffle", riffles=0)
    table.give("cut", depth=100)
    table.give("accept_bank", player="ana")
    assert table.state.bank is None
    assert refused(table, "sit", player="ana", seat=9) == "in_play"


def test_art_33_a_last_opener_who_was_standing_and_sits_down_leaves_no_seat_to_the_standing() -> None:
    """Ana has declined then, and the shoe is burned (art. 7); Zoe is asked for no seat of hers."""
    table = argentina()
    table.deal(*PUNTO_WINS)
    table.give("stand_up", player="ana")
    table.give("join", player="zoe")
    while not (table.state.offer and table.state.offer.again):
        assert table.state.offer
        asked = table.state.offer.asked
        table.give("decline_bank", player=None if asked == "standing" else asked)
    assert table.state.offer.asked == "ana"
    table.give("sit", player="ana", seat=9)
    assert (table.state.offer, table.state.phase) == (None, "shuffling")
