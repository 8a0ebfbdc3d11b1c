"""What nginx passes on, with the configuration of docker-compose.yml, when the workers were away and are back."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.gateway import nginx_conf
from deploy.ports import free_port

AGREED = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
ASKED = (
    b"GET /ws/screens/floor/ HTTP/1.1\r\nHost: casino\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
SCREENS = 8
WAIT = 20.0  # seconds: far more than anything here takes


@pytest.fixture
def workers() -> list[int]:
    """The ports at which the workers would be. Of an only one nginx never takes notice whether it fails."""
    return [free_port(), free_port()]


@pytest.fixture
def gateway(workers: list[int], tmp_path: Path) -> Iterator[int]:
    """The port of nginx before the workers."""
    if not shutil.which("nginx"):
        pytest.skip("nginx is not installed")
    port = free_port()
    conf = nginx_conf(tmp_path, workers, port)
    process = subprocess.Popen(["nginx", "-c", str(conf)], env=dict(os.environ), stderr=subprocess.DEVNULL)
    yield port
    process.terminate()
    process.wait(WAIT)


async def ask(gateway: int) -> tuple[int, asyncio.StreamWriter]:
    """The status with which a socket is answered, and its line, which stays open."""
    async with asyncio.timeout(WAIT):
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", gateway)
                break
            except OSError:  # nginx has just been started
                await asyncio.sleep(0.02)
        writer.write(ASKED)
        head = await reader.readuntil(b"\r\n\r\n")
    return int(head.split()[1]), writer


async def test_all_screens_come_back_at_once_when_the_workers_do(workers: list[int], gateway: int) -> None:
    """Not one after the other, as where nginx takes a worker that failed for dead for some seconds."""
    for _ in range(3):
        status, line = await ask(gateway)
        line.close()
        assert status == 502

    async def agree(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(AGREED)
        await reader.read()
        writer.close()

    first, second = [await asyncio.start_server(agree, "127.0.0.1", port) for port in workers]
    async with first, second:
        found = [await ask(gateway) for _ in range(SCREENS)]
        for _, line in found:
            line.close()
    assert [status for status, _ in found] == [101] * SCREENS
