"""socket.io and boardgame.io as running servers, where Node.js is present.

They promise less than the product: socket.io keeps nothing, boardgame.io a game of baccarat in memory alone. Commands are
given over a socket, as their clients do, and the answer is the message that everybody gets.
"""

import asyncio
import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from deploy import node
from deploy.bench import servers
from deploy.bench.context import Bench
from deploy.bench.evening import Step
from deploy.bench.furnish import slug_of
from deploy.bench.http import LONGEST, Connection
from deploy.bench.measure import Row
from deploy.bench.sites import Heard, Site
from deploy.bench.sockets import Socket, open_socket

SOURCES = Path(__file__).with_name("peers")
INSTALLED = Path(sys.prefix) / "bench-peers"
SOCKET = "/socket.io/?EIO=4&transport=websocket"
OPEN, PING, PONG, CONNECT, EVENT = b"0", b"2", b"3", b"40", b"42"  # of Engine.IO 4 and Socket.IO 5
SOCKET_IO, BOARDGAME_IO = "socket.io", "boardgame.io"
SCRIPTS = {SOCKET_IO: "socket_io.js", BOARDGAME_IO: "boardgame_io.js"}
HAND = 6  # commands: so many bets but one, and then the cards


def why_not(bench: Bench) -> Row | None:
    """Install what is missing. A row that says so where that cannot be."""
    note = _install(bench) if node.program() else "Node.js is not installed here"
    return Row("node-peers", "socket.io and boardgame.io", note=note) if note else None


def _install(bench: Bench) -> str:
    """Why it failed, or nothing."""
    if not node.is_installed(SOURCES, INSTALLED):
        bench.say("socket.io and boardgame.io are installed")
    return node.install(SOURCES, INSTALLED)


def node_sites(bench: Bench, steps: list[Step]) -> dict[str, Site]:
    """Both, running."""
    environment = {"NODE_PATH": str(INSTALLED / "node_modules")}
    found: dict[str, Site] = {}
    for name, script in SCRIPTS.items():
        line = (str(SOURCES / script), "{port}")
        running = servers.running(line, environment, str(node.program()))
        kind = BoardgameSite if name == BOARDGAME_IO else SocketIoSite
        found[name] = kind(bench.closing.enter_context(running), steps, {})
    return found


class SocketIoSite(Site):
    """A room for each table."""

    space = b""  # the namespace, with its comma

    def connection(self, table: int) -> Connection:
        return Giver(self, table)

    def address(self, kind: str, table: int) -> tuple[str, Mapping[str, str]]:
        return SOCKET, {}

    def command(self, table: int, step: int) -> tuple[str, bytes, Mapping[str, str]]:
        return "", self.event("command", slug_of(table)), {}

    def joining(self, table: int) -> bytes:
        """What a new socket says."""
        return self.event("join", slug_of(table))

    def event(self, *words: object) -> bytes:
        """The packet of an event."""
        return EVENT + self.space + json.dumps(words).encode()

    async def open(self, kind: str, table: int, heard: Heard, *, narrow: bool = False) -> Socket:
        listening = partial(self._heard, self.joining(table), heard)
        return await open_socket(self.server.port, SOCKET, {}, listening, narrow=narrow)

    def _heard(
        self, joining: bytes, heard: Heard, socket: Socket, message: bytes, version: int | None
    ) -> None:
        if message.startswith(OPEN):
            socket.send(CONNECT + self.space)
        elif message == PING:
            socket.send(PONG)
        elif message.startswith(CONNECT):
            socket.send(joining)
        else:
            heard(socket, message, version)


class BoardgameSite(SocketIoSite):
    """A match for each table."""

    space = b"/baccarat,"

    def joining(self, table: int) -> bytes:
        return self.event("sync", slug_of(table), None, None, 2)

    def command(self, table: int, step: int) -> tuple[str, bytes, Mapping[str, str]]:
        move, words = ("deal", []) if step % HAND == HAND - 1 else ("bet", [step % 9, "punto", 200])
        payload = {"type": move, "args": words, "playerID": "0"}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return "", self.event("update", action, 0, slug_of(table), "0"), {}


class Giver(Connection):
    """Gives commands over a socket of its own, one at a time. Its answer is the next message with a version."""

    def __init__(self, site: SocketIoSite, table: int) -> None:
        super().__init__(site.server.port, {})
        self._site, self._table = site, table
        self._socket: Socket | None = None
        self._versions = asyncio.Queue[int]()

    async def post(self, path: str, body: bytes, **more: str) -> tuple[int, bytes]:
        async with asyncio.timeout(LONGEST):
            if self._socket is None:
                self._socket = await self._site.open("giver", self._table, self._heard)
                await self._versions.get()
            self._socket.send(body)
            return 200, b'{"version": %d}' % await self._versions.get()

    def close(self) -> None:
        if self._socket:
            self._socket.transport.abort()
            self._socket = None

    def _heard(self, socket: Socket, message: bytes, version: int | None) -> None:
        if version is not None:
            self._versions.put_nowait(version)
