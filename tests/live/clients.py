"""Clients that do not give up: what gets no answer is asked again, with its key, at another door."""

import asyncio
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from random import Random
from urllib.parse import urlencode
from uuid import uuid4

from tests.live.histories.operation import COMMAND, REQUEST, SNAPSHOT, STEP, Json, Operation
from tests.live.wire import CSRF, HOST, Connection, headers_of

PATIENCE = 3.0  # seconds that an answer may take before it is asked again elsewhere
PAUSE = 0.15  # seconds before it is
FINAL = frozenset({200, 201, 202, 400, 403, 404, 409, 422})
OF_A_GATEWAY = frozenset({502, 503, 504})  # it will be tried again: nginx says so, or the product itself
LOST = 0  # in place of a status: no answer
PATHS = {
    COMMAND: "/api/tables/{table}/commands",
    SNAPSHOT: "/api/tables/{table}",
    REQUEST: "/api/tables/{table}/slips",
    STEP: "/api/slips/{number}/steps",
}
FORM = "application/x-www-form-urlencoded"


def address_of(table: str) -> str:
    """The address of this machine from which the tablets and screens of a table come."""
    number = int(table.rpartition("-")[2] or 0)
    return f"127.0.1.{1 + number % 250}"


@dataclass
class Seen:
    """What all clients have seen. `operations`: since the last round's end; `statuses`: of every single attempt."""

    operations: list[Operation] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    repeated: int = 0

    def take(self) -> list[Operation]:
        """The operations so far; from now on a new round's."""
        taken, self.operations = self.operations, []
        return taken


async def log_in(
    csrf: str, port: int, username: str, passphrase: str, address: str = HOST
) -> tuple[int, str]:
    """The status with which a login is answered, and the cookies with which its person goes on. `csrf`: the name of the
    form's cookie. Raises OSError, EOFError or TimeoutError."""
    form = {"username": username, "password": passphrase, "csrfmiddlewaretoken": CSRF}
    cookie = f"{csrf}={CSRF}"
    connection = Connection(port, {"Cookie": cookie, "Connection": "close"}, address)
    try:
        answer = await connection.post("/login/", urlencode(form).encode(), FORM)
    finally:
        connection.close()
    given = [one for one in answer.cookies.split("; ") if not one.startswith(csrf)]
    return answer.status, "; ".join([cookie, *given])


class Client:
    """A person at a table, with connections to every door."""

    def __init__(self, seen: Seen, doors: list[int], table: str, role: str, session: str, seed: str) -> None:
        self._seen, self._doors, self._table, self.role = seen, doors, table, role
        self._connections = {
            door: Connection(door, headers_of(door, session) | {"Accept-Language": "en"}, address_of(table))
            for door in doors
        }
        self._chance = Random(seed)
        self._door = self._chance.choice(doors)
        self.actor = f"{role}-{table.rpartition('-')[2]}"

    def close(self) -> None:
        """Close the connections."""
        for connection in self._connections.values():
            connection.close()

    async def ask(self, kind: str, asked: Json | None = None) -> Json:
        """The answer to an operation of this kind, however often it must be asked for."""
        sent, key, asked = time.monotonic(), "" if kind == SNAPSHOT else uuid4().hex, asked or {}
        for attempt in count(1):  # noqa: B007 (read after the loop)
            if kind == SNAPSHOT:
                sent = time.monotonic()  # a reading that was lost is not repeated: it is another reading
            status, answer = await self._attempt(kind, asked, key)
            self._seen.statuses[status] += 1
            if status in FINAL:
                break
            self._door = self._chance.choice([door for door in self._doors if door != self._door])
            await asyncio.sleep(PAUSE)
        self._seen.repeated += attempt > 1
        answered, who = time.monotonic(), (self.actor, self.role)
        done = Operation(self._table, kind, asked, *who, sent, answered, status, answer, key)
        self._seen.operations.append(done)
        return answer

    async def _attempt(self, kind: str, asked: Json, key: str) -> tuple[int, Json]:
        connection = self._connections[self._door]
        path = PATHS[kind].format(table=self._table, number=asked.get("number"))
        said = {"step": asked["step"], "reason": "a trial"} if kind == STEP else asked
        try:
            async with asyncio.timeout(PATIENCE):
                if kind == SNAPSHOT:
                    given = await connection.get(path)
                else:
                    body = json.dumps(said).encode()
                    given = await connection.post(path, body, **{"Idempotency-Key": key})
                answer = json.loads(given.body) if given.status in FINAL else {}
        except (OSError, EOFError, TimeoutError, ValueError):
            connection.close()
            return LOST, {}
        if given.status >= 500 and given.status not in OF_A_GATEWAY:
            self._seen.errors[f"{given.status} to a {kind}"] += 1
        return given.status, answer
