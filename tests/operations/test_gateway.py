"""What nginx passes on, with the configuration of docker-compose.yml, when the workers were away and are back."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from casino.administration.csv_list import LARGEST
from casino.common.answers import refused as answers_refused
from casino.common.refusals import Refusal
from casino.site.files import gateway_answers
from deploy.gateway import FRONT, NOBODY, nginx_conf
from tests.support.ports import free_port

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
def front() -> str:
    """The address of a proxy before nginx."""
    return NOBODY


@pytest.fixture
def folder() -> Iterator[Path]:
    """With what collectstatic leaves, for nginx, which reads it as another user."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "statics").mkdir()
        for name, content in gateway_answers():
            (folder / "statics" / name).write_text(content)
        yield folder


@pytest.fixture
def gateway(workers: list[int], folder: Path, front: str) -> Iterator[int]:
    """The port of nginx before the workers."""
    if not shutil.which("nginx"):
        pytest.skip("nginx is not installed")
    port = free_port()
    conf = nginx_conf(folder, workers, port, front)
    conf.write_text(conf.read_text().replace("/dev/null novamas", f"{folder}/access.log novamas"))
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


async def asked(gateway: int, head: str) -> tuple[int, str, bytes]:
    """The status, the head and the body with which a request is answered."""
    async with asyncio.timeout(WAIT):
        reader, writer = await connected(gateway)
        writer.write(f"{head}\r\nHost: casino\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
    said, _, body = answer.partition(b"\r\n\r\n")
    return int(said.split()[1]), said.decode(), body


@pytest.mark.parametrize(
    "request_line", ["GET /floor/ HTTP/1.1", "POST /login/ HTTP/1.1\r\nContent-Length: 0"]
)
async def test_while_no_worker_answers_a_page_says_so(gateway: int, request_line: str) -> None:
    status, head, body = await asked(gateway, request_line)
    assert status == 502 and "Content-Type: text/html" in head
    text = body.decode()
    assert {*re.findall(r'lang="(\w\w)"', text)} == {code for code, _ in settings.LANGUAGES}
    assert "no responde" in text and 'http-equiv="refresh"' in text


async def test_the_log_says_what_was_asked_for_while_no_worker_answers(gateway: int, folder: Path) -> None:
    for path in ("/floor/?day=1", "/wall/a-secret/"):
        assert (await asked(gateway, f"GET {path} HTTP/1.1"))[0] == 502
    log = folder / "access.log"
    async with asyncio.timeout(WAIT):
        while log.read_text().count("\n") < 2:
            await asyncio.sleep(0.02)
    assert re.findall(r'"(.*?)" 502', log.read_text()) == ["GET /floor/", "GET /wall/-"]


async def heard(workers: list[int], gateway: int, *lines: str) -> dict[str, str]:
    """The headers with which a worker is asked where a client sends these."""
    heads: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(listen, "127.0.0.1", workers[0]):
        assert (await asked(gateway, "\r\n".join(["GET / HTTP/1.1", *lines])))[0] == 200
    pairs = (line.split(": ", 1) for line in heads[0].decode().splitlines()[1:] if line)
    return {name.lower(): value for name, value in pairs}


FORWARDED = "X-Forwarded-For: 203.0.113.9, 198.51.100.7", "X-Forwarded-Proto: https"


@pytest.mark.parametrize("front", ["127.0.0.1", "127.0.0.0/8"])
async def test_what_a_named_front_says_of_the_client_is_passed_on(
    workers: list[int], gateway: int, front: str
) -> None:
    said = await heard(workers, gateway, *FORWARDED)
    assert (said["x-forwarded-proto"], said["x-forwarded-for"]) == ("https", "198.51.100.7")
    said = await heard(workers, gateway, FORWARDED[0], "X-Forwarded-Proto: gopher")
    assert said["x-forwarded-proto"] == "http"


async def test_of_anybody_else_nothing_is_believed(workers: list[int], gateway: int) -> None:
    said = await heard(workers, gateway, *FORWARDED)
    assert (said["x-forwarded-proto"], said["x-forwarded-for"]) == ("http", "127.0.0.1")


@pytest.mark.parametrize("front", ["127.0.0.1"])
@pytest.mark.parametrize(("accepted", "language"), [("sl-SI, en", "sl"), ("pt, en", settings.LANGUAGE_CODE)])
async def test_who_asks_too_much_is_refused_and_nobody_else(
    workers: list[int], gateway: int, accepted: str, language: str
) -> None:
    """Strangers at the door of the commands, too: what an address may ask at once, and a little more."""

    async def post(address: str, path: str) -> tuple[int, str, bytes]:
        lines = (
            f"POST {path} HTTP/1.1",
            f"X-Forwarded-For: {address}",
            f"Accept-Language: {accepted}",
            "Content-Length: 0",
        )
        return await asked(gateway, "\r\n".join(lines))

    listening = [await asyncio.start_server(take, "127.0.0.1", port) for port in workers]
    async with listening[0], listening[1]:
        for path, burst in (("/api/tables/mesa/commands", 100), ("/floor/", 200)):
            answers = [await post("203.0.113.9", path) for _ in range(3 * burst)]
            refused = [answer for answer in answers if answer[0] == 429]
            assert refused and {status for status, *_ in answers} == {200, 429}
            assert (await post("203.0.113.10", path))[0] == 200
            _, head, body = refused[0]
            if path.startswith("/api/"):
                with translation.override(language):
                    assert json.loads(body) == answers_refused(Refusal("too_fast"))[1]
            else:
                assert "text/html" in head


def test_names_of_nginx_are_the_houses_own() -> None:
    """On an installed machine they are those of all sites."""
    text = (settings.BASE_DIR / "deploy/nginx.conf").read_text() + FRONT.read_text()
    zones, formats = re.findall(r"zone=(\w+):", text), re.findall(r"(?:log_format|upstream) (\w+)", text)
    variables = re.findall(r"^ *(?:map|geo) \S+ \$(\w+)", text, re.MULTILINE)
    assert len(zones) == 7 and len(formats) == 2 and len(variables) == 8
    assert all(name.startswith("novamas") for name in (*zones, *formats, *variables))


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
    workers: list[int], gateway: int, folder: Path, link: str
) -> None:
    secret = "x" * 43
    for path in (f"/{link}/{secret}/", f"//{link}/{secret}/?x=1", f"/%73etup/../{link}/{secret}"):
        assert await send(gateway, path, 0) == 502  # there are no workers, and nginx says so in its errors
        assert await send(gateway, path, 70_000, sent=0) == 413
    async with await asyncio.start_server(take, "127.0.0.1", workers[0]):
        assert await send(gateway, f"/{link}/{secret}/", 10) == 200
    log = folder / "access.log"
    async with asyncio.timeout(WAIT):
        while log.read_text().count(f"/{link}/-") < 7:
            await asyncio.sleep(0.02)
    assert secret not in log.read_text() + (folder / "error.log").read_text()
