"""The end of a listening socket, at which no connection is lost.

A connection that the kernel makes between the last `accept` and the close is reset, and what its client asks has no
answer. On a busy server that is long enough for one in ten stops.
"""

import ctypes
import socket
import struct
from contextlib import suppress

PENDING = 1000  # connections that the kernel may hold ready
SO_ATTACH_FILTER = 26  # of Linux; Python does not name it
FLAGS = 13  # the byte of a packet of TCP that has its flags
SYN = 0x02  # the flag of a client's first packet
ALL = 0xFFFFFFFF
# A program of the kernel's packet filter (its `struct sock_filter`: code, jumps if true and false, value).
NO_FIRST_PACKET = (
    (0x30, 0, 0, FLAGS),  # load this byte
    (0x45, 0, 1, SYN),  # does it have this flag? If not, the next is left out
    (0x06, 0, 0, 0),  # return: keep no byte of the packet
    (0x06, 0, 0, ALL),  # return: keep it
)


def let_nobody_in(listening: socket.socket) -> None:
    """From now on nobody begins a connection here. Who tries is not answered, tries again in a second, and finds that
    nobody listens. Connections that are made wait for `accept` as before, and those that are half made are finished:
    their clients take them for made already, and ask. Where there is no such filter, nothing changes."""
    steps = b"".join(struct.pack("=HBBI", *step) for step in NO_FIRST_PACKET)
    program = ctypes.create_string_buffer(steps, len(steps))
    with suppress(OSError):
        listening.setsockopt(
            socket.SOL_SOCKET,
            SO_ATTACH_FILTER,
            struct.pack("HP", len(NO_FIRST_PACKET), ctypes.addressof(program)),
        )
