"""What waits to be sent to one socket: never more than the newest."""

import asyncio
from typing import Any

Parts = dict[str, Any]


class Mailbox:
    """Holds at most one message. A newer one is merged over what still waits, part by part; so a socket that
    reads slowly gets the newest of everything and costs no memory."""

    def __init__(self) -> None:
        self._parts: Parts = {}
        self._version = 0
        self._beat = False
        self._something = asyncio.Event()

    def put(self, version: int, parts: Parts) -> None:
        """Parts that changed, as of `version`; older ones than what waits are dropped."""
        if version >= self._version:
            self._parts |= parts
            self._version = version
            self._something.set()

    def beat(self, version: int) -> None:
        """A sign of life, said only if nothing better waits."""
        self._version = max(version, self._version)
        self._beat = True
        self._something.set()

    async def take(self) -> tuple[int, Parts | None]:
        """Waits; then (version, changed parts), the parts None for a mere sign of life."""
        await self._something.wait()
        parts, self._parts, self._beat = self._parts, {}, False
        self._something.clear()
        return self._version, parts or None
