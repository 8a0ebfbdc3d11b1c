"""What a process outside the server tells Redis, and what it waits for."""

import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from io import BufferedIOBase
from queue import Queue
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread

import pytest
from redis.exceptions import RedisError

from casino.common.publisher import Publisher

WAIT = 30.0  # seconds: far more than anything here takes


class Redis(ThreadingTCPServer):
    """As much of Redis as a publisher meets. `told`: what was published; `answer`: to it, once `answers` is set."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Conversation)
        self.told = Queue[bytes]()
        self.answer = b":1\r\n"
        self.answers = Event()
        self.answers.set()
        self.lines: list[socket.socket] = []
        Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def die(self) -> None:
        """Its connections end, and nobody listens."""
        self.shutdown()
        self.server_close()
        for line in self.lines:
            with suppress(OSError):  # it has ended already
                line.shutdown(socket.SHUT_RDWR)


class Conversation(StreamRequestHandler):
    server: Redis

    def handle(self) -> None:
        self.server.lines.append(self.request)
        while command := read_command(self.rfile):
            if command[0] != b"PUBLISH":
                self.wfile.write(b"+OK\r\n")
                continue
            self.server.told.put(command[2])
            assert self.server.answers.wait(WAIT)
            with suppress(BrokenPipeError, ConnectionResetError):  # it waited for long and hung up
                self.wfile.write(self.server.answer)


def read_command(source: BufferedIOBase) -> list[bytes]:
    head = source.readline()
    found = []
    for _ in range(int(head[1:] or 0)):
        size = int(source.readline()[1:])
        found.append(source.read(size + 2)[:-2])
    return found


@pytest.fixture
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.answers.set()
    server.die()


def publisher(redis: Redis) -> Publisher:
    # Of the second version of its protocol, in which a connection begins without a greeting
    return Publisher(f"redis://127.0.0.1:{redis.port}/0?protocol=2", "changes")


def test_it_waits_for_no_answer(redis: Redis) -> None:
    redis.answers.clear()
    told = publisher(redis)
    for text in ("one", "two", "three"):
        told.publish(text)
    redis.answers.set()
    assert [redis.told.get(timeout=WAIT) for _ in range(3)] == [b"one", b"two", b"three"]
    told.close()


def test_a_redis_that_is_back_hears_again(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    told = publisher(redis)
    told.publish("one")
    assert redis.told.get(timeout=WAIT) == b"one"
    redis.die()
    back = Redis(redis.port)
    told.publish("two")
    assert back.told.get(timeout=WAIT) == b"two"
    told.close()
    assert not caplog.text
    back.die()


def test_an_answer_that_is_missing_when_redis_dies_is_logged(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    redis.answers.clear()
    told = publisher(redis)
    told.publish("one")
    redis.told.get(timeout=WAIT)
    redis.die()
    with pytest.raises(RedisError):
        told.publish("two")
    assert "Redis lost" in caplog.text


def test_a_refusal_is_logged(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    redis.answer = b"-OOM command not allowed\r\n"
    told = publisher(redis)
    with caplog.at_level(logging.WARNING):
        told.publish("one")
        told.close()
    assert "refused" in caplog.text


def test_where_nobody_listens_it_says_so(redis: Redis) -> None:
    redis.die()
    with pytest.raises(RedisError):
        publisher(redis).publish("one")
