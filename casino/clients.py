"""The client of a request: what it sends, and whether it is still there."""

import asyncio
from collections import deque
from typing import Any

from django.conf import settings

from casino.sockets import Receive

Message = dict[str, Any]


MOST_KEPT = settings.DATA_UPLOAD_MAX_MEMORY_SIZE  # bytes of a body that are read before its turn
PART_WITHIN = 10.0  # seconds in which each part of a longer one has to come


class Client:
    """Reads the messages of a request for two: for who waits with it until the client goes, and for the application,
    which is told no more than the body. Django would give up a request whose client goes while it is answered, though
    its thread goes on."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._kept: deque[Message] = deque()
        self._is_heard = asyncio.Event()
        self._has_said_all = False

    async def gone(self) -> None:
        """Return when the client has gone. Never, if its body is longer than what is kept of it: the rest is for the
        application to read, so that nobody fills the memory while he waits."""
        size = 0
        while (message := await self._receive())["type"] != "http.disconnect":
            self._kept.append(message)
            size += len(message.get("body", b""))
            if not message.get("more_body"):
                self._is_heard.set()
            elif size > MOST_KEPT:
                self._is_heard.set()
                await _for_ever()

    async def heard(self) -> None:
        """Wait until `gone` has read the body, or as much as is kept of it. Who sends half a form and stays takes no
        place."""
        await self._is_heard.wait()

    async def says(self) -> Message:
        """The next message, in place of the server's `receive`; after the body nothing more."""
        if self._has_said_all:
            await _for_ever()
        message = self._kept.popleft() if self._kept else await self._next_part()
        self._has_said_all = not message.get("more_body")
        return message

    async def _next_part(self) -> Message:
        try:
            async with asyncio.timeout(PART_WITHIN):
                return await self._receive()
        except TimeoutError:
            return {"type": "http.disconnect"}


async def _for_ever() -> None:
    await asyncio.get_running_loop().create_future()
