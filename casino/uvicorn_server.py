"""Uvicorn with an orderly end, as a casino's workers run it.

On SIGTERM it first stops listening, then answers and closes what is open (`casino.draining`), and only then lets its
connections go.
"""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from uvicorn import Config, Server

from casino.draining import FLUSHING, LINGER, LOOK, DrainingApplication, log, when_told_to_stop
from casino.listening import PENDING, let_nobody_in
from casino.uvicorn_socket import Socket

IDLE = 75  # seconds that a connection is kept for the next request
LONGEST = 1 << 20  # bytes of a message from a client, far more than any needs


class UvicornServer:
    """One server process on one address."""

    def __init__(self, application: DrainingApplication, host: str, port: int) -> None:
        self._application = application
        self._address = (host, port)

    def run(self, when_listening: Callable[[], None]) -> bool:
        """Serve until SIGTERM or SIGINT. Returns False if the address is not available."""
        try:
            listening = listening_at(*self._address)
        except OSError:
            return False
        with listening:
            _Uvicorn(self._application, when_listening).run([listening])
        return True


def listening_at(host: str, port: int) -> socket.socket:
    """A listening socket. Raises OSError.

    Its connections send at once. asyncio sees to that only where a socket was made for TCP by name; the body of an
    answer would wait for the client's receipt of its head, which takes 40 ms.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=PENDING)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


class _Uvicorn(Server):
    """Uvicorn, which is told to stop by signals to its event loop."""

    def __init__(self, application: DrainingApplication, when_listening: Callable[[], None]) -> None:
        config = Config(
            application,
            loop="asyncio",
            http="httptools",
            ws=Socket,
            ws_max_size=LONGEST,
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,  # `casino.proxies` believes only those that are named
            server_header=False,
            timeout_keep_alive=IDLE,
            timeout_graceful_shutdown=FLUSHING,
        )
        super().__init__(config)
        self._application = application
        self._when_listening = when_listening
        self._listening: list[socket.socket] = []
        self._stopping: asyncio.Task[None] | None = (
            None  # referenced, so that it is not collected before its end
        )

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Called by uvicorn around everything. Its own handlers end with the signal raised once more."""
        when_told_to_stop(asyncio.get_running_loop(), self._stop)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Called by uvicorn to listen."""
        self._listening = sockets or []
        await super().startup(sockets)
        self._when_listening()

    def _stop(self) -> None:
        self._stopping = asyncio.create_task(self._drain_and_stop())

    async def _drain_and_stop(self) -> None:
        try:
            await self._stop_listening()
            asyncio.get_running_loop().call_later(LINGER, self._drop_unsaid)
            if not await self._application.drain():
                log.warning("not every request and socket has ended in time")
            await self._let_go()
        finally:
            self.should_exit = True

    async def _stop_listening(self) -> None:
        """Take no more connections. Those that the kernel has made, or is making, are let in, as closing would cut them
        off without an answer."""
        loop = asyncio.get_running_loop()
        for listening in self._listening:
            loop.remove_reader(listening)
            let_nobody_in(listening)
        # The kernel finishes what is half made. And whom asyncio has just accepted it drops, if its server is closed
        # before their turn comes.
        await asyncio.sleep(LOOK)
        made = [connection for listening in self._listening for connection in _accepted(listening)]
        for server in self.servers:
            server.close()
        for connection in made:
            await loop.connect_accepted_socket(self._protocol, connection)

    def _protocol(self) -> asyncio.Protocol:
        protocol: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    def _drop_unsaid(self) -> None:
        """End the connections of clients who have not sent the whole of what they ask: nobody waits for that."""
        for connection in list(self.server_state.connections):
            request = getattr(connection, "cycle", None)  # a socket has none
            if request is not None and request.more_body and not request.response_complete:
                connection.transport.close()

    async def _let_go(self) -> None:
        """Keep idle connections open for LINGER seconds, because a client may just have asked. Uvicorn then closes them
        and waits for those that still take an answer."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while self.server_state.connections and loop.time() < begun + LINGER:
            await asyncio.sleep(LOOK)


def _accepted(listening: socket.socket) -> Iterator[socket.socket]:
    with suppress(BlockingIOError):
        while True:
            yield listening.accept()[0]
