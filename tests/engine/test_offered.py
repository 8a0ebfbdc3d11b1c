"""Whom and what the console offers is what is accepted, and nothing else is: tried for everybody, in random play."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

import pytest

from tables.engine.auction.handlers import bidders
from tables.engine.available import actions, bounds_of
from tables.engine.betting.stakes import chances_offered
from tables.engine.cover.handlers import RANKING, associates, kinds_possible
from tables.engine.game import Game
from tables.engine.offer import handlers as offer
from tables.engine.suite import handlers as suite
from tests.engine.fields import Fields, game_of
from tests.engine.test_bounds import is_taken
from tests.engine.wild import WildTable, opened, play

SEEDS: dict[str, Iterable[int]] = {  # evenings that come to all phases in which something is offered
    "argentina": (2, 3),
    "slovenia": (0,),
    "monte-carlo": (0,),
    "spain": (0,),
    "chemin-de-fer": (0, 4),
}
MANY = range(12)
COMMANDS = 150
OCCURRING = {  # of the phases in which somebody is offered something
    "argentina": {"offer", "suite", "auction", "betting"},
    "slovenia": {"betting"},
    "monte-carlo": {"betting"},
    "spain": {"offer", "betting"},
    "chemin-de-fer": {"offer", "suite", "auction", "betting"},
}


def evening(reglamento: str, seed: int) -> Iterator[WildTable]:
    """The table after each command, where somebody may be offered something. It may be opened anew with another
    reglamento, which has seeds of its own."""
    random = Random(seed)
    table = opened(reglamento, random)
    for _ in play(table, random, COMMANDS):
        here = table.state.reglamento == reglamento
        if here and table.state.open and not table.state.suspended and table.state.phase in PHASES:
            yield table


@pytest.mark.parametrize(
    ("reglamento", "seeds"),
    [*SEEDS.items(), *(pytest.param(name, MANY, marks=pytest.mark.slow) for name in SEEDS)],
)
def test_who_is_offered_something_gets_it_and_nobody_else(reglamento: str, seeds: Iterable[int]) -> None:
    looked: Counter[str] = Counter()
    for table in (table for seed in seeds for table in evening(reglamento, seed)):
        looked[table.state.phase] += 1
        for offered, said in PHASES[table.state.phase](game_of(table.state), table):
            assert offered == is_taken(table, said), (said, table.script)
    assert looked.keys() == OCCURRING[reglamento] and looked["betting"] > 40


Offered = Iterator[tuple[bool, Fields]]  # whether it is offered, and a command that would take it


def _offer(game: Game, table: WildTable) -> Offered:
    possible, bounds = offer.takers(game), offer.accept_bounds(game)
    for player in game.state.names:
        said: Fields = {"command": "accept_bank", "player": player}
        if bounds:
            said["amount"] = bounds.minimum
        yield player in possible, said
    yield "decline_bank" in actions(game), {"command": "decline_bank"} | _asked(game.state.offer)


def _suite(game: Game, table: WildTable) -> Offered:
    possible, bounds = suite.takers(game), suite.take_bounds(game)
    for player in game.state.names:
        yield bool(bounds) and player in possible, {"command": "take_suite", "player": player}
    yield "decline_suite" in actions(game), {"command": "decline_suite"} | _asked(game.state.suite)
    yield "house_takes_suite" in actions(game), {"command": "house_takes_suite"}


def _asked(walk: object) -> Fields:
    asked = getattr(walk, "asked", "")
    return {} if asked == "standing" else {"player": asked}


def _auction(game: Game, table: WildTable) -> Offered:
    possible = bidders(game)
    for player in game.state.names:
        if player in possible:
            yield True, {"command": "bid", "player": player, "amount": possible[player].minimum}
        else:
            for amount in _amounts(game):
                yield False, {"command": "bid", "player": player, "amount": amount}


def _betting(game: Game, table: WildTable) -> Offered:
    yield from _bets(game)
    for name in ("take_half", "suite", "desist_bank", "close_betting", "repeat_bets"):
        if name in game.rules.commands:
            yield name in actions(game), {"command": name}
    for name in ("raise_bank", "set_aside"):
        if name in game.rules.commands and name not in actions(game):
            yield from ((False, {"command": name, "amount": amount}) for amount in _amounts(game))
    if game.rules.bank == "cover":
        yield from _covered(game, table)
    elif game.rules.suite:
        possible = suite.takers(game)
        yield from (
            (player in possible, {"command": "take_suite", "player": player}) for player in game.state.names
        )


def _bets(game: Game) -> Offered:
    for player, chance in product(game.state.names, chances_offered(game)):
        said = {"command": "place_bet", "player": player, "chance": chance}
        if not bounds_of(game, "place_bet", player=player, chance=chance):
            yield from ((False, said | {"amount": amount}) for amount in _amounts(game))


def _covered(game: Game, table: WildTable) -> Offered:
    may_join = associates(game)
    for player in game.state.names:
        yield player in may_join, {"command": "associate", "player": player}
    for kind in RANKING:
        calls = [_banco(kind, player, other) for player, other in product(game.state.names, repeat=2)]
        found = [call for call in calls if is_taken(table, call)]
        yield kind in kinds_possible(game), found[0] if found else calls[0]


def _banco(kind: str, player: str, other: str) -> Fields:
    said: Fields = {"command": "banco", "player": player, "kind": kind}
    return said | {"players": [other]} if kind == "association" else said


def _amounts(game: Game) -> Iterator[int]:
    limits = game.state.limits
    yield from range(limits.chip, limits.maximum + 2 * limits.chip, 3 * limits.chip)
    yield from (limits.minimum, limits.maximum)


PHASES = {"offer": _offer, "suite": _suite, "auction": _auction, "betting": _betting}
