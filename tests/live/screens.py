"""Screens that behave as the page does: they come back by themselves, after its own waits (`static/js/live.js`)."""

import asyncio
import re
import time
from contextlib import suppress
from random import Random

from tests.live.clients import address_of
from tests.live.house import ROOT
from tests.live.wire import Socket, open_socket, show
from tests.support.wire import Refused

PAGE = (ROOT / "static/js/live.js").read_text()
IN_PAGE = re.compile(r"^const (\w+) = ([\d_]+);", re.MULTILINE)  # all in ms
SECONDS = {name: int(value) / 1000 for name, value in IN_PAGE.findall(PAGE)}
SILENCE, FIRST_WAIT, LAST_WAIT, HANDSHAKE = (
    SECONDS[name] for name in ("SILENCE", "FIRST_WAIT", "LAST_WAIT", "HANDSHAKE")
)
WATCH = 0.5  # seconds; how often the page looks whether it hears anything
LOOK = 0.02  # seconds between two looks of who waits for a screen


class Screen:
    """A page at one door. `version`: what it shows; `is_up`: whether it says that this is live."""

    def __init__(self, table: str, door: int, path: str, cookie: str, seed: str) -> None:
        self.table, self._door, self._path, self._cookie = table, door, path, cookie
        self.name = f"{path} at {door}"
        self._chance = Random(seed)
        self._line: object = None
        self._heard = 0.0
        self.version = -1
        self.is_up = False
        self.closings: list[int | None] = []

    async def run(self) -> None:
        """Connect, and come back whenever the line goes down, until cancelled."""
        wait = FIRST_WAIT
        while True:
            self._shown = False
            with suppress(OSError, EOFError, Refused):
                await self._one_connection()
            if self._shown:
                wait = FIRST_WAIT
            self.is_up = False
            await asyncio.sleep(wait * self._chance.uniform(0.5, 1.5))
            wait = min(2 * wait, LAST_WAIT)

    async def _one_connection(self) -> None:
        self._line = line = object()

        def hear(socket: Socket, version: int, is_screen: bool) -> None:
            if self._line is line:  # only the newest connection is heard
                self._on_message(socket, version, is_screen)

        async with asyncio.timeout(HANDSHAKE):
            where = address_of(self.table)
            socket = await open_socket(self._door, self._path, self._cookie, hear, address=where)
        self._heard = time.monotonic()
        try:
            await self._watch(socket)
        finally:
            socket.abort()
        self.closings.append(socket.closed.result() if socket.closed.done() else None)

    async def _watch(self, socket: Socket) -> None:
        while not socket.closed.done():
            await asyncio.wait([socket.closed], timeout=WATCH)
            silent = time.monotonic() - self._heard
            if silent > SILENCE:
                self.is_up = False
            if silent > 2 * SILENCE:
                return

    def _on_message(self, socket: Socket, version: int, is_screen: bool) -> None:
        self._heard = time.monotonic()
        self._shown |= is_screen
        show(socket, version, is_screen)
        if version >= self.version:
            self.version = version
            self.is_up = True

    def is_right(self, version: int) -> bool:
        """Whether it shows this version, or a newer one, as live."""
        return self.is_up and self.version >= version

    async def right(self, version: int) -> None:
        """Wait until it is."""
        while not self.is_right(version):
            await asyncio.sleep(LOOK)
