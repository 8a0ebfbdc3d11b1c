"""The engine as the model of a table: what a command or a reading must have been answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from json import dumps, loads

from casino.common.refusals import Refusal
from tables.engine import (
    Decision,
    Game,
    Standing,
    State,
    decide,
    encode_event,
    encode_state,
    new_state,
    parse,
    standing_after,
)
from tables.engine.table.commands import OpenTable
from tables.rules.reglamentos import REGLAMENTOS
from tables.view.snapshot import take
from tests.live.histories.operation import COMMAND, Json, Operation

REMEMBERED = 200  # commands back, further than any client here undoes
IN_WORDS = (
    "warnings",
    "departures",
    "name",
)  # fields of a snapshot in the reader's language, and the table's name


@dataclass(frozen=True)
class Past:
    """The engine's `History` of a table, in memory."""

    commands: tuple[Standing, ...] = ()
    states: Mapping[int, State] = field(default_factory=dict)

    def standing(self) -> Sequence[Standing]:
        """The commands that still stand, oldest first."""
        return self.commands

    def state_at(self, version: int) -> State:
        """Raises KeyError for one that is not remembered."""
        return self.states[version]

    def followed_by(self, made: Standing, decision: Decision) -> "Past":
        """With one more command."""
        commands = tuple(standing_after(self.commands, made, decision.events))[-REMEMBERED:]
        states = {**self.states, made.version: decision.state}
        kept = dict(islice(states.items(), max(len(states) - REMEMBERED, 0), None))
        return Past(commands, kept)


@dataclass(frozen=True)
class Table:
    """A table of the game, which is never changed, only followed by others. `records`: how many commands it has
    accepted."""

    slug: str
    state: State = field(default_factory=new_state)
    past: Past = field(default_factory=lambda: Past(states={0: new_state()}))
    records: int = 0

    def after(self, operation: Operation) -> "Table | None":
        """The table after an operation with this answer; None if it would have been another answer here. Where no
        answer came, the table after what was asked, whatever the answer would have been."""
        if operation.kind == COMMAND:
            return self._commanded(operation)
        return self if operation.answer == self._shown(operation) else None

    def mark(self) -> str:
        """The state as it is stored, and how many commands led to it."""
        return f"{self.records} {encode_state(self.state)}"

    def _commanded(self, operation: Operation) -> "Table | None":
        if operation.answer and operation.answer["ok"]:
            before = operation.answer["version"] - len(operation.answer["events"])
            if before != self.state.version:
                return None  # the short way to what `decide` would find
        try:
            decision = self._decided(operation)
        except Refusal as refusal:
            return self if operation.answer is None or _is_refused(operation.answer, refusal) else None
        if operation.answer is not None and operation.answer != _accepted(self.state, decision):
            return None
        return self._with(operation, decision)

    def _decided(self, operation: Operation) -> Decision:
        command = parse(operation.asked)
        opens = isinstance(command, OpenTable)
        slug = command.reglamento if isinstance(command, OpenTable) else self.state.reglamento
        rules = REGLAMENTOS[slug] if opens or self.state.open else None
        return decide(self.state, command, operation.role, self.past, rules)

    def _with(self, operation: Operation, decision: Decision) -> "Table":
        number, name = self.records + 1, operation.asked["command"]
        made = Standing(number, self.state.version, decision.state.version, operation.role, name)
        return Table(self.slug, decision.state, self.past.followed_by(made, decision), number)

    def _shown(self, operation: Operation) -> Json | None:
        """What the reader must have been shown, as far as it does not depend on his language."""
        answer = operation.answer
        if answer is None or answer.get("version") != self.state.version:
            return None  # the short way to what `take` would find
        rules = REGLAMENTOS[self.state.reglamento] if self.state.open else None
        shown: Json = loads(dumps(take(self.slug, Game(self.state, rules, operation.role))))
        return {**shown, **{name: answer[name] for name in IN_WORDS if name in answer}}


def _is_refused(answer: Json, refusal: Refusal) -> bool:
    return not answer["ok"] and answer["error"]["code"] == refusal.code


def _accepted(before: State, decision: Decision) -> Json:
    events = [
        {"seq": seq, **encode_event(event)} for seq, event in enumerate(decision.events, before.version + 1)
    ]
    return loads(dumps({"ok": True, "version": decision.state.version, "events": events}))  # type: ignore[no-any-return]
