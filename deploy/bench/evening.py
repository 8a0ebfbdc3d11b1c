"""Evenings that the robot plays: the commands, and what each of them stores, the same for every contender."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from casino.accounts.permissions import Role
from casino.common.errors import Refusal
from ledger.postings import Posting
from tables.engine import Game, NoHistory, State, decide, encode_event, encode_state, new_state, parse
from tables.postings import postings_of
from tables.projections.memory import Rows
from tables.projections.rows import Link
from tables.robot.behaviour import LIVELY, Behaviour
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tables.snapshot import take

Json = dict[str, Any]

SLUG = "mesa"  # stands in the postings; a writer puts its own table's there
LIMITS = {"minimum": 100, "maximum": 10_000, "chip": 10}
CLOSING = {"command": "close_table", "reason": "the evening is over"}
LIKELY = 4  # times as many commands as asked, within which an evening finds an end


# A row of the read model: its kind, its key, and its columns that are new; None for a row that is gone
RowChange = tuple[type, tuple[Any, ...], Json | None]


@dataclass(frozen=True, slots=True)
class Step:
    """A command with what it stores: the events and the state as JSON, the rows of the read model, the money."""

    command: Json
    events: list[Json]
    state: str
    after: State
    rows: list[RowChange]
    postings: list[Posting]


def evening(reglamento: str, commands: int, seed: int = 3, behaviour: Behaviour = LIVELY) -> list[Step]:
    """At least so many commands at one table, from its opening to its closing; the same again afterwards is accepted,
    because a closed table is a new one."""
    table, robot = _Table(reglamento), Robot(seed, behaviour)
    steps = [table.give({"command": "open_table", "reglamento": reglamento, **LIMITS})]
    while len(steps) < LIKELY * commands:
        if len(steps) >= commands and (last := table.try_to_give(CLOSING)):
            return [*steps, last]
        command = robot.next(table.snapshot())
        if command is None:
            continue
        if step := table.try_to_give(command):
            steps.append(step)
        else:
            robot.refused(command, table.refused)
    raise RuntimeError(f"an evening of {reglamento} found no end")


class _Table:
    """A table without a database: the engine alone decides."""

    def __init__(self, reglamento: str) -> None:
        self._rules = REGLAMENTOS[reglamento]
        self._state = new_state()
        self._records = 0
        self._rows = Rows.of_a_new_table()
        self.refused = ""

    def snapshot(self) -> Json:
        return take(SLUG, Game(self._state, self._rules, Role.JEFE))

    def try_to_give(self, command: Json) -> Step | None:
        try:
            return self.give(command)
        except Refusal as refusal:
            self.refused = refusal.code
            return None

    def give(self, command: Json) -> Step:
        before = self._state
        decision = decide(before, parse(command), Role.JEFE, NoHistory(), self._rules)
        self._state = decision.state
        self._records += 1
        events = [
            {"seq": seq, **encode_event(event)}
            for seq, event in enumerate(decision.events, before.version + 1)
        ]
        rows = self._rows_changed(before, command)
        postings = postings_of(SLUG, decision.events)
        return Step(command, events, encode_state(self._state), self._state, rows, postings)

    def _rows_changed(self, before: State, command: Json) -> list[RowChange]:
        had = {kind: dict(rows) for kind, rows in self._rows.by_kind.items()}
        link = Link(self._records, datetime.now(UTC), Role.JEFE, command)
        self._rows.follow(before, self._state, link)
        return [
            change
            for kind, rows in self._rows.by_kind.items()
            for change in _differences(kind, had.get(kind, {}), rows)
        ]


def _differences(kind: type, had: Mapping[Any, Any], now: Mapping[Any, Any]) -> Iterator[RowChange]:
    for key in had.keys() - now.keys():
        yield kind, key, None
    for key, row in now.items():
        if row == had.get(key):
            continue
        before = had[key]._asdict() if key in had else {}
        yield (
            kind,
            key,
            {name: value for name, value in row._asdict().items() if value != before.get(name, ...)},
        )
