"""The contenders of the live rows as running servers: the floor, the plain peer, and the product.

Each is asked for the same things: a connection that gives commands, and sockets of a kind at a table.
"""

import asyncio
import json
import pickle
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from deploy.bench import servers
from deploy.bench.context import Bench
from deploy.bench.databases import Environment, house, migrated, postgres_database, redis_of_its_own
from deploy.bench.elsewhere import elsewhere
from deploy.bench.evening import Step
from deploy.bench.furnish import CROUPIER, CSRF, JEFE, begun, slug_of
from deploy.bench.http import Connection
from deploy.bench.servers import Server
from deploy.bench.sockets import Socket, open_socket

DEVICE, WALL, CONSOLE, TABLE_PAGE, FLOOR_PAGE = "device", "wall", "console", "table page", "floor page"
TOO_FAST, SLOWER = 429, 0.02  # HTTP status, and seconds until the next attempt
Heard = Callable[[Socket, bytes, int | None], None]


@dataclass(slots=True)
class Site(ABC):
    """A running contender. `given`: table's number → how many commands of the evening it has behind it."""

    server: Server
    steps: list[Step]
    doors: Mapping[str, Any]
    given: dict[int, int] = field(default_factory=dict)

    @abstractmethod
    def connection(self, table: int) -> Connection:
        """Over which commands are given to a table, each by a jefe of its own: nobody is as fast as fifty tables."""

    @abstractmethod
    def address(self, kind: str, table: int) -> tuple[str, Mapping[str, str]]:
        """Path and headers of a socket of that kind."""

    @abstractmethod
    def command(self, table: int, step: int) -> tuple[str, bytes, Mapping[str, str]]:
        """Path, body and further headers of a command of the evening."""

    def begun(self, table: int) -> int:
        """How many commands of the evening the table has behind it when the run begins."""
        return 0

    async def give(self, connection: Connection, table: int) -> tuple[int, bytes]:
        """The status and body of the answer to the next command of the table's evening."""
        place = self.given.setdefault(table, self.begun(table))
        self.given[table] += 1
        path, body, headers = self.command(table, place % len(self.steps))
        status, answer = await connection.post(path, body, **headers)
        while status == TOO_FAST:
            await asyncio.sleep(SLOWER)
            status, answer = await connection.post(path, body, **headers)
        return status, answer

    async def open(self, kind: str, table: int, heard: Heard, *, narrow: bool = False) -> Socket:
        """An open socket of that kind."""
        path, headers = self.address(kind, table)
        return await open_socket(self.server.port, path, headers, heard, narrow=narrow)

    def cookies(self, session: str) -> dict[str, str]:
        """What the browser of a logged-in member of the staff sends."""
        origin = f"http://127.0.0.1:{self.server.port}"
        return {
            "Cookie": session,
            "X-CSRFToken": CSRF,
            "Origin": origin,
        }


class FloorSite(Site):
    """`floor_app`."""

    def connection(self, table: int) -> Connection:
        return Connection(self.server.port, {})

    def address(self, kind: str, table: int) -> tuple[str, Mapping[str, str]]:
        return f"/ws/{slug_of(table)}/", {}

    def command(self, table: int, step: int) -> tuple[str, bytes, Mapping[str, str]]:
        return f"/{slug_of(table)}", json.dumps(self.steps[step].command).encode(), {}


class PlainSite(Site):
    """`plain`."""

    def connection(self, table: int) -> Connection:
        return Connection(self.server.port, self.cookies(self.doors["jefes"][table]))

    def address(self, kind: str, table: int) -> tuple[str, Mapping[str, str]]:
        return f"/ws/{slug_of(table)}/", self.cookies(self.doors[JEFE])

    def command(self, table: int, step: int) -> tuple[str, bytes, Mapping[str, str]]:
        return f"/tables/{slug_of(table)}/commands/", json.dumps({"step": step}).encode(), {}


class ProductSite(Site):
    """The product."""

    def begun(self, table: int) -> int:
        return begun(self.steps, table)

    def connection(self, table: int) -> Connection:
        return Connection(self.server.port, self.cookies(self.doors["jefes"][table]))

    def address(self, kind: str, table: int) -> tuple[str, Mapping[str, str]]:
        slug = slug_of(table)
        if kind == DEVICE:
            return f"/ws/tables/{slug}/", {"Authorization": f"Bearer {self.doors['devices'][table]}"}
        if kind == WALL:
            cookie = f"wall1={self.doors['walls'][table]}"
            return f"/ws/screens/wall/{slug}/", {"Origin": self.cookies("")["Origin"], "Cookie": cookie}
        if kind == FLOOR_PAGE:
            return "/ws/screens/floor/", self.cookies(self.doors[JEFE])
        screen, who = {CONSOLE: ("console", CROUPIER), TABLE_PAGE: ("table", JEFE)}[kind]
        return f"/ws/screens/{screen}/{slug}/", self.cookies(self.doors[who])

    def command(self, table: int, step: int) -> tuple[str, bytes, Mapping[str, str]]:
        body = json.dumps(self.steps[step].command).encode()
        return f"/api/tables/{slug_of(table)}/commands", body, {"Idempotency-Key": uuid4().hex}


def floor_site(bench: Bench, steps: list[Step], *, embedded: bool, tables: int = 1) -> Site:
    """A running floor; it has as many tables as are asked for."""
    url = None if embedded else _database(bench)
    server = bench.closing.enter_context(servers.asgi(servers.FLOOR, house(bench, url)))
    return FloorSite(server, steps, {})


def plain_site(bench: Bench, steps: list[Step], *, embedded: bool, tables: int = 1) -> Site:
    """A running plain peer."""
    environment = _migrated(bench, embedded)
    (doors,) = elsewhere(bench, environment, "furnish:plain", tables, pickle.dumps(steps))
    evening = bench.folder / f"evening-{secrets.token_hex(4)}"
    evening.write_bytes(pickle.dumps(steps))
    server = servers.asgi(servers.PLAIN, environment | {"EVENING": str(evening)})
    return PlainSite(bench.closing.enter_context(server), steps, doors)


def product_site(bench: Bench, steps: list[Step], *, embedded: bool, tables: int = 1) -> Site:
    """The running product."""
    environment, doors = furnished(bench, steps, embedded=embedded, tables=tables)
    line = servers.ALONE if embedded else servers.ON_STACK
    server = bench.closing.enter_context(servers.running(line, environment))
    return ProductSite(server, steps, doors)


def furnished(
    bench: Bench, steps: list[Step], *, embedded: bool, tables: int
) -> tuple[Environment, Mapping[str, Any]]:
    """The environment and the doors of a house of the product that no server runs in yet."""
    environment = _migrated(bench, embedded)
    (doors,) = elsewhere(bench, environment, "furnish:product", tables, pickle.dumps(steps))
    return environment, doors


def _migrated(bench: Bench, embedded: bool) -> Environment:
    return migrated(bench) if embedded else migrated(bench, _database(bench), redis_of_its_own(bench))


def _database(bench: Bench) -> str:
    return bench.closing.enter_context(postgres_database(str(bench.postgres)))
