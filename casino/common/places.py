"""Places for work that may run side by side, so that a crowd at one door does not stand in another's."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from casino.common.errors import Refusal


class Places:
    """Of one event loop. `at_once` may work at the same time, `waiting` more may wait for a place, in the order in
    which they came; who comes then is refused. `rest`: how long a place stays empty after some work, as a part of the
    time that the work took, but LONGEST_REST at most."""

    LONGEST_REST = 1.0  # seconds

    def __init__(self, at_once: int, waiting: int, rest: float = 0.0) -> None:
        self._free, self._most_waiting, self._rest = at_once, waiting, rest
        self._queue: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Work in one of the places, after waiting for it. Raises Refusal (`too_busy`) if too many wait already."""
        await self._take()
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            yield
        finally:
            rest = min((loop.time() - begun) * self._rest, self.LONGEST_REST)
            if rest:
                loop.call_later(rest, self._leave)
            else:
                self._leave()

    async def _take(self) -> None:
        if self._free:
            self._free -= 1
            return
        if len(self._queue) >= self._most_waiting:
            raise Refusal("too_busy")
        turn = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._leave()  # the turn had come already
            elif turn in self._queue:  # and was not passed over meanwhile
                self._queue.remove(turn)
            raise

    def _leave(self) -> None:
        """The place goes to the next, or is free."""
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
