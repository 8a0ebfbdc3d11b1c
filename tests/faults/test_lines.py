"""The lines of the fault trial do what their modes say."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from deploy.faults.lines import CUT, DEAF, OPEN, SLOW, STALLED, Line
from deploy.ports import free_port

PATIENCE = 10.0  # seconds, for what must come
SOON = 0.3  # seconds, for what must not come


class Far:
    """A server behind a line, which says in capitals what it is told."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.port = free_port()
        self.line = Line(free_port(), self.port)
        self.address = ("127.0.0.1", self.line.port)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.readline():
            self.heard.append(said)
            writer.write(said.upper())
        writer.close()


class Near:
    """A client."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def say(self, text: bytes) -> None:
        self._writer.write(text + b"\n")

    async def hear(self, patience: float = PATIENCE) -> bytes:
        async with asyncio.timeout(patience):
            return await self._reader.readline()


@pytest.fixture
async def far() -> AsyncIterator[Far]:
    server = Far()
    listening = await asyncio.start_server(server.answer, "127.0.0.1", server.port)
    await server.line.listen()
    yield server
    listening.close()


async def near(far: Far) -> Near:
    return Near(*await asyncio.open_connection(*far.address))


async def lost(client: Near) -> bool:
    """Whether its connection has ended."""
    try:
        return await client.hear() == b""
    except ConnectionError:
        return True


async def test_an_open_line_carries_both_ways(far: Far) -> None:
    client = await near(far)
    client.say(b"hola")
    assert await client.hear() == b"HOLA\n"


async def test_a_slow_line_carries_everything_later(far: Far) -> None:
    client = await near(far)
    far.line.become(SLOW)
    client.say(b"hola")
    assert await client.hear() == b"HOLA\n"


async def test_a_cut_line_ends_what_is_open_and_takes_nothing_new(far: Far) -> None:
    client = await near(far)
    client.say(b"hola")
    await client.hear()
    far.line.become(CUT)
    assert await lost(client)
    assert await lost(await near(far))
    far.line.become(OPEN)
    again = await near(far)
    again.say(b"hola")
    assert await again.hear() == b"HOLA\n"


async def test_a_stalled_line_keeps_all_until_it_opens(far: Far) -> None:
    client = await near(far)
    client.say(b"hola")
    await client.hear()
    far.line.become(STALLED)
    client.say(b"otra vez")
    with pytest.raises(TimeoutError):
        await client.hear(SOON)
    far.line.become(OPEN)
    assert await client.hear() == b"OTRA VEZ\n"


async def test_a_deaf_line_does_what_it_is_told_and_loses_the_answer(far: Far) -> None:
    idle, client = await near(far), await near(far)
    client.say(b"hola")
    await client.hear()
    far.line.become(DEAF)
    client.say(b"una vez")
    with pytest.raises(TimeoutError):
        await client.hear(SOON)
    assert far.heard[-1] == b"una vez\n"
    far.line.become(OPEN)
    assert await lost(client)
    idle.say(b"hola")
    assert await idle.hear() == b"HOLA\n"
