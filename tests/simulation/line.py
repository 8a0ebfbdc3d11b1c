"""A socket's line: at one end Daphne's protocol as the product's server sees it, at the other a client."""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from casino.websocket import Valve
from tests.simulation.process import CLOSE_TIMEOUT, REAPED, Process
from tests.simulation.scheduler import Loop

ABNORMAL = 1006
FAILED = 1011
APART = 1e-6  # seconds between two messages: on one line none overtakes another
HANDSHAKE_TIMEOUT = 10.0  # seconds after which a client gives up
Json = dict[str, Any]


class Client(Protocol):
    """Who hears what arrives."""

    confirms: bool

    def hear(self, line: "Line", message: Json) -> None:
        """A message has arrived."""

    def hear_close(self, line: "Line", code: int) -> None:
        """The line is closed; nothing comes any more."""


class Line:
    """One connection. What each end says arrives in its order, each after its own delay.

    `room_for`: how many characters may wait on the way before the server's writing has to wait, too. `latency`: how
    long the next message is under way. `watch`: told each text that the server says, as it says it.
    """

    def __init__(
        self,
        world: Loop,
        process: Process,
        client: Client,
        scope: Json,
        room_for: int,
        latency: Callable[[], float],
    ) -> None:
        self.world, self.process, self.client = world, process, client
        self.room_for, self.latency = room_for, latency
        self.watch: Callable[[Line, Json], None] = lambda line, message: None
        self.closing: Callable[[Line, int], None] = lambda line, code: (
            None
        )  # told when the server closes, and why
        self.ended: Callable[[Line], None] = lambda line: None  # told when the process has ended
        self.joined: float | None = None  # when the server first said anything
        self.untaken_since: float | None = None  # since when the client has not taken what the server said
        self.said_close: int | None = None  # the code with which the server has closed
        self.is_reading = True  # whether the client takes what arrives
        self.is_cut = False  # whether nothing arrives any more, at either end, and nobody is told
        self.is_over = False  # for the client
        self.valve = Valve()
        self._queue: asyncio.Queue[Json] | None = None
        self._is_open = self._is_closing = self._is_gone = False  # for the server
        # To the client: when it arrives, how large it is, and the message or the code that closes
        self._under_way: deque[tuple[float, int, Json | int]] = deque()
        self._size = 0
        self._arrives = self._leaves = 0.0  # when the last one arrives at the client, and at the server
        self._scope = scope
        if process.is_up:
            process.when_ended.append(self._process_ended)
            self._to_server(self._connect)
        else:
            world.call_later(latency(), self._close_client, ABNORMAL)

    # The client's end

    def say(self, message: Json) -> None:
        """From the client to the server."""
        text = json.dumps(message)
        self._to_server(self._receive, text)

    def close(self) -> None:
        """The client closes, and hears no more."""
        self.is_over = True
        self._to_server(self._disconnect, 1000)

    def reset(self) -> None:
        """The line breaks, and both ends learn of it."""
        self.is_cut = False
        self._to_server(self._disconnect, ABNORMAL)
        self.world.call_later(self.latency(), self._close_client, ABNORMAL)

    def cut(self) -> None:
        """From now on nothing arrives, and nobody learns of it."""
        self.is_cut = True

    def read_on(self) -> None:
        """The client takes again what arrives."""
        self.is_reading = True
        self._deliver()

    # The server's end: what `SocketServer` needs of Daphne's protocol

    def handle_reply(self, message: Json) -> None:
        """Called by Daphne's server with what the application sends."""
        kind = message["type"]
        if kind == "websocket.accept":
            self._is_open = True
        elif kind == "websocket.close":
            self._close_server(message.get("code", 1000) if self._is_open else ABNORMAL)
        elif not self._is_closing:
            said = json.loads(message["text"])
            if self.joined is None:
                self.joined = self.world.time()
            if self.untaken_since is None and ("fragments" in said or not self.client.confirms):
                self.untaken_since = self.world.time()
            self.watch(self, said)
            self._send(said, len(message["text"]))

    def handle_exception(self) -> None:
        """Called a while after the application has failed."""
        self._close_server(FAILED)

    def _connect(self) -> None:
        if self._is_gone:  # before a process that stood still came to it
            return
        server = self.process.server
        server.connections[self] = {}
        self._queue = queue = asyncio.Queue()
        queue.put_nowait({"type": "websocket.connect"})
        scope = {**self._scope, "asgi": {"version": "3.0"}}
        serve = server.application(scope, queue.get, lambda message: server.handle_reply(self, message))
        self.process.start(serve, self._served)

    def _served(self, error: BaseException | None) -> None:
        if error is not None and not self._is_gone:
            self.process.loop.call_later(REAPED, self.handle_exception)

    def _receive(self, text: str) -> None:
        if self._queue is not None and not self._is_gone:
            if '"shown"' in text:
                self.untaken_since = None
            self._queue.put_nowait({"type": "websocket.receive", "text": text})

    def _send(self, message: Json, size: int) -> None:
        self._put(message, size)
        if self._size > self.room_for:
            self.valve.pauseProducing()

    def _put(self, content: Json | int, size: int = 0) -> None:
        self._size += size
        self._arrives = max(self._arrives + APART, self.world.time() + self.latency())
        self._under_way.append((self._arrives, size, content))
        self.world.call_at(self._arrives, self._deliver)

    def _close_server(self, code: int) -> None:
        if self._is_closing or self._is_gone:
            return
        self.closing(self, code)
        self._is_closing, self.said_close = True, code
        self._put(code)
        self.process.loop.call_later(CLOSE_TIMEOUT, self._disconnect, code)

    def _disconnect(self, code: int) -> None:
        if self._is_gone or self._queue is None:
            self._is_gone = True
            return
        self._is_gone = self._is_closing = True
        self.valve.stopProducing()
        self.process.server.connections[self]["disconnected"] = True
        self._queue.put_nowait({"type": "websocket.disconnect", "code": code})

    @property
    def is_open(self) -> bool:
        """Whether the server has accepted it and nobody has closed it."""
        return self._is_open and not (self._is_closing or self._is_gone)

    # The way between them

    def _to_server(self, act: Callable[..., None], *given: Any) -> None:
        self._leaves = max(self._leaves + APART, self.world.time() + self.latency())
        self.world.call_at(self._leaves, self._arrive_at_server, act, given)

    def _arrive_at_server(self, act: Callable[..., None], given: tuple[Any, ...]) -> None:
        if not self.is_cut and self.process.is_up:
            self.process.loop.call_soon(act, *given)

    def _deliver(self) -> None:
        while self._has_arrived():
            _, size, content = self._under_way.popleft()
            if isinstance(content, int):
                self._to_server(self._disconnect, content)
                self._close_client(content)
                return
            self._size -= size
            if not self._size and not self.client.confirms:
                self.untaken_since = None
            if not self._size and self.process.is_up:
                self.process.loop.call_soon(self.valve.resumeProducing)
            if not self.is_over:
                self.client.hear(self, content)

    def _has_arrived(self) -> bool:
        is_taken = self.is_reading and not self.is_cut and self._under_way
        return bool(is_taken) and self._under_way[0][0] <= self.world.time()

    def _close_client(self, code: int) -> None:
        if not self.is_over:
            self.is_over = True
            self.client.hear_close(self, code)

    def _process_ended(self) -> None:
        """The operating system closes the lines of a process that has ended, after what was written to them."""
        self.ended(self)
        self._is_gone = True
        if self.said_close is None:
            self._put(ABNORMAL)
