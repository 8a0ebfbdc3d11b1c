"""What is shown beforehand is what is decided: every bound, tried at both edges and just outside, in all five."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from casino.common.refusals import Refusal
from tables.engine import Bounds, Game, decide, parse
from tables.engine.auction.handlers import bidders
from tables.engine.available import bounds_of
from tables.engine.betting.stakes import chances_offered
from tables.engine.offer import handlers as offer
from tables.engine.shoe.cutting import cutters
from tables.engine.suite import handlers as suite
from tables.rules.reglamentos import REGLAMENTOS
from tables.view.snapshot import take
from tests.engine.fields import Fields, game_of
from tests.engine.wild import WildTable, opened, play, rules_for

COMMANDS = 150
EVERY = 3  # commands between two looks at all the bounds
UNLIMITED = 10**15

Case = tuple[Fields, str, Bounds]  # the command without its amount, the amount's field, what it may be


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
@given(seed=st.integers(0, 2**32))
def test_what_is_shown_is_what_is_accepted(reglamento: str, seed: int) -> None:
    random = Random(seed)
    table = opened(reglamento, random)
    try:
        for number, _ in enumerate(play(table, random, COMMANDS)):
            if number % EVERY == 0 and table.state.open and not table.state.suspended:
                check_edges(table)
                check_snapshot(table)
    except BaseException:
        note("\n".join(table.script))  # for manage.py play
        raise


def check_edges(table: WildTable) -> None:
    for fields, field, bounds in cases(game_of(table.state)):
        for amount in (bounds.minimum, bounds.maximum):
            assert is_taken(table, fields | {field: amount}), (fields, bounds)
        for amount in (bounds.minimum - bounds.step, bounds.maximum + bounds.step):
            inside = amount > 0 and is_taken(table, fields | {field: amount})
            assert not inside or is_the_other_half(table, fields, amount), (fields, bounds, amount)


def is_the_other_half(table: WildTable, fields: Fields, amount: int) -> bool:
    """Garaje: where any amount of large winnings may be set aside, exactly half the bank may be too."""
    state = table.state
    return fields["command"] == "set_aside" and state.bank is not None and amount == state.bank.stake // 2


def cases(game: Game) -> Iterator[Case]:
    """Every amount that the phase asks for, by whoever could give it."""
    yield from PHASES[game.state.phase](game) if game.state.phase in PHASES else ()


def _offer(game: Game) -> Iterator[Case]:
    if bounds := bounds_of(game, "accept_bank"):
        for player in offer.takers(game):
            yield {"command": "accept_bank", "player": player}, "amount", bounds


def _auction(game: Game) -> Iterator[Case]:
    for player, bounds in bidders(game).items():
        yield {"command": "bid", "player": player}, "amount", bounds


def _suite(game: Game) -> Iterator[Case]:
    bounds = bounds_of(game, "take_suite")
    for player in suite.takers(game) if bounds else ():
        if bounds and game.state.suite and player != game.state.suite.giver:
            yield {"command": "take_suite", "player": player}, "amount", bounds


def _cutting(game: Game) -> Iterator[Case]:
    bounds = bounds_of(game, "cut")
    for player in cutters(game) if bounds else ():
        if bounds:
            yield {"command": "cut", "player": player}, "depth", bounds


def _betting(game: Game) -> Iterator[Case]:
    for player in game.state.names:
        for chance in chances_offered(game):
            if bounds := bounds_of(game, "place_bet", player=player, chance=chance):
                yield {"command": "place_bet", "player": player, "chance": chance}, "amount", bounds
    for name in ("raise_bank", "set_aside"):
        if name in game.rules.commands and game.state.bank and (bounds := bounds_of(game, name)):
            agreed = {"associate_agrees": True} if name == "raise_bank" else {}
            yield {"command": name, **agreed}, "amount", bounds


PHASES = {
    "offer": _offer,
    "auction": _auction,
    "suite": _suite,
    "cutting": _cutting,
    "betting": _betting,
}


def is_taken(table: WildTable, fields: Fields) -> bool:
    try:
        command = parse(fields)
        decide(table.state, command, "jefe", table, rules_for(table.state, command))
    except Refusal:
        return False
    return True


def check_snapshot(table: WildTable) -> None:
    """The snapshot prints these bounds, and only for commands that are possible."""
    now = take("mesa", game_of(table.state))
    assert set(now["bounds"]) <= set(now["actions"])
    shown = {(name, field) for name, fields in now["bounds"].items() for field in fields}
    for fields, field, bounds in cases(game_of(table.state)):
        assert (fields["command"], field) in shown
        written = now["bounds"][fields["command"]][field]
        assert written["minimum"] <= bounds.minimum and bounds.maximum <= written["maximum"]
        assert written["step"] == bounds.step


def test_an_unlimited_bank_is_shown_as_it_is_taken() -> None:
    table = WildTable()
    limits = {"minimum": 100, "maximum": 1000, "chip": 10, "settings": {"unlimited_bank": True}}
    table.give({"command": "open_table", "reglamento": "chemin-de-fer", **limits}, "jefe")
    for seat, player in enumerate(("ana", "bea", "carl", "dora"), 1):
        table.give({"command": "join", "player": player}, "croupier")
        table.give({"command": "sit", "player": player, "seat": seat}, "croupier")
    table.give({"command": "shuffle", "riffles": 0}, "croupier")
    table.give({"command": "cut", "depth": 100}, "croupier")
    now = take("mesa", game_of(table.state))
    assert (now["offer"]["minimum"], now["offer"]["maximum"]) == (100, UNLIMITED)
    assert now["bounds"]["accept_bank"]["amount"] == {"minimum": 100, "maximum": UNLIMITED, "step": 10}
    assert is_taken(table, {"command": "accept_bank", "player": "ana", "amount": 5000})


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_actions_name_no_command_that_the_reglamento_does_not_list(reglamento: str) -> None:
    table = opened(reglamento, Random(1))
    for _ in play(table, Random(1), COMMANDS):
        if table.state.open:
            listed = set(REGLAMENTOS[table.state.reglamento].commands)
            assert set(take("mesa", game_of(table.state))["actions"]) <= listed
