"""Random games, guided by the second engine's state so that they go deep. The same seed gives the same game.

A game is a list of steps: a command with the key `_id`. A version in it is written "@N": the version after the step
whose `_id` is N, because the two engines count versions differently.
"""

import random
from collections.abc import Iterator
from typing import Any

from . import moves, wild
from .door import answer
from .table import Table

Step = dict[str, Any]
PEOPLE = ("ana", "bea", "carl", "dora", "eva", "fito", "gus", "leo", "mia")
LENGTHS = (40, 80, 80, 120, 160, 300)


class Game:
    """A game as it grows: the table of the second engine, the dice, and what this game is like."""

    def __init__(self, reglamento: str, seed: int) -> None:
        self.dice: random.Random = random.Random(f"{reglamento}:{seed}")
        self.reglamento, self.table = reglamento, Table()
        self.script: list[Step] = []
        self.versions: list[tuple[int, int]] = []  # (step, version of the second engine after it)
        self.people = PEOPLE[: self.dice.choice((4, 5, 6, 6, 7, 9))]
        self.length = self.dice.choice(LENGTHS)
        self.illegal = self.dice.choice((0.02, 0.05, 0.15))
        self.wild = self.dice.choice((0.0, 0.02, 0.05))
        self.undo = self.dice.choice((0.0, 0.02, 0.06))
        self.trouble = self.dice.choice((0.02, 0.1, 0.25))
        self.declines = self.dice.choice((0.5, 0.5, 0.8))  # how often an offered bank is declined
        self.worn = "7h" if self.dice.random() < 0.1 else ""  # a card that comes too often
        self.banca = self.dice.choice((None, None, 0.6, 0.8))  # how often banca is made to win

    def next(self) -> Step:
        """The next command."""
        dice = self.dice.random()
        if dice < self.wild:
            command = wild.anything(self)
        elif dice < self.wild + self.undo:
            command = wild.undo(self)
        elif dice < self.wild + self.undo + self.illegal:
            command = wild.illegal(self)
        else:
            command = moves.sensible(self)
        return {**command, "_id": len(self.script)}

    def play(self, step: Step) -> dict[str, Any]:
        """Give a step to the second engine and keep it."""
        told = answer(self.table, resolve(step, dict(self.versions)))
        self.script.append(step)
        self.versions.append((step["_id"], self.table.version))
        return told


def resolve(step: Step, versions: dict[int, int]) -> Any:
    """The command with the versions of one engine in it. A step that is gone is stood in for by the one before."""
    if set(step) == {"_id", "raw"}:
        return step["raw"]
    command = {key: value for key, value in step.items() if key != "_id"}
    for field in ("to", "expected_version"):
        mark = command.get(field)
        if isinstance(mark, str) and mark.startswith("@"):
            known = [n for n in versions if n <= int(mark[1:])]
            command[field] = versions[max(known)] if known else 0
    return command


def game(reglamento: str, seed: int) -> Iterator[tuple[Step, dict[str, Any]]]:
    """The steps of one game, each with the second engine's answer."""
    played = Game(reglamento, seed)
    for _ in range(played.length):
        step = played.next()
        yield step, played.play(step)
