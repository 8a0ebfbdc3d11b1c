"""permessage-deflate (RFC 7692) with a compressed message shared by all sockets that were sent the same before.

The usual way keeps a compressor per socket (256 KB) and compresses every message once per socket. Here each message is
compressed by a new compressor whose dictionary is what the client has been sent last, and which its inflater therefore
still has in its window. The result depends on that text alone, so that sockets with the same history share it.
"""

import struct
import zlib
from functools import lru_cache
from typing import ClassVar
from weakref import WeakValueDictionary, ref

WINDOW = 1 << zlib.MAX_WBITS  # bytes that an inflater can refer back to
SHORTEST = 128  # bytes; a shorter message is sent as it is, which leaves the history alone
LEVEL = 6
MESSAGES = 4  # of the same size to which a message refers
SHORTEST_REACH = 13  # 8 KB
TEXT, COMPRESSED_TEXT = 0x81, 0xC1  # the first byte of a frame: final, text, RSV1 if compressed
TRAILER = 4  # bytes at the end of a flushed block that RFC 7692 leaves out


class History:
    """The end of all that one client has been sent compressed. Immutable; the same text is the same object."""

    __slots__ = ("__weakref__", "_following", "_frame", "_tail", "_text")
    _living: ClassVar[WeakValueDictionary[bytes, "History"]] = WeakValueDictionary()

    def __init__(self, tail: bytes) -> None:
        self._tail = tail
        # The message sent last from here. What follows is held by the sockets that have been sent it.
        self._text: str | None = None
        self._frame = b""
        self._following: ref[History] = ref(self)

    @classmethod
    def ending(cls, tail: bytes) -> "History":
        """The history that ends with these bytes; at most WINDOW of them count."""
        tail = tail[-WINDOW:]
        found = cls._living.get(tail)
        if found is None:
            found = cls._living[tail] = cls(tail)
        return found

    def then(self, text: str) -> tuple[bytes, "History"]:
        """The frame that brings this text, and the history after it."""
        following = self._following() if self._text == text else None
        if following is None:
            payload = text.encode()
            self._text, self._frame = text, self._frame_of(payload)
            following = self.ending(self._tail + payload)
            self._following = ref(following)
        return self._frame, following

    def _frame_of(self, payload: bytes) -> bytes:
        bits = reach_for(len(payload))
        tail = self._tail[-(1 << bits) :]
        compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, -bits, memory_for(bits), zdict=tail)
        compressed = compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH)
        return framed(COMPRESSED_TEXT, compressed[:-TRAILER])


def reach_for(size: int) -> int:
    """How far back a message of so many bytes refers, as a power of two. A short one seldom finds more further back,
    and a compressor costs as much as the text that it is told first."""
    return min(max((MESSAGES * size).bit_length(), SHORTEST_REACH), zlib.MAX_WBITS)


def memory_for(bits: int) -> int:
    """The memory level of a compressor with this window: tables no larger than it needs."""
    return min(bits - 6, zlib.DEF_MEM_LEVEL)


def frame_after(history: History | None, text: str) -> tuple[bytes, History | None]:
    """The frame that brings this text after what was sent before, and the history then. Without one, nothing is
    compressed."""
    if history is None or len(text) < SHORTEST:
        return plain(text), history
    return history.then(text)


@lru_cache(maxsize=128)
def plain(text: str) -> bytes:
    """The frame that brings this text as it is."""
    return framed(TEXT, text.encode())


def framed(first: int, payload: bytes) -> bytes:
    """A frame from the server, which is not masked (RFC 6455, 5.2)."""
    length = len(payload)
    if length < 126:
        return bytes((first, length)) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", first, 126, length) + payload
    return struct.pack("!BBQ", first, 127, length) + payload
