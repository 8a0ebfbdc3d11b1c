"""What a worker says of itself is one word, whoever listens on its port."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from casino.operations.worker import NOT_OURS, awaited, health


@contextmanager
def answering(*answers: bytes) -> Iterator[int]:
    """A server for so many requests; yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            for answer in answers:
                line, _ = listener.accept()
                with line:
                    line.recv(4096)
                    line.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1]
        thread.join()


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (b'HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"status": "ok"}', "ok"),
        (b'HTTP/1.1 503 No\r\nContent-Length: 22\r\n\r\n{"status": "database"}', "database"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", NOT_OURS),
        (b"HTTP/1.1 502 Bad\r\nContent-Length: 0\r\n\r\n", NOT_OURS),
        (
            b"GET /healthz HTTP/1.1\r\n\r\n",
            NOT_OURS,
        ),  # a port that is connected to itself echoes the question
        (b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", NOT_OURS),
    ],
)
def test_it_is_ready_or_why_not(answer: bytes, says: str) -> None:
    with answering(answer) as port:
        assert health(port) == says


def test_one_that_has_just_been_started_is_waited_for() -> None:
    starts = b'HTTP/1.1 503 No\r\nContent-Length: 22\r\n\r\n{"status": "database"}'
    serves = b'HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n{"status": "ok"}'
    with answering(starts, serves) as port:
        assert awaited(port) == "ok"
    with answering(starts) as port:
        assert awaited(port, patience=0) == "database"


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert "refused" in health(port)
