"""What waits to be sent to one socket: never more than the newest."""

import asyncio
from typing import Any

Parts = dict[str, Any]


class Mailbox:
    """Holds at most one message.

    Newer parts replace those of the same name that still wait. So a socket that reads slowly gets the newest version
    of everything, and its backlog does not grow.
    """

    def __init__(self) -> None:
        self._parts: Parts = {}
        self._version = 0
        self._changed = asyncio.Event()

    def put(self, version: int, parts: Parts) -> None:
        """Add parts that changed as of `version`. Dropped if a newer version waits already."""
        if version >= self._version:
            self._parts |= parts
            self._version = version
            self._changed.set()

    def heartbeat(self, version: int) -> None:
        """Wake the socket even without news: it then sends a heartbeat."""
        self._version = max(version, self._version)
        self._changed.set()

    async def take(self) -> tuple[int, Parts | None]:
        """Wait for something to send: (version, changed parts), or (version, None) for a heartbeat."""
        await self._changed.wait()
        parts, self._parts = self._parts, {}
        self._changed.clear()
        return self._version, parts or None
