"""An evening that the robot plays, always the same: its commands, and what each of them stores."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from casino.common.refusals import Refusal
from casino.people.permissions import Role
from ledger.postings import Posting
from tables.engine import Game, NoHistory, State, decide, encode_event, encode_state, new_state, parse
from tables.record.postings import postings_of
from tables.record.projections.memory import Rows
from tables.record.projections.rows import Link
from tables.robot.context import LIVELY
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tables.view.snapshot import take

Json = dict[str, Any]
# A row for reading: its kind, its key, and its columns that are new; None for a row that is gone
RowChange = tuple[type, tuple[Any, ...], Json | None]

SLUG = "mesa"  # stands in the postings; a writer puts its own table's there
COMMANDS, SEED = 300, 3
OPENING = {"command": "open_table", "reglamento": "argentina", "minimum": 100, "maximum": 10_000, "chip": 10}
CLOSING = {"command": "close_table", "reason": "the evening is over"}


@dataclass(frozen=True, slots=True)
class Step:
    """A command with what it stores: events and state as JSON, rows for reading, money."""

    command: Json
    events: list[Json]
    state: str
    after: State
    rows: list[RowChange]
    postings: list[Posting]


@cache
def evening(least: int = COMMANDS) -> list[Step]:
    """At least so many commands at one table, from its opening to its closing. It can be given again and again: a
    closed table is a new one."""
    table, robot = _Table(), Robot(SEED, LIVELY)
    steps = [table.give(OPENING)]
    while True:
        if len(steps) >= least and not isinstance(last := table.give(CLOSING), str):
            return [*steps, last]
        command = robot.next(take(SLUG, Game(table.state, table.rules, Role.JEFE)))
        if command is None:
            continue
        if isinstance(step := table.give(command), str):
            robot.refused(command, step)
        else:
            steps.append(step)


class _Table:
    """A table without a database: the engine alone decides."""

    def __init__(self) -> None:
        self.rules, self.state = REGLAMENTOS["argentina"], new_state()
        self._records, self._rows = 0, Rows.of_a_new_table()

    def give(self, command: Json) -> Any:
        """The step, or the code of its refusal."""
        before = self.state
        try:
            decision = decide(before, parse(command), Role.JEFE, NoHistory(), self.rules)
        except Refusal as refusal:
            return refusal.code
        self.state, self._records = decision.state, self._records + 1
        events = [
            {"seq": seq, **encode_event(one)} for seq, one in enumerate(decision.events, before.version + 1)
        ]
        had = {kind: dict(rows) for kind, rows in self._rows.by_kind.items()}
        link = Link(self._records, datetime.now(UTC), Role.JEFE, command)
        self._rows.follow(before, self.state, link)
        rows = [one for kind, now in self._rows.by_kind.items() for one in _changed(kind, had[kind], now)]
        postings = postings_of(SLUG, decision.events)
        return Step(command, events, encode_state(self.state), self.state, rows, postings)


def _changed(kind: type, had: Mapping[Any, Any], now: Mapping[Any, Any]) -> Iterator[RowChange]:
    for key in had.keys() - now.keys():
        yield kind, key, None
    for key, row in now.items():
        before = had[key]._asdict() if key in had else {}
        if new := {name: value for name, value in row._asdict().items() if value != before.get(name, ...)}:
            yield kind, key, new
