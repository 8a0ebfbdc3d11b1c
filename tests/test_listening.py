"""What the kernel does with those who come when a server has begun to stop."""

import select
import socket

from casino.listening import let_nobody_in

WAIT = 30  # seconds: far more than anything here takes


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


def test_whose_connection_is_half_made_is_let_in() -> None:
    """The kernel holds a connection back whose client has not asked yet, as it does with one whose last packet has not
    come when the server stops."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, WAIT)
        half, client = is_made(listening)
        assert half and not select.select([listening], [], [], 0)[0]
        let_nobody_in(listening)
        client.sendall(b"asked")
        listening.settimeout(WAIT)
        connection, _ = listening.accept()
        assert connection.recv(9) == b"asked"
        for one in (client, connection):
            one.close()
