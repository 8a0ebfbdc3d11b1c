"""Screens that behave as the page does: they come back by themselves, after the page's own waits (`static/js/live.js`)."""

import asyncio
import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random

from deploy.bench.context import HOUSE
from deploy.bench.sockets import Refused, Socket, open_socket

PAGE = (HOUSE / "static/js/live.js").read_text()
IN_PAGE = re.compile(r"^const (\w+) = (\d+);", re.MULTILINE)  # all in ms
SECONDS = {name: int(value) / 1000 for name, value in IN_PAGE.findall(PAGE)}
SILENCE, FIRST_WAIT, LAST_WAIT = (SECONDS[name] for name in ("SILENCE", "FIRST_WAIT", "LAST_WAIT"))
WATCH = 0.5  # seconds; how often the page looks whether it hears anything


class Screen:
    """A page at one door. `version`: what it shows; `is_up`: whether it says that this is live."""

    def __init__(self, table: str, door: int, path: str, cookie: str, seed: str) -> None:
        self.table, self._door, self._path = table, door, path
        self.name = f"{path} at {door}"
        self._headers = {"Origin": f"http://127.0.0.1:{door}", "Cookie": cookie}
        self._chance = Random(seed)  # noqa: S311 (any wait will do)
        self._line: object = None
        self._heard = 0.0
        self.version = -1
        self.is_up = False
        self.closings: list[int | None] = []
        self.moved = asyncio.Event()

    async def run(self) -> None:
        """Connect, and come back whenever the line goes down, until cancelled."""
        wait = FIRST_WAIT
        while True:
            shown = False
            with suppress(OSError, Refused, TimeoutError):
                shown = await self._one_connection()
            if shown:
                wait = FIRST_WAIT
            self._set(False)
            await asyncio.sleep(wait * self._chance.uniform(0.5, 1.5))
            wait = min(2 * wait, LAST_WAIT)

    async def _one_connection(self) -> bool:
        """Whether anything was shown before it ended."""
        self._shown = False
        async with asyncio.timeout(2 * SILENCE):
            socket = await open_socket(self._door, self._path, self._headers, self._hear_on(object()))
        self._heard = time.monotonic()
        try:
            await self._watch(socket)
        finally:
            socket.transport.abort()
        self.closings.append(socket.close_code)
        return self._shown

    async def _watch(self, socket: Socket) -> None:
        while not socket.closed.done():
            await asyncio.wait([socket.closed], timeout=WATCH)
            silent = time.monotonic() - self._heard
            if silent > SILENCE:
                self._set(False)
            if silent > 2 * SILENCE:
                return

    def _hear_on(self, line: object) -> Callable[[Socket, bytes, int | None], None]:
        """Only the newest connection is heard."""
        self._line = line

        def hear(socket: Socket, message: bytes, version: int | None) -> None:
            if self._line is line:
                self._on_message(socket, message, version)

        return hear

    def _on_message(self, socket: Socket, message: bytes, version: int | None) -> None:
        self._heard = time.monotonic()
        head = message[:60]
        if version is None:
            return
        if b'"screen"' in head:
            self._shown = True
            socket.send(json.dumps({"type": "shown", "version": version}).encode())
        elif b'"heartbeat"' not in head:
            return
        if version >= self.version:
            self.version = version
            self._set(True)

    def _set(self, is_up: bool) -> None:
        self.is_up = is_up
        self.moved.set()

    def is_right(self, version: int) -> bool:
        """Whether it shows this version, or a newer one, as live."""
        return self.is_up and self.version >= version

    async def right(self, version: int) -> None:
        """Wait until it is."""
        while not self.is_right(version):
            self.moved.clear()
            await self.moved.wait()
