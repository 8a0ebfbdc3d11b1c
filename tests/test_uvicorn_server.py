"""The listening socket of uvicorn. How it serves and stops: `test_serving.py`, `test_stopping.py`."""

import socket

from casino.uvicorn_server import listening_at


def test_the_parts_of_an_answer_do_not_wait_for_each_other() -> None:
    with listening_at("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
