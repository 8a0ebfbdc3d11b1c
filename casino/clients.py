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
        self._is_heard = asyncio.Event()
        self._has_said_all = False

    async def gone(self) -> None:
        """Return when the client has gone."""
        while (message := await self._receive())["type"] != "http.disconnect":
            self._kept.append(message)
            if not message.get("more_body"):
                self._is_heard.set()

    async def heard(self) -> None:
        """Wait until `gone` has read the body. Who sends half a form and stays takes no place."""
        await self._is_heard.wait()

    async def says(self) -> Message:
        """The next message, in place of the server's `receive`; after the body nothing more."""
        if self._has_said_all:
            await asyncio.get_running_loop().create_future()
        message = self._kept.popleft()
        self._has_said_all = not message.get("more_body")
        return message
