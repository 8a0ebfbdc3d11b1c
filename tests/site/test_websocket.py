"""The sockets as a client on the network sees them: what he does not read holds up its sender."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.conf import settings

from tests.support.ports import free_port
from tests.support.wire import Wire


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    number = free_port()
    command = [sys.executable, "-m", "tests.support.socket_server", str(number)]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "casino.site.settings"}
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.PIPE)
    assert process.stdout and process.stdout.readline()
    yield number
    process.terminate()
    process.communicate()


async def test_a_client_hears_what_is_said(port: int) -> None:
    wire = await Wire.open(port, "/echo", "permessage-deflate; client_max_window_bits")
    for text in ("short", "x" * 1000, "y≥🂡" * 40_000, "{}", "z" * 126):
        wire.say(text)
        assert await wire.hear() == text
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
