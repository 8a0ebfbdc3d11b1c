"""Clients that do not give up: what gets no answer is asked again, with its key, at another door."""

import asyncio
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from random import Random
from uuid import uuid4

from deploy.bench.http import Connection
from deploy.histories.operation import COMMAND, MONEY, REQUEST, SNAPSHOT, STEP, Json, Operation

CSRF = "c" * 32
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
    MONEY: "/api/tables/{table}/money",
}
READING = frozenset({SNAPSHOT, MONEY})


@dataclass
class Ledger:
    """What all clients have seen. `operations`: since the last round's end; `statuses`: of every single attempt."""

    operations: list[Operation] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    repeated: int = 0
    answered: int = 0

    def take(self) -> list[Operation]:
        """The operations so far; from now on a new round's."""
        taken, self.operations = self.operations, []
        return taken


class Client:
    """A person at a table, with connections to every door."""

    def __init__(
        self, ledger: Ledger, doors: list[int], table: str, role: str, session: str, seed: str
    ) -> None:
        self._ledger, self._doors, self._table, self.role = ledger, doors, table, role
        self._connections = {door: Connection(door, _headers(door, session)) for door in doors}
        self._chance = Random(seed)  # noqa: S311 (a game)
        self._door = self._chance.choice(doors)
        self.actor = f"{role}-{table.rpartition('-')[2]}"

    async def command(self, command: Json) -> Json:
        """The answer to a command."""
        return await self._ask(COMMAND, command, key=uuid4().hex)

    async def snapshot(self) -> Json:
        """The table as it is."""
        return await self._ask(SNAPSHOT, {})

    async def money(self) -> Json:
        """The table's slips."""
        return await self._ask(MONEY, {})

    async def request(self, slip: Json) -> Json:
        """The answer to the request of a slip."""
        return await self._ask(REQUEST, slip, key=uuid4().hex)

    async def step(self, number: int, step: str) -> Json:
        """The answer to a step of a slip."""
        return await self._ask(STEP, {"number": number, "step": step}, key=uuid4().hex)

    def close(self) -> None:
        """Close the connections."""
        for connection in self._connections.values():
            connection.close()

    async def _ask(self, kind: str, asked: Json, key: str = "") -> Json:
        sent = time.monotonic()
        for attempt in count(1):  # noqa: B007 (read after the loop)
            if kind in READING:
                sent = time.monotonic()  # a reading that was lost is not repeated: it is another reading
            status, answer = await self._attempt(kind, asked, key)
            self._ledger.statuses[status] += 1
            if status in FINAL:
                break
            self._change_door()
            await asyncio.sleep(PAUSE)
        self._ledger.repeated += attempt > 1
        self._ledger.answered += 1
        answered, who = time.monotonic(), (self.actor, self.role)
        done = Operation(self._table, kind, asked, *who, sent, answered, status, answer, key, attempt)
        self._ledger.operations.append(done)
        return answer

    async def _attempt(self, kind: str, asked: Json, key: str) -> tuple[int, Json]:
        connection = self._connections[self._door]
        path = PATHS[kind].format(table=self._table, number=asked.get("number"))
        try:
            async with asyncio.timeout(PATIENCE):
                if kind in READING:
                    status, body = await connection.get(path)
                else:
                    said = {"step": asked["step"], "reason": "a trial"} if kind == STEP else asked
                    status, body = await connection.post(
                        path, json.dumps(said).encode(), **{"Idempotency-Key": key}
                    )
                answer = json.loads(body) if status in FINAL else {}
        except (OSError, EOFError, TimeoutError, ValueError):
            connection.close()
            return LOST, {}
        if status >= 500 and status not in OF_A_GATEWAY:
            self._ledger.errors[f"{status} to a {kind}"] += 1
        return status, answer

    def _change_door(self) -> None:
        self._door = self._chance.choice([door for door in self._doors if door != self._door])


def _headers(door: int, session: str) -> dict[str, str]:
    origin = f"http://127.0.0.1:{door}"
    return {"Cookie": session, "X-CSRFToken": CSRF, "Origin": origin, "Accept-Language": "en"}
