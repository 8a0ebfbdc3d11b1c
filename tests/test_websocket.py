"""The sockets as a client on the network sees them: compression that every client agrees to, and back-pressure."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.conf import settings

from casino.management.commands.serve import SERVERS
from deploy.ports import free_port
from tests.wire import Wire


@pytest.fixture(scope="module", params=SERVERS)
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    number = free_port()
    command = [sys.executable, "-m", "tests.socket_server", request.param, str(number)]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "casino.settings"}
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.PIPE)
    assert process.stdout and process.stdout.readline()
    yield number
    process.terminate()
    process.communicate()


OFFERS = [
    ("permessage-deflate", True),
    ("permessage-deflate; client_max_window_bits", True),  # a browser's
    ("permessage-deflate; server_no_context_takeover", False),
    ("permessage-deflate; server_max_window_bits=9", False),
    ("", False),
]


@pytest.mark.parametrize(("offer", "compressed"), OFFERS)
async def test_every_client_hears_what_is_said_compressed_where_it_can(
    port: int, offer: str, compressed: bool
) -> None:
    wire = await Wire.open(port, "/echo", offer)
    assert wire.agreed.startswith("permessage-deflate") is compressed
    texts = ["short", "x" * 1000, "y≥🂡" * 40_000, "{}", "x" * 1000, "z" * 126]
    for text in texts:
        wire.say(text)
        assert await wire.hear() == text
    said = sum(len(text.encode()) for text in texts)
    assert (wire.read < said / 20) is compressed
    wire.leave()


async def test_a_client_that_does_not_read_holds_up_its_sender_and_misses_nothing(port: int) -> None:
    slow, other = await Wire.open(port, "/flood"), await Wire.open(port, "/told")
    sent = int(await other.hear())
    assert sent < 1000
    for number in range(1, sent + 1):
        assert (await slow.hear()).startswith(f"{number} ")
    assert await slow.hear() == "goodbye"
    for wire in (slow, other):
        wire.leave()


async def test_one_that_leaves_without_reading_does_not_hold_up_its_sender_for_ever(port: int) -> None:
    slow, other = await Wire.open(port, "/flood"), await Wire.open(port, "/told")
    await other.hear()
    slow.leave()
    again, told = await Wire.open(port, "/echo"), await Wire.open(port, "/left")
    again.say("there")
    assert await again.hear() == "there"
    assert await told.hear() == "left"
    for wire in (other, again, told):
        wire.leave()


@pytest.mark.parametrize("port", ["uvicorn"], indirect=True)
async def test_a_client_is_read_no_further_than_it_is_heard_and_is_then_heard_whole(port: int) -> None:
    """Daphne has no such bound."""
    wire, other = await Wire.open(port, "/deaf"), await Wire.open(port, "/echo")
    texts = [f"{number} " + "x" * 500_000 for number in range(60)]
    for text in texts:
        wire.say(text)
    for _ in range(100):  # time in which the server could read all of it
        other.say("there")
        assert await other.hear() == "there"
    assert wire.unsent > 0
    (await Wire.open(port, "/hear")).leave()
    assert [await wire.hear() for _ in texts] == texts
    for one in (wire, other):
        one.leave()
