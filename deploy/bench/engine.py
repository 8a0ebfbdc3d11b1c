"""Deciding: the five reglamentos beside a machine of one frozen dataclass, and beside PokerKit."""

from collections.abc import Callable, Iterator
from functools import partial

from deploy.bench import machine
from deploy.bench.context import Bench
from deploy.bench.measure import PRODUCT, Row, at_least, in_turn, processor_time

COMMANDS = 300  # of each reglamento
PASSES = 3_000  # of the floor in a round
HANDS = 20  # of poker in a round


def rows(bench: Bench) -> Iterator[Row]:
    """The one row of the engine."""
    measured = in_turn(contenders(), bench.rounds)
    yield Row(
        "engine",
        "engine: decide and evolve, five reglamentos",
        "/s",
        measured,
        (at_least(1 / 5, "floor"), at_least(6, "PokerKit")),
        "floor: a game of four commands with one frozen dataclass as its state; PokerKit: its operations",
    )


def contenders() -> dict[str, Callable[[], float]]:
    """Each gives its operations a second."""
    found = {"floor": _floor, PRODUCT: _product()}
    try:
        from deploy.bench.poker import operations_a_second
    except ImportError:  # a requirement of the checks, which a machine that only serves does not have
        return found
    return {**found, "PokerKit": partial(operations_a_second, HANDS)}


def _floor() -> float:
    return PASSES * len(machine.PASS) / processor_time(lambda: machine.play(PASSES))


def _product() -> Callable[[], float]:
    from casino.accounts.permissions import Role
    from deploy.bench.evening import evening
    from tables.engine import NoHistory, decide, new_state, parse
    from tables.rules.reglamentos import REGLAMENTOS

    played = [
        (rules, [parse(step.command) for step in evening(slug, COMMANDS)])
        for slug, rules in REGLAMENTOS.items()
    ]

    def play() -> None:
        for rules, commands in played:
            state, history = new_state(), NoHistory()
            for command in commands:
                state = decide(state, command, Role.JEFE, history, rules).state

    return lambda: sum(len(commands) for _, commands in played) / processor_time(play)
