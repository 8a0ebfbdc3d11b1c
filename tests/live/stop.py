"""Stop a server again and again while clients keep it busy: it must end in order each time.

In every round eight clients ask without a pause, screens listen, one client has sent half a request and one keeps an
idle connection. Then the server gets SIGTERM or SIGINT. Every request that was sent must be answered, every screen be
closed with 4503, and the server end with status 0 within its deadline. At the end whatever was accepted must be in the
record, and the audit must hold.
"""

import asyncio
import json
import random
import secrets
import signal
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from typing import Any

from casino.people.permissions import Role
from tests.live.house import House, house
from tests.live.wire import HOST, Connection, headers_of, open_socket

ROUNDS, SHORT_ROUNDS = 100, 4
TABLES, SCREENS = 4, 6
SIGNALS = (signal.SIGTERM, signal.SIGINT)
STOPPED_IN_ORDER = 4503  # close code of a socket whose server stops
STOPPING = 503
CUT = "cut"  # the request was sent, and the connection ended without an answer
BUSY = (0.3, 1.2)  # seconds before the signal
ENDING = 20.0  # seconds that clients have for hearing of it
PAGES = ("/login/", "/floor/", "/tables/mesa-1/console/", "/api/tables", "/api/tables/mesa-1")
HALF = b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nusername="
RECORDED = "SELECT key FROM tables_record WHERE key <> ''"

Request = tuple[str, bytes]  # a path, and the command that is posted there, if any


@dataclass
class Seen:
    """How requests ended: the status of each answer, or CUT. `accepted`: the keys of the commands that were answered
    with 200."""

    ends: Counter[int | str] = field(default_factory=Counter)
    accepted: set[str] = field(default_factory=set)

    async def ask(self, connection: Connection, requests: Iterator[Request], *, kept: bool) -> None:
        """Ask again as soon as there is an answer, until nobody listens any more. `kept`: on one connection, as long as
        the server keeps it."""
        for path, body in requests:
            try:
                await connection.open()
            except OSError:
                return
            key = secrets.token_hex(8)
            try:
                asking = (
                    connection.post(path, body, **{"Idempotency-Key": key}) if body else connection.get(path)
                )
                status = (await asking).status
            except (OSError, EOFError):
                self.ends[CUT] += 1
                connection.close()
                continue
            self.ends[status] += 1
            self.accepted |= {key} if body and status == 200 else set()
            if not kept:
                connection.close()


async def run(folder: Path, given: Namespace) -> list[str]:
    """Play the rounds and print what was found. Returns what is wrong."""
    rounds = given.rounds or (SHORT_ROUNDS if given.short else ROUNDS)
    chance, found, accepted = random.Random(given.seed), [], set[str]()
    async with house(folder, TABLES) as here:
        for number in range(1, rounds + 1):
            faults = await _round(here, SIGNALS[number % 2], chance, accepted, number)
            found += [f"round {number}: {fault}" for fault in faults]
        with here.statements() as statements:
            recorded = {key for (key,) in statements.execute(RECORDED)}
        found += [f"accepted and lost: {key}" for key in accepted - recorded]
        print(f"{len(accepted)} commands were accepted, {len(accepted - recorded)} of them lost")
    return found


async def _round(
    house: House, with_signal: int, chance: random.Random, accepted: set[str], number: int
) -> list[str]:
    """What was not in order."""
    worker, port = house.workers()[0], house.ports["worker-1"]
    if not worker.runs:
        await worker.start()
    seen = Seen()
    session = house.tables[0][Role.JEFE]
    screens = [await open_socket(port, "/ws/screens/floor/", session) for _ in range(SCREENS)]
    held = [(await asyncio.open_connection(HOST, port))[1] for _ in range(2)]
    held[0].write(HALF)
    asking = [asyncio.create_task(client) for client in _clients(house, port, seen)]
    await asyncio.sleep(chance.uniform(*BUSY))
    begun = time.monotonic()
    status = await worker.stop(with_signal)
    seconds = time.monotonic() - begun
    await asyncio.wait([*asking, *(screen.closed for screen in screens)], timeout=ENDING)
    for writer in held:
        writer.transport.abort()
    accepted |= seen.accepted
    failed = sorted(end for end in seen.ends if isinstance(end, int) and end >= 500 and end != STOPPING)
    closed = [screen.closed.result() if screen.closed.done() else None for screen in screens]
    faults = {
        f"the server ended with {status} after {seconds:.1f} s": status != 0,
        f"{seen.ends[CUT]} requests were cut": seen.ends[CUT] > 0,
        f"answers {failed}": bool(failed),
        f"screens were closed with {closed}": closed != [STOPPED_IN_ORDER] * SCREENS,
    }
    found = [fault for fault, holds in faults.items() if holds]
    print(
        f"{'NO' if found else 'ok'} round {number}: {'; '.join(found)} {seconds:.1f} s {dict(seen.ends)}",
        flush=True,
    )
    return found


def _clients(house: House, port: int, seen: Seen) -> Iterator[Coroutine[Any, Any, None]]:
    for place, table in enumerate(house.tables):
        headers = headers_of(port, table[Role.JEFE])
        yield seen.ask(Connection(port, headers), _commands(table["slug"]), kept=place > 0)
        pages = cycle((path, b"") for path in (*PAGES[place:], *PAGES[:place]))
        yield seen.ask(Connection(port, headers), pages, kept=place > 1)


def _commands(slug: str) -> Iterator[Request]:
    """Somebody comes to a table and leaves it, again and again."""
    for number in count():
        for command in ("join", "leave"):
            said = {"command": command, "player": f"p{number}"}
            yield f"/api/tables/{slug}/commands", json.dumps(said).encode()
