"""The end of a listening socket, at which no connection is lost.

A connection that the kernel makes between the last `accept` and the close is reset, and what its client asks has no
answer. On a busy server that is long enough for one in ten stops.
"""

import ctypes
import socket
import struct
from contextlib import suppress

SO_ATTACH_FILTER = 26  # of Linux; Python does not name it
NOTHING = struct.pack(
    "=HBBI", 0x06, 0, 0, 0
)  # a program of the kernel's packet filter: return 0, keep no byte


def let_nobody_in(listening: socket.socket) -> None:
    """From now on the kernel makes no connection here. Who tries is not answered, tries again in a second, and finds
    that nobody listens. Connections that are made wait for `accept` as before. Where there is no such filter, nothing
    changes."""
    program = ctypes.create_string_buffer(NOTHING, len(NOTHING))
    with suppress(OSError):
        listening.setsockopt(
            socket.SOL_SOCKET, SO_ATTACH_FILTER, struct.pack("HP", 1, ctypes.addressof(program))
        )
