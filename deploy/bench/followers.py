"""The sockets that follow a table, and the moment at which the last of them has a version.

Where nothing that a screen shows has changed, a heartbeat tells the new version."""

import asyncio
import json
from collections.abc import Sequence

from deploy.bench.sites import Site
from deploy.bench.sockets import Socket

SCREEN = b'"type":"screen"'
LONGEST = 60.0  # seconds that a version may take before the run is given up
AT_ONCE = 10  # sockets that open at the same time


class Followers:
    """Sockets at one table of a site."""

    def __init__(self) -> None:
        self.sockets: list[Socket] = []
        self._behind: set[Socket] = set()
        self._target = 0
        self._all_there = asyncio.Event()
        self._lost: Socket | None = None

    async def join(self, site: Site, table: int, kinds: Sequence[str]) -> None:
        """Open a socket of each of these kinds, and wait until every one has its first message."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(kind: str) -> Socket:
            async with gate:
                socket = await site.open(kind, table, self.heard)
                socket.closed.add_done_callback(lambda _: self._on_lost(socket))
                return socket

        self.sockets += await asyncio.gather(*map(one, kinds))
        await self.reached(0)

    async def reached(self, version: int) -> float:
        """Wait until every socket has this version, or a newer one. Returns when the last got it.

        Raises ConnectionError if a socket was closed.
        """
        self._target = version
        self._behind = {socket for socket in self.sockets if socket.version < version}
        self._all_there.clear()
        if self._behind:
            await self._wait()
        if self._lost:
            raise ConnectionError(f"a socket was closed with {self._lost.close_code}")
        return max(socket.at for socket in self.sockets)

    async def _wait(self) -> None:
        try:
            await asyncio.wait_for(self._all_there.wait(), LONGEST)
        except TimeoutError as error:
            left = [f"{socket.version}" for socket in self._behind]
            raise TimeoutError(
                f"version {self._target} never came; sockets are at {', '.join(left)}"
            ) from error

    def leave(self) -> None:
        """Drop the connections."""
        self._lost = None
        for socket in self.sockets:
            socket.transport.abort()

    def _on_lost(self, socket: Socket) -> None:
        self._lost = socket
        self._all_there.set()

    def heard(self, socket: Socket, message: bytes, version: int | None) -> None:
        """A message has come: a screen says that it is shown, as a browser does."""
        if SCREEN in message[:40]:
            socket.send(json.dumps({"type": "shown", "version": version}).encode())
        if version is not None and version >= self._target:
            self._behind.discard(socket)
            if not self._behind:
                self._all_there.set()
