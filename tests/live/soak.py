"""Sixty tables in quick play for as long as is asked.

Memory must be flat after the warm-up, no socket may be lost, and what holds after every fault holds at each look.
"""

import asyncio
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from casino.common.progress import progress
from tests.live.rounds import Rounds, in_play
from tests.live.services import Service

MINUTES, TABLES = 60.0, 60
SHORT_MINUTES, SHORT_TABLES = 2.0, 12
PACE, OTHERS = 1.5, 4.0  # seconds between two acts of a robot; how much rarer than usual the others act
AT_A_TIME = 30.0  # seconds of play, after which everybody stands still and all is compared
WARM = 0.3  # of the time: the least after which memory must be flat
MOST = 0.05  # how much more, as a part, the last third may use than the first third after the warm-up
LOOKS = 12  # after the warm-up, from which something can be said
IN_FIRST_SHOE = "SELECT count(*) FROM tables_table WHERE (state::json->>'shoes')::int < 2 AND slug <> %s"


class Memory:
    """Looks at processes now and then."""

    def __init__(self, services: Sequence[Service]) -> None:
        self._services = services
        self._seen: list[tuple[float, list[int]]] = []
        self._warm_at: float | None = None

    def look(self, at: float, *, is_warm: bool) -> str:
        """What each uses now. `is_warm`: whether what the work itself needs has come to its usual size."""
        self._seen.append((at, [service.kilobytes() for service in self._services]))
        if is_warm and self._warm_at is None:
            self._warm_at = at
        return ", ".join(f"{kilobytes / 1024:.0f} MB" for kilobytes in self._seen[-1][1])

    def growth(self, warm: float = WARM) -> list[str]:
        """Which of them grew after the warm-up, which is at least this part of the time."""
        end = self._seen[-1][0]
        since = max(warm * end, end if self._warm_at is None else self._warm_at)
        seen = [used for at, used in self._seen if at >= since]
        if len(seen) < LOOKS:
            return [f"nothing can be said of memory: {len(seen)} looks after the warm-up, {LOOKS} at least"]
        grown = [_growth([used[place] for used in seen]) for place in range(len(self._services))]
        return [
            f"the memory of {service.name} grew by {more:.0%} after the warm-up"
            for service, more in zip(self._services, grown, strict=True)
            if more > MOST
        ]


def _growth(used: list[int]) -> float:
    """By which part the last third is more than the first."""
    third = len(used) // 3
    return median(used[-third:]) / median(used[:third]) - 1


async def run(folder: Path, given: Namespace) -> list[str]:
    """Play, compare, and print the figures. Returns what is wrong. Raises Broken."""
    minutes, tables = given.minutes or MINUTES, given.tables or TABLES
    if given.short:  # too little to say anything of memory
        minutes, tables = given.minutes or SHORT_MINUTES, SHORT_TABLES
    async with in_play(folder, tables, given.seed, PACE, OTHERS) as rounds:
        memory = await _played(rounds, minutes * 60)
        found = [f"{one.name} was closed with {one.closings}" for one in rounds.play.screens if one.closings]
    found += [f"{times} × {what}" for what, times in rounds.play.seen.errors.items()]
    return found if given.short else found + memory.growth()


async def _played(rounds: Rounds, seconds: float) -> Memory:
    """Play so long. Returns what was used."""
    start, answered, memory = time.monotonic(), 0, Memory(rounds.house.workers())
    nobodys = rounds.house.tables[-1]["slug"]
    with progress("seconds", round(seconds)) as advance:
        while (at := time.monotonic() - start) < seconds:
            row = await rounds.round("play", asyncio.sleep(min(AT_A_TIME, seconds - at)))
            answered += len(row.operations)
            with rounds.house.statements() as statements:  # what is kept of a table grows with its shoe
                [(first,)] = statements.execute(IN_FIRST_SHOE, [nobodys]).fetchall()
            now = time.monotonic() - start
            used = memory.look(now, is_warm=not first)
            advance(round(now - at))
            print(
                f"{now / 60:5.1f} min, {answered} answers, {used}, {first} tables in their first shoe",
                flush=True,
            )
    return memory
