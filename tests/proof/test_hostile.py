"""`verify_shift.py` answers every file with a sentence: cut, changed, nested, blown up, or forged and signed."""

import base64
import contextlib
import gzip
import io
import json
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from casino.common import signing
from tests.proof.shifts import forged
from tests.support.mangle import bend
from verify_shift import Broken, NotOurs, verify

Json = dict[str, Any]

WRITTEN_BY_HAND = [
    b"[" * 200_000,
    b'{"bundle":' * 100_000,
    b'{"bundle":"no-va-mas shift 3"}\n' * 3,
    b"\n" * 1_000_000,
    b'{"signature":"' + b"A" * 1_000_000 + b'"}',
]


@pytest.mark.parametrize("data", WRITTEN_BY_HAND, ids=lambda data: repr(data[:12]))
def test_what_is_no_bundle_is_answered(data: bytes) -> None:
    with pytest.raises((NotOurs, Broken)) as said:
        verify(data)
    assert str(said.value)


def _gzipped(data: bytes) -> bytes:
    return gzip.compress(data)


def _zipped(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", data)
    return file.getvalue()


@pytest.mark.parametrize("packed", [_gzipped, _zipped], ids=["gzip", "zip"])
def test_what_would_unpack_to_a_hundred_megabytes_is_answered(packed: Callable[[bytes], bytes]) -> None:
    data = packed(bytes(100_000_000))
    assert len(data) < 200_000
    with pytest.raises((NotOurs, Broken)) as said:
        verify(data)
    assert str(said.value)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_random_bytes_of_a_bundle_are_answered(argentina: bytes, seed: int) -> None:
    random = Random(seed)
    for _ in range(150):
        data = bytearray(argentina)
        for _ in range(random.choice((1, 2, 50))):
            at = random.randrange(len(data))
            data[at : at + random.choice((0, 1, 1, 30))] = random.randbytes(random.choice((0, 1, 3)))
        if bytes(data) != argentina:
            with pytest.raises((NotOurs, Broken)):
                verify(bytes(data), signing.public_key())


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_what_a_forger_signs_himself_is_answered(argentina: bytes, seed: int) -> None:
    """He has a key, the chain fits, and anything may stand anywhere. What changes nothing that is proved may hold."""
    random = Random(seed)

    def change(manifest: Json, records: list[Json]) -> None:
        for _ in range(random.choice((1, 3))):
            bend(random, random.choice([manifest, *records]))

    for _ in range(100):
        with contextlib.suppress(NotOurs, Broken):
            verify(_signed_anyway(argentina, change))


def test_a_nested_record_that_is_signed_is_answered(argentina: bytes) -> None:
    nested = b'{"number":1,"command":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    lines = argentina.splitlines(keepends=True)
    data = lines[0] + nested
    with pytest.raises(Broken):
        verify(data + json.dumps({"signature": signing.sign(data)}).encode())


def _signed_anyway(shift: bytes, change: Any) -> bytes:
    try:
        return forged(shift, change)
    except (TypeError, ValueError):  # the forger's own tool cannot write that
        data = base64.b64encode(shift)
        return data[: len(data) // 2]
