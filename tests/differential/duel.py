"""One game on both engines: the first difference, and the shortest script that still shows it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.differential.compare import difference, signature
from tests.differential.product import Product, new_table
from tests.second_engine.door import answer
from tests.second_engine.games import Game, Step, resolve
from tests.second_engine.table import Table

Json = dict[str, Any]
Watch = Callable[[Step, Json], None]


@dataclass
class Outcome:
    """What came of a game: `script` up to the first difference, and the difference in words, or ''."""

    script: list[Step] = field(default_factory=list)
    difference: str = ""
    lines: list[str] = field(default_factory=list)  # the script as `play` takes it


class Duel:
    """Both engines at one table."""

    def __init__(self, product: Product) -> None:
        self.product, self.second = product, Table()
        self.versions: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.outcome = Outcome()

    def give(self, step: Step, second: Json | None = None) -> Json:
        """Give a step to both; `second` if the second engine has answered already. The product's answer."""
        payload = resolve(step, self.versions[0])
        told = self.product.give(payload)
        if second is None:
            second = answer(self.second, resolve(step, self.versions[1]))
        self.outcome.script.append(step)
        self.outcome.lines.append(
            payload if isinstance(payload, str) else json.dumps(payload, ensure_ascii=False)
        )
        self.outcome.difference = difference(told, second)
        self.versions[0][step["_id"]] = told.get("snapshot", {}).get("version", 0)
        self.versions[1][step["_id"]] = second["snapshot"]["version"]
        return told


def play_game(reglamento: str, seed: int, watch: Watch | None = None) -> Outcome:
    """Play one random game to its end or to the first difference."""
    with new_table() as product:
        duel, game = Duel(product), Game(reglamento, seed)
        for _ in range(game.length):
            step = game.next()
            told = duel.give(step, game.play(step))
            if watch:
                watch(step, told)
            if duel.outcome.difference:
                break
        return duel.outcome


def play_script(script: list[Step]) -> Outcome:
    """Play these steps, to the first difference."""
    with new_table() as product:
        duel = Duel(product)
        for step in script:
            duel.give(step)
            if duel.outcome.difference:
                break
        return duel.outcome


def shrink(outcome: Outcome) -> Outcome:
    """Remove commands for as long as the same difference stays: halves first, single ones last."""
    best, wanted = outcome, signature(outcome.difference)
    size = max(1, len(best.script) // 2)
    while True:
        shorter = _swept(best, size, wanted)
        if shorter is best and size == 1:
            return best
        best, size = shorter, max(1, size // 2) if shorter is best else size


def _swept(best: Outcome, size: int, wanted: str) -> Outcome:
    """The script after one sweep from its end, in which every `size` commands without which the difference stays were
    removed."""
    for start in range(max(0, len(best.script) - size), -1, -size):
        script = best.script
        shorter = play_script(script[:start] + script[start + size :])
        if shorter.difference and signature(shorter.difference) == wanted:
            best = shorter
    return best
