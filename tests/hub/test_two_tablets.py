"""Two tablets at one table at the same moment: what of their commands commutes, and what the others are told."""

import asyncio
import json
from typing import Any

import pytest

from tables.door.service import read
from tables.engine.chapters import COMMANDS, COMMUTING
from tests.hub.sockets import Json, do, give, hear, opened

pytestmark = pytest.mark.django_db(transaction=True)
CONSOLE = "/ws/screens/console/mesa/"
COMMUTE = {"place_bet", "remove_bet", "bid", "banco", "join", "sit", "note", "suspend"}
# What pays, answers, deals, ends or takes back: its meaning depends on what was seen.
SEEN = {
    "open_table",
    "close_table",
    "undo",
    "cut",
    "close_auction",
    "accept_bank",
    "take_half",
    "set_aside",
    "suite",
}
SEEN |= {
    "take_suite",
    "close_betting",
    "card",
    "will",
    "bank_choice",
    "settle",
    "void_pass",
    "incident",
    "readmit",
}


def test_bets_and_people_commute_and_what_depends_on_what_was_seen_does_not() -> None:
    assert set(COMMUTING) >= COMMUTE and set(COMMANDS) - set(COMMUTING) >= SEEN


def as_the_console_sends(command: Json, version: int) -> Json:
    return command if command["command"] in COMMUTING else {**command, "expected_version": version}


async def together(first: Json, second: Json) -> list[Json]:
    """What two tablets are answered that have seen the same and touch at once."""
    version = (await do(read)("mesa"))[1].version
    async with opened(CONSOLE, "croupier") as one, opened(CONSOLE, "jefe") as other:
        for line, command in ((one, first), (other, second)):
            said = as_the_console_sends(command, version)
            await line.send_to(json.dumps({"type": "command", "key": "k1", "command": said}))
        answers = await asyncio.gather(hear(one, "answer"), hear(other, "answer"))
    return list(answers)


async def to_betting() -> None:
    await give(command="shuffle", riffles=4)
    await give(command="bid", player="ana", amount=200)
    await give(command="close_auction")
    cutter = (await do(read)("mesa"))[1].cutting
    assert cutter is not None
    await give(command="cut", player=cutter.asked, depth=150)


def bet(player: str, amount: int = 100) -> Json:
    return {"command": "place_bet", "player": player, "chance": "punto", "amount": amount}


async def stakes() -> dict[str, int]:
    state = (await do(read)("mesa"))[1]
    return {bet.player: bet.amount for bet in state.current.bets}


async def test_bets_of_one_player_from_both_tablets_add_up() -> None:
    await to_betting()
    assert all(answer["ok"] for answer in await together(bet("bea"), bet("bea", 200)))
    assert await stakes() == {"bea": 300}


async def test_two_bids_at_once_are_both_heard() -> None:
    await give(command="shuffle", riffles=4)
    bids: list[Any] = [{"command": "bid", "player": who, "amount": 200} for who in ("bea", "carl")]
    assert all(answer["ok"] for answer in await together(*bids))


async def test_who_comes_second_to_a_seat_is_told_of_the_seat() -> None:
    await give(command="join", player="xul")
    await give(command="join", player="yul")
    sit: list[Any] = [{"command": "sit", "player": who, "seat": 9} for who in ("xul", "yul")]
    answers = await together(*sit)
    assert sorted(answer["ok"] for answer in answers) == [False, True]
    (refused,) = [answer["error"]["code"] for answer in answers if not answer["ok"]]
    assert refused == "seat_taken"


async def test_no_more_bets_waits_for_a_second_look_and_the_bet_stands() -> None:
    await to_betting()
    await give(**bet("dora"))
    answers = await together({"command": "close_betting"}, bet("bea"))
    for answer in answers:
        assert answer["ok"] or answer["error"]["code"] in ("stale", "bets_closed")
    assert sum(answer["ok"] for answer in answers) == 1


async def test_of_two_payments_at_once_one_is_paid_and_the_other_told_as_a_person_tells_it() -> None:
    await to_betting()
    await give(**bet("bea"))
    await give(command="close_betting")
    for hand, card in (("punto", "9"), ("banca", "2"), ("punto", "K"), ("banca", "K")):
        await give(command="card", hand=hand, card=card)
    answers = await together({"command": "settle"}, {"command": "settle"})
    (refused,) = [answer["error"] for answer in answers if not answer["ok"]]
    assert refused["code"] == "stale"
    assert not any(sign.isdigit() for sign in refused["message"])
