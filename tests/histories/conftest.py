"""A table that is really played, with what its clients saw."""

from dataclasses import replace
from itertools import count
from random import Random

import pytest

from casino.accounts.permissions import Role
from deploy.histories.operation import COMMAND, SNAPSHOT, Json, Operation
from tables.engine.actor import Actor
from tables.robot.robot import Robot
from tables.service import create_table, execute, game_of, read
from tables.snapshot import take

SLUG = "mesa-1"
JEFE = Actor("julio", Role.JEFE)
UNDO = {"command": "undo", "reason": "a slip of the finger"}
OPENING = {"command": "open_table", "reglamento": "argentina", "minimum": 100, "maximum": 10_000, "chip": 10}


class Evening:
    """Operations one after the other, a second each; `overlapping` lets them run into each other."""

    def __init__(self) -> None:
        self._seconds = count(1)
        self.robot = Robot(7)
        self.operations: list[Operation] = []
        create_table(SLUG, "Mesa 1")
        self.give(OPENING)

    def give(self, command: Json, *, told: bool = True) -> Json:
        """A command; `told`: the client is among those whose history is kept."""
        answer = execute(SLUG, command, JEFE, outside=True).as_dict()
        if told:
            self.saw(COMMAND, command, answer)
        return answer

    def look(self) -> Json:
        """A snapshot."""
        table, state = read(SLUG)
        shown = take(SLUG, game_of(state, JEFE.role), table.name)
        self.saw(SNAPSHOT, {}, shown)
        return shown

    def play(self, commands: int) -> None:
        """The robot's commands, with a look before each."""
        for _ in range(commands):
            command = self.robot.next(self.look())
            assert command is not None
            answer = self.give(command)
            if not answer["ok"]:
                self.robot.refused(command, answer["error"]["code"])

    def play_until(self, name: str) -> Json:
        """The robot's next command of this name, which is not given yet."""
        while True:
            command = self.robot.next(self.look())
            assert command is not None
            if command["command"] == name:
                return command
            self.give(command)

    def saw(self, kind: str, asked: Json, answer: Json) -> None:
        """One more operation."""
        at = next(self._seconds)
        status = 200 if answer.get("ok", True) else 409
        seen = Operation(SLUG, kind, asked, JEFE.name, JEFE.role, at, at + 0.5, status, answer)
        self.operations.append(seen)


@pytest.fixture
def evening(db: None) -> Evening:
    return Evening()


def overlapping(operations: list[Operation], seed: int, reach: float = 2.0) -> list[Operation]:
    """The same, each sent somewhat earlier and answered somewhat later, in no order."""
    chance = Random(seed)
    found = [
        replace(
            one,
            sent=one.sent - chance.uniform(0, reach),
            answered=one.answered + chance.uniform(0, reach),
        )
        for one in operations
    ]
    return chance.sample(found, len(found))
