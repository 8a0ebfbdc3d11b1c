"""What the kernel does with those who come when a server has begun to stop."""

import select
import socket

from casino.listening import let_nobody_in


def is_made(listening: socket.socket) -> tuple[bool, socket.socket]:
    """Whether a connection to this socket is made at once, as it is within one machine, and the client's end."""
    client = socket.socket()
    client.setblocking(False)
    client.connect_ex(listening.getsockname())
    return bool(select.select([], [client], [], 0)[1]), client


def test_who_has_come_is_let_in_and_nobody_after_him() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        early, first = is_made(listening)
        let_nobody_in(listening)
        late, second = is_made(listening)
        assert (early, late) == (True, False)
        connection, address = listening.accept()
        assert address == first.getsockname()
        first.sendall(b"asked")
        assert connection.recv(9) == b"asked"
        for one in (first, second, connection):
            one.close()
