"""The command line of `make flood`."""

import asyncio
import json
import os
import secrets
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import median

from casino.common.progress import carry_out, progress
from deploy.bench.databases import postgres_database
from deploy.bench.http import Connection
from deploy.flood.crowd import come
from deploy.stopping.house import furnished, headers_of, serving
from deploy.worker import usual

ASKED = 2.0  # times as long as in quiet a command may take
SHORT_SECONDS, SHORT_IDLE = 6.0, 60
BETWEEN = 0.1  # seconds from the answer to one command to the next command
LONGEST_START = 120.0  # seconds until the crowd is there


@dataclass
class Times:
    """What commands took, in ms, and how they were answered."""

    took: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)

    def line(self) -> str:
        """For a person."""
        ordered = sorted(self.took)
        late = ordered[int(len(ordered) * 0.95)]
        return f"{median(ordered):.1f} ms, one of twenty {late:.1f} ms or more; answers {dict(self.answers)}"


def main() -> None:
    """Measure, print, and exit with 1 where the promise is not kept."""
    parser = ArgumentParser(prog="make flood", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="each a quiet time and a flood")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each")
    parser.add_argument("--idle", type=int, default=500, help="sockets on which nothing happens")
    parser.add_argument("--server", default=usual(os.environ.get("DATABASE_URL", "")))
    short = "one short round as in CI, where every command must be answered; how fast is only said"
    parser.add_argument("--short", action="store_true", help=short)
    given = parser.parse_args()
    if given.short:
        given.rounds, given.seconds, given.idle = 1, SHORT_SECONDS, SHORT_IDLE
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = os.environ.get("DATABASE_URL", "")
        url = stack.enter_context(postgres_database(server)) if server else ""
        house = furnished(folder, url, os.environ.get("REDIS_URL", ""))
        port = stack.enter_context(serving(house, given.server)).port
        print(f"{given.server}, {'PostgreSQL' if url else 'SQLite'}, {given.rounds} rounds", flush=True)
        sys.exit(0 if asyncio.run(holds(port, house.sessions, given)) else 1)


async def holds(port: int, sessions: Sequence[str], given: Namespace) -> bool:
    """Whether commands took no longer than they may, and all were answered."""
    quiet, flooded, asked = Times(), Times(), Counter[str]()
    with progress("rounds", given.rounds) as advance:
        for _ in range(given.rounds):
            await commands(port, sessions[0], given.seconds, quiet)
            asked += await in_flood(port, sessions, given, flooded)
            advance(1)
    ratio = median(flooded.took) / median(quiet.took)
    print(f"quiet: {quiet.line()}\nflood: {flooded.line()}\nthe crowd: {dict(sorted(asked.items()))}")
    good = set(quiet.answers | flooded.answers) == {200} and (given.short or ratio <= ASKED)
    asked_for = "how fast is not judged here" if given.short else f"{ASKED:.0f} are asked"
    print(f"{'ok' if good else 'NO'} a command took {ratio:.1f} times its quiet time; {asked_for}")
    return good


async def in_flood(port: int, sessions: Sequence[str], given: Namespace, times: Times) -> Counter[str]:
    """Measure while the crowd is there. It has a process of its own, so that its work is not measured."""
    ours, theirs = get_context("spawn").Pipe()
    crowd = get_context("spawn").Process(
        target=come, args=(theirs, port, sessions[1:], given.idle), daemon=True
    )
    crowd.start()
    try:
        if not await asyncio.to_thread(ours.poll, LONGEST_START):
            raise TimeoutError("the crowd did not come")
        ours.recv()
        await commands(port, sessions[0], given.seconds, times)
        ours.send("go")
        return Counter(await asyncio.to_thread(ours.recv))
    finally:
        crowd.join(30)
        crowd.kill()


async def commands(port: int, session: str, seconds: float, times: Times) -> None:
    """Somebody comes to a table and leaves it, again and again."""
    connection = Connection(port, headers_of(session))
    until, number = time.monotonic() + seconds, 0
    while time.monotonic() < until or number % 2:
        command = {"command": ("join", "leave")[number % 2], "player": "ana"}
        begun = time.perf_counter()
        key = {"Idempotency-Key": secrets.token_hex(8)}
        status, _ = await connection.post("/api/tables/mesa-0/commands", json.dumps(command).encode(), **key)
        times.took.append((time.perf_counter() - begun) * 1000)
        times.answers[status] += 1
        number += 1
        await asyncio.sleep(BETWEEN)
    connection.close()


if __name__ == "__main__":
    carry_out(main)
