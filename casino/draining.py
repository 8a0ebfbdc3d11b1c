"""How a server ends in order, whichever server it is: an ASGI application that lets requests and sockets end.

Whatever happens, the process has ended after ENDS_WITHIN seconds."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Callable

from casino.bodies import CLOSE, turn_away
from casino.common.errors import Refusal
from casino.sockets import COME_AGAIN, Application, Receive, Scope, Send

DRAIN_TIMEOUT = 3.0  # seconds that requests and sockets are given to end
LINGER = 1.0  # seconds in which a connection that a client keeps open is still answered
ENDS_WITHIN = 8.0  # seconds from the signal to the end of the process; Docker kills after ten
SIGNALS = (signal.SIGTERM, signal.SIGINT)
FLUSHING = 2  # seconds that a client has for taking an answer
LOOK = 0.05  # seconds between two looks whether they have

log = logging.getLogger("casino.server")


class DrainingApplication:
    """ASGI middleware that can be drained: requests under way are answered, new ones refused with 503, open sockets
    closed and new ones turned away. Every answer then tells its client not to use the connection again. A request that
    the server cancels meanwhile is refused with 503 too: what it asked for may have been done."""

    def __init__(self, application: Application, close_sockets: Callable[[int], Awaitable[None]]) -> None:
        self._application = application
        self._close_sockets = close_sockets
        self._in_progress = 0
        self.draining = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.draining:
            await _turn_away(scope, send)
            return
        self._in_progress += 1
        try:
            if scope["type"] == "http":
                await self._to_the_end(scope, receive, send)
            else:
                await self._application(scope, receive, send)
        finally:
            self._in_progress -= 1

    async def _to_the_end(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_answered = is_over = False

        async def answer(message: Scope) -> None:
            nonlocal is_answered
            if not is_over:  # work in a thread goes on, and its answer comes too late
                is_answered = True
                await self._answer(send, message)

        try:
            await self._application(scope, receive, answer)
        except asyncio.CancelledError:
            if is_answered or not self.draining:
                raise
            is_over = True
            await _turn_away(scope, send)

    async def drain(self) -> bool:
        """Close every socket, then wait for requests in progress, at most DRAIN_TIMEOUT seconds. Returns whether all
        have ended."""
        self.draining = True
        try:
            async with asyncio.timeout(DRAIN_TIMEOUT):
                await self._close_sockets(COME_AGAIN)
                while self._in_progress:
                    await asyncio.sleep(LOOK)
                    await self._close_sockets(COME_AGAIN)  # those that were just being opened
        except TimeoutError:
            return False
        return True

    async def _answer(self, send: Send, message: Scope) -> None:
        if self.draining and message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), CLOSE]}
        await send(message)


async def _turn_away(scope: Scope, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})
        return
    await turn_away(scope, send, Refusal("unavailable"))


def when_told_to_stop(loop: asyncio.AbstractEventLoop, stop: Callable[[], None]) -> None:
    """Have `stop` called in the event loop on the first SIGTERM or SIGINT. The process then ends, whatever happens."""

    def on_signal(*_: object) -> None:
        # A terminal and make both send the signal. The second is ignored until the process has ended; the loop's own
        # handlers would not live as long.
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        end_at_last()
        loop.call_soon_threadsafe(stop)

    for number in SIGNALS:
        signal.signal(number, on_signal)


def end_at_last() -> None:
    """A thread that waits for something that never comes does not keep the process from ending."""
    last = threading.Timer(ENDS_WITHIN, _end)
    last.daemon = True
    last.start()


def _end() -> None:
    log.warning("the server has not ended by itself after %s s: it ends now", ENDS_WITHIN)
    logging.shutdown()
    os._exit(0)
