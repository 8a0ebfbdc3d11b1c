"""A table in memory with its history, and commands of every kind: likely ones, unlikely ones, and nonsense."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from tables.engine import (
    Command,
    Decision,
    Refusal,
    Standing,
    State,
    decide,
    decode_event,
    encode_event,
    fold,
    new_state,
    parse,
    standing_after,
    transfers,
)
from tables.engine.betting.events import BetsTrimmed
from tables.engine.event import Event
from tables.engine.table.commands import OpenTable
from tables.engine.undo.events import Undone
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.fields import Fields, likely, unlikely

CAST = ("ana", "bea", "carl", "dora", "eva", "leo")
ROLES = ("croupier",) * 12 + ("jefe",) * 7 + ("device",)
LIMITS = {"monte-carlo": (10, 800, 10), "chemin-de-fer": (10, 1000, 5)}
USUAL = (10, 500, 5)
LIKELY = 0.88


def rules_for(state: State, command: Command) -> Reglamento | None:
    """The reglamento to decide by, as the service finds it."""
    name = command.reglamento if isinstance(command, OpenTable) else state.reglamento
    if isinstance(command, OpenTable) and name not in REGLAMENTOS:
        raise Refusal("malformed", fault="no_such_reglamento", known=", ".join(REGLAMENTOS))
    return REGLAMENTOS.get(name)


class WildTable:
    """`states` by version, `money` by account, both as they stand now; the record behind them for undo.

    `highest`, `lowest`: of all maxima and minima so far, for new limits leave what lies there as it is.
    """

    def __init__(self) -> None:
        self.state = new_state()
        self.money: Counter[str] = Counter()
        self.highest, self.lowest = 0, 10**9
        self.script: list[str] = []
        self._records: list[tuple[str, str, list[dict[str, Any]]]] = []
        self._states: dict[int, State] = {0: self.state}
        self._moneys: dict[int, Counter[str]] = {0: Counter()}
        self.has_trimmed = False  # a stake may lie below every minimum once a lower maximum has cut it
        self._standing: list[Standing] = []

    def standing(self) -> list[Standing]:
        return self._standing

    def state_at(self, version: int) -> State:
        return self._states[version]

    def give(self, fields: Fields, role: str) -> Decision:
        """Raises Refusal. Asserts that folding the events gives the state that was decided."""
        before, command = self.state, parse(fields)
        decision = decide(before, command, role, self, rules_for(before, command))
        assert fold(before, decision.events, command.name, role, self) == decision.state
        made = Standing(len(self._records) + 1, before.version, decision.state.version, role, command.name)
        self._standing = standing_after(self._standing, made, decision.events)
        self._records.append((command.name, role, [encode_event(happened) for happened in decision.events]))
        self.script.append(json.dumps({**fields, "by": role}))
        self.state = self._states[made.version] = decision.state
        self.highest = max(self.highest, self.state.limits.maximum)
        self.lowest = min(self.lowest, self.state.limits.minimum or self.lowest)
        self._move(decision.events)
        self._moneys[made.version] = Counter(self.money)
        return decision

    def refolded(self) -> State:
        """The state that the stored events give, all of them, from the very first."""
        state = new_state()
        for name, role, events in self._records:
            state = fold(state, [decode_event(stored) for stored in events], name, role, self)
        return state

    def _move(self, events: tuple[Event, ...]) -> None:
        self.has_trimmed |= any(isinstance(happened, BetsTrimmed) for happened in events)
        for happened in events:
            if isinstance(happened, Undone):
                self.money = Counter(self._moneys[happened.to])
            for move in transfers(happened):
                assert move.amount > 0 and move.source != move.target
                self.money[move.source] -= move.amount
                self.money[move.target] += move.amount


def opened(reglamento: str, random: Random) -> WildTable:
    """A table with six people, four of them seated; half of the shoes are short."""
    table = WildTable()
    minimum, maximum, chip = LIMITS.get(reglamento, USUAL)
    settings = {"stop_card": random.choice((240, 270, 290))} if random.random() < 0.5 else {}
    limits = {"minimum": minimum, "maximum": maximum, "chip": chip}
    table.give({"command": "open_table", "reglamento": reglamento, **limits, "settings": settings}, "jefe")
    for seat, player in enumerate(CAST, 1):
        table.give({"command": "join", "player": player, "name": f"Don {player}"}, "croupier")
        if seat <= 4:
            table.give({"command": "sit", "player": player, "seat": 3 * seat}, "croupier")
    return table


def play(
    table: WildTable, random: Random, commands: int
) -> Iterator[tuple[State, Fields, str, Decision | Refusal]]:
    """Gives that many commands; yields the state before each, the command, the role, and what came of it."""
    for _ in range(commands):
        before, role = table.state, random.choice(ROLES)
        if random.random() < LIKELY:
            role = "croupier" if role == "device" and before.phase != "dealing" else role
            fields = likely(random, before, role)
        else:
            fields = unlikely(random, before)
        try:
            yield before, fields, role, table.give(fields, role)
        except Refusal as refusal:
            yield before, fields, role, refusal
