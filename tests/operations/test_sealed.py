"""A backup file: what is changed in it, cut off or sealed with another key is never read."""

import io
import os
import random

import pytest

from casino.operations.answer import Fault
from casino.operations.backup.sealed import CHUNK, Head, Opening, Sealing

KEY = os.urandom(32)
HEAD = {"version": "1", "key": "k", "made": "now"}


def sealed(content: bytes) -> bytes:
    out = io.BytesIO()
    sealing = Sealing(out, KEY, HEAD)
    for begin in range(0, len(content), 70_001):
        sealing.write(content[begin : begin + 70_001])
    sealing.end()
    return out.getvalue()


def opened(data: bytes, key: bytes = KEY) -> bytes:
    opening, found = Opening(io.BytesIO(data), "night.novamas", lambda head: key), b""
    while piece := opening.read(99_991):
        found += piece
    return found


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_what_was_sealed_is_read_again(size: int) -> None:
    content = random.Random(size).randbytes(size)
    assert opened(sealed(content)) == content


def test_the_head_can_be_read_without_a_key() -> None:
    heads: list[Head] = []
    with pytest.raises(KeyError):
        Opening(io.BytesIO(sealed(b"x")), "x", lambda head: heads.append(head) or {}["no key"])  # type: ignore[func-returns-value]
    assert heads[0].items() >= HEAD.items()


def test_another_key_opens_nothing() -> None:
    with pytest.raises(Fault, match="torn or was changed"):
        opened(sealed(b"x"), os.urandom(32))


@pytest.mark.parametrize("seed", range(100))
def test_no_change_goes_unnoticed(seed: int) -> None:
    """Bytes flipped, the end cut off, something appended, two chunks exchanged, one left out."""
    chance = random.Random(seed)
    data, lead = bytearray(sealed(chance.randbytes(2 * CHUNK + 100))), 2 * (CHUNK + 16) + 116
    begin = len(data) - lead
    kind = seed % 5
    if kind == 0:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del data[chance.choice([chance.randrange(len(data)), begin + CHUNK + 16, begin]) :]
    elif kind == 2:
        data += chance.randbytes(chance.randint(1, 50))
    elif kind == 3:
        first, second = data[begin : begin + CHUNK + 16], data[begin + CHUNK + 16 : begin + 2 * (CHUNK + 16)]
        data[begin : begin + 2 * (CHUNK + 16)] = second + first
    else:
        del data[begin : begin + CHUNK + 16]
    with pytest.raises(Fault, match=r"torn|no backup|newer"):
        opened(bytes(data))


@pytest.mark.parametrize(
    "data", [b"", b"novamas backup\n", b"PK\x03\x04" + b"0" * 50, b"novamas backup\n\xff\xff\xff\xff{}"]
)
def test_another_file_is_no_backup(data: bytes) -> None:
    with pytest.raises(Fault, match=r"no backup|torn"):
        opened(data)


def test_a_newer_form_is_named_as_such() -> None:
    data = sealed(b"x").replace(b'"format": 1', b'"format": 2')
    with pytest.raises(Fault, match="newer"):
        opened(data)
