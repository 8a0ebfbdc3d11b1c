"""The form of a backup file: a head in the clear, then the content in encrypted chunks.

The head is MAGIC, the length of a JSON object in four bytes, and that object. The chunks are sealed with AES-256-GCM
under a key made for this file alone (HKDF of the house's key, with the head, which has a random salt). The nonce of a
chunk is its number, and whether it is the last one: a chunk that is changed, moved, left out or cut off is noticed, and
so is a changed head. This is the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár.
"""

import hashlib
import json
import os
from collections.abc import Callable
from typing import Any, BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.utils.translation import gettext as _

from casino.operations.answer import Fault

MAGIC = b"novamas backup\n"
FORMAT = 1
CHUNK, TAG = 1 << 20, 16  # bytes
LARGEST_HEAD = 1 << 20  # bytes

Head = dict[str, Any]


class Sealing:
    """Writes a backup. What is written is lost unless `end` is called, which writes the last chunk."""

    def __init__(self, out: BinaryIO, key: bytes, head: Head) -> None:
        """`head` must hold what a reader needs before it has a key; the format and a salt are added."""
        text = json.dumps(head | {"format": FORMAT, "salt": os.urandom(16).hex()}).encode()
        lead = MAGIC + len(text).to_bytes(4, "big") + text
        out.write(lead)
        self._out, self._waiting, self._number = out, bytearray(), 0
        self._cipher = _cipher(key, lead)

    def write(self, data: bytes) -> None:
        """Add to the content."""
        self._waiting += data
        while len(self._waiting) > CHUNK:  # one chunk stays, as it may be the last
            self._seal(bytes(self._waiting[:CHUNK]), last=False)
            del self._waiting[:CHUNK]

    def end(self) -> None:
        """Write what is left, marked as the end."""
        self._seal(bytes(self._waiting), last=True)

    def _seal(self, chunk: bytes, *, last: bool) -> None:
        self._out.write(self._cipher.encrypt(_nonce(self._number, last), chunk, None))
        self._number += 1


class Opening:
    """Reads a backup. Nothing that was changed is ever returned."""

    def __init__(self, source: BinaryIO, name: str, key_of: Callable[[Head], bytes]) -> None:
        """Raises Fault for a file that is no backup. `key_of` is asked for the key, with the head."""
        self._source, self._name = source, name
        lead, self.head = _head(source, name)
        self._cipher = _cipher(key_of(self.head), lead)
        self._number, self._ended, self._ready = 0, False, bytearray()
        self._ahead = source.read(CHUNK + TAG)

    def read(self, size: int) -> bytes:
        """Up to `size` bytes of the content, fewer only at its end. Raises Fault."""
        while len(self._ready) < size and not self._ended:
            self._ready += self._next()
        found = bytes(self._ready[:size])
        del self._ready[:size]
        return found

    def _next(self) -> bytes:
        sealed, self._ahead = self._ahead, self._source.read(CHUNK + TAG)
        self._ended = not self._ahead
        try:
            chunk = self._cipher.decrypt(_nonce(self._number, self._ended), sealed, None)
        except (InvalidTag, ValueError) as error:
            says = _("%(file)s is torn or was changed: its part %(number)s is not as it was written.")
            raise Fault(says % {"file": self._name, "number": self._number + 1}) from error
        self._number += 1
        return chunk


def _head(source: BinaryIO, name: str) -> tuple[bytes, Head]:
    lead = source.read(len(MAGIC) + 4)
    length = int.from_bytes(lead[len(MAGIC) :], "big")
    if not lead.startswith(MAGIC) or length > LARGEST_HEAD:
        raise Fault(_("%(file)s is no backup of No Va Más.") % {"file": name})
    text = source.read(length)
    try:
        head = json.loads(text)
        number = head["format"]
        bytes.fromhex(head["salt"])
        fits = {type(head[field]) for field in ("version", "key", "made")} == {str}
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        says = _("%(file)s is torn or was changed: its head cannot be read.")
        raise Fault(says % {"file": name}) from error
    if number != FORMAT or not fits:
        says = _("%(file)s has a form that this version does not know; the version that made it is newer.")
        raise Fault(says % {"file": name})
    return lead + text, head


def _cipher(key: bytes, lead: bytes) -> AESGCM:
    info = MAGIC + hashlib.sha256(lead).digest()
    return AESGCM(HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(key))


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])
