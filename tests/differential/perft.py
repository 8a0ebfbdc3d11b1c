"""Perft: how many command sequences are accepted from fixed positions, in both engines.

`python -m tests.differential.perft` prints docs/perft.md (`make perft`). A sequence counts if each of its commands is
accepted where the one before has led. Both engines must come to the same numbers.
"""

import sys
from collections.abc import Callable, Iterator
from typing import Any

from casino.common.progress import Advance, carry_out, progress
from tables.engine import NoHistory, Refusal, State, decide, new_state, parse
from tables.rules.reglamentos import REGLAMENTOS
from tests.second_engine.door import answer
from tests.second_engine.positions import POSITIONS
from tests.second_engine.positions import parse as command_of
from tests.second_engine.table import Table

Json = dict[str, Any]
DEPTH = 5
HEAD = """# Perft

From ten fixed positions of each reglamento, the number of command sequences of 1 to 5 commands that are accepted, each
command where the one before has led. The engine and an independent second engine (`tests/second_engine`) count the
same; a test counts the smaller depths again. Printed by `make perft`.

A command is written short: its name and its fields in the order of the [protocol](openapi.json), `-` for one left out,
`@jefe` where the jefe gives it.
"""


def product(state: State, command: Json, reglamento: str) -> State | None:
    """The state after the command, or None if it is refused."""
    fields = {key: value for key, value in command.items() if key != "by"}
    try:
        return decide(
            state, parse(fields), command.get("by", "croupier"), NoHistory(), REGLAMENTOS[reglamento]
        ).state
    except Refusal:
        return None


def second(saved: bytes, command: Json) -> bytes | None:
    """The same for the second engine, whose state is the saved table."""
    table = Table()
    table.restore(saved)
    return table.save() if answer(table, command)["ok"] else None


def counts(state: Any, commands: list[Json], step: Callable[[Any, Json], Any], depth: int) -> list[int]:
    """The number of accepted sequences of 1, 2, … `depth` commands."""
    numbers = []
    states = [state]
    for _ in range(depth):
        states = [
            after for state in states for command in commands if (after := step(state, command)) is not None
        ]
        numbers.append(len(states))
    return numbers


def both(reglamento: str, script: list[str], tried: str, depth: int) -> tuple[list[int], list[int]]:
    """The counts of the product and of the second engine. Raises ValueError if the script does not go through."""
    state: Any = new_state()
    saved: Any = Table().save()
    for line in script:
        state = product(state, command_of(line), reglamento)
        saved = second(saved, command_of(line))
        if state is None or saved is None:
            raise ValueError(
                f"{reglamento}: {line} is refused by {'the product' if state is None else 'the second'}"
            )
    commands = [command_of(line) for line in tried.split(";")]
    mine = counts(saved, commands, second, depth)
    return counts(state, commands, lambda s, c: product(s, c, reglamento), depth), mine


def lines(depth: int = DEPTH) -> Iterator[str]:
    """The page, line by line."""
    yield HEAD
    with progress("positions", sum(map(len, POSITIONS.values()))) as advance:
        yield from _positions(depth, advance)


def _positions(depth: int, advance: Advance) -> Iterator[str]:
    for reglamento, positions in POSITIONS.items():
        yield f"## {reglamento}\n"
        for number, (name, script, tried) in enumerate(positions, 1):
            theirs, mine = both(reglamento, script, tried, depth)
            advance(1)
            if theirs != mine:
                print(f"{reglamento} {number}: product {theirs}, second engine {mine}", file=sys.stderr)
            yield f"{number}. **{name}**: {' · '.join(f'{n:,}' for n in theirs)}\n"
            yield f"   - after: {', '.join(f'`{line}`' for line in script)}"
            yield f"   - commands: {', '.join(f'`{line}`' for line in tried.split(';'))}\n"


if __name__ == "__main__":
    carry_out(lambda: print("\n".join(lines()).rstrip()))
