"""What nginx passes on, with the configuration of docker-compose.yml, when the workers were away and are back."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from casino.administration.csv_list import LARGEST
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
    conf.write_text(conf.read_text().replace("/dev/null house", f"{tmp_path}/access.log house"))
    process = subprocess.Popen(["nginx", "-c", str(conf)], env=dict(os.environ), stderr=subprocess.DEVNULL)
    yield port
    process.terminate()
    process.wait(WAIT)


async def connected(gateway: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A line to nginx, which may just have been started."""
    while True:
        try:
            return await asyncio.open_connection("127.0.0.1", gateway)
        except OSError:
            await asyncio.sleep(0.02)


async def ask(gateway: int) -> tuple[int, asyncio.StreamWriter]:
    """The status with which a socket is answered, and its line, which stays open."""
    async with asyncio.timeout(WAIT):
        reader, writer = await connected(gateway)
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


async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """As a worker: read one request, and answer it."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    await reader.readexactly(int(length.split(b":")[1]))
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    await writer.drain()
    writer.close()


async def send(gateway: int, path: str, size: int, sent: int | None = None) -> int:
    """The status with which a body of so many bytes is answered, of which so many are `sent`, or all."""
    async with asyncio.timeout(WAIT):
        reader, writer = await connected(gateway)
        head = f"POST {path} HTTP/1.1\r\nHost: casino\r\nConnection: close\r\nContent-Length: {size}\r\n\r\n"
        writer.write(head.encode())
        writer.write(b"x" * (size if sent is None else sent))
        status = int((await reader.readuntil(b"\r\n")).split()[1])
        writer.close()
        return status


@pytest.mark.parametrize("page", ["people", "settings", "reglamentos"])
async def test_a_file_as_large_as_the_product_takes_reaches_it(
    workers: list[int], gateway: int, page: str
) -> None:
    async with await asyncio.start_server(take, "127.0.0.1", workers[0]):
        for size in (LARGEST, 2 * LARGEST):  # of the second the product says what is wrong
            assert await send(gateway, f"/administration/{page}/", size) == 200


async def test_what_no_page_takes_is_refused_before_it_reaches_a_worker(
    workers: list[int], gateway: int
) -> None:
    async with await asyncio.start_server(take, "127.0.0.1", workers[0]):
        assert await send(gateway, "/login/", settings.DATA_UPLOAD_MAX_MEMORY_SIZE) == 200
        assert await send(gateway, "/login/", settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1, sent=0) == 413
        assert await send(gateway, "/administration/people/", 9 << 20, sent=0) == 413


@pytest.mark.parametrize("link", ["setup", "wall"])
async def test_a_link_that_lets_in_is_in_no_log(
    workers: list[int], gateway: int, tmp_path: Path, link: str
) -> None:
    secret = "x" * 43
    for path in (f"/{link}/{secret}/", f"//{link}/{secret}/?x=1", f"/%73etup/../{link}/{secret}"):
        assert await send(gateway, path, 0) == 502  # there are no workers, and nginx says so in its errors
        assert await send(gateway, path, 70_000, sent=0) == 413
    async with await asyncio.start_server(take, "127.0.0.1", workers[0]):
        assert await send(gateway, f"/{link}/{secret}/", 10) == 200
    log = tmp_path / "access.log"
    async with asyncio.timeout(WAIT):
        while log.read_text().count(f"/{link}/-") < 7:
            await asyncio.sleep(0.02)
    assert secret not in log.read_text() + (tmp_path / "error.log").read_text()
