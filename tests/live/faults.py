"""Fail everything around a house in full play, round after round (`kinds`).

Robots, rivals and clerks at twenty tables, and their screens. Afterwards nothing that was answered may be lost or
doubled, what clients saw must have happened in some order, and every screen is right again within three seconds.
"""

import asyncio
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

from casino.common.progress import progress
from tests.live.clients import PATIENCE
from tests.live.histories.operation import COMMAND
from tests.live.house import Broken, House
from tests.live.kinds import KINDS, LONG, STOPS_ONE_TABLE, possible
from tests.live.rounds import Round, Rounds, in_play
from tests.live.screens import LAST_WAIT

ROUNDS, TABLES = 50, 20
PACE = 1.0  # seconds between two acts of a robot
CALM = (0.2, 0.6)  # seconds of play before a fault
RIGHT_AGAIN = 3.0  # seconds that screens may take after a fault's end
SHORT_ROUNDS, SHORT_TABLES = 6, 6
SHORT_KINDS = [
    "worker-killed",
    "postgres-backend-killed",
    "door-deaf",
    "postgres-deaf",
    "redis-killed",
    "worker-restarted",
]


async def run(folder: Path, given: Namespace) -> list[str]:
    """Play the rounds and print them. Returns what is wrong. Raises Broken."""
    number, tables = given.rounds or ROUNDS, given.tables or TABLES
    if given.short:
        number, tables, given.only = given.rounds or SHORT_ROUNDS, SHORT_TABLES, given.only or SHORT_KINDS
    played, late, chance = list[Round](), list[str](), Random(given.seed)
    async with in_play(folder, tables, given.seed, PACE) as rounds:
        deck = _deck(rounds.house, given)
        with progress("rounds", number) as advance:
            for _ in range(number):
                played.append(await _round(rounds, next(deck), chance))
                late += _told(len(played), played[-1])
                advance(1)
    screens, operations = [one.screens for one in played], sum(len(one.operations) for one in played)
    print(
        f"{operations} operations, {sum(one.repeated for one in played)} repeated; screens right again after "
        f"{median(screens):.1f} s (median), {max(screens):.1f} s (longest), late in {len(late)} rounds"
    )
    errors = [f"{times} × {what}" for what, times in rounds.play.seen.errors.items()]
    # How fast it is says nothing on a machine that does ten other things.
    return errors if given.short else errors + late


def _told(number: int, row: Round) -> list[str]:
    """Print a round. Returns that it was late, if it was."""
    # Screens that were away for long look rarely.
    is_late = row.screens > RIGHT_AGAIN + (1.5 * LAST_WAIT if row.what in LONG else 0)
    line = (
        f"{number:4} {row.what:24} {len(row.operations):4} operations, {row.repeated:3} repeated, "
        f"screens right again after {row.screens:.1f} s"
    )
    print("LATE" if is_late else "ok", line, flush=True)
    return [f"late: {line}"] if is_late else []


async def _round(rounds: Rounds, kind: str, chance: Random) -> Round:
    await asyncio.sleep(chance.uniform(*CALM))
    row = await rounds.round(kind, KINDS[kind](rounds.house, chance))
    if kind in STOPS_ONE_TABLE:
        since = row.began + PATIENCE
        times = [one for one in row.operations if one.kind == COMMAND and since < one.answered < row.ended]
        silent = {table["slug"] for table in rounds.play.tables} - {one.table for one in times}
        if len(silent) > 1:
            raise Broken(f"{kind}: {len(silent)} tables stood still: {', '.join(sorted(silent))}")
    return row


def _deck(here: House, given: Namespace) -> Iterator[str]:
    """Every kind in turn, shuffled anew each time."""
    names = [name for name in given.only or possible(here) if name in possible(here)]
    chance = Random(given.seed)
    if not names:
        raise Broken(f"{given.only} cannot fail here: {', '.join(possible(here))}")
    while True:
        yield from chance.sample(names, len(names))
