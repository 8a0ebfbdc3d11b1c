"""The client of a request: what it sends, and whether it is still there."""

import asyncio
from collections import deque
from typing import Any

from casino.sockets import Receive

Message = dict[str, Any]


class Client:
    """Reads the messages of a request for two: for who waits with it until the client goes, and for the application,
    which is told no more than the body. Django would give up a request whose client goes while it is answered, though
    its thread goes on."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._kept: deque[Message] = deque()
        self._has_said_all = False

    async def gone(self) -> None:
        """Return when the client has gone. Never, if its body comes in parts: these are for the application to read,
        so that nobody fills the memory while he waits."""
        while (message := await self._receive())["type"] != "http.disconnect":
            self._kept.append(message)
            if message.get("more_body"):
                await _for_ever()

    async def says(self) -> Message:
        """The next message, in place of the server's `receive`; after the body nothing more."""
        if self._has_said_all:
            await _for_ever()
        message = self._kept.popleft() if self._kept else await self._receive()
        self._has_said_all = not message.get("more_body")
        return message


async def _for_ever() -> None:
    await asyncio.get_running_loop().create_future()
