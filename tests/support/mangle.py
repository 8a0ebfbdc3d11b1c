"""Inputs spoiled: bytes cut, doubled and changed; JSON with odd values where others were; texts that nobody types."""

from copy import deepcopy
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "x",
    "\x00",
    "\x1b[2J",
    "\ud800",
    "1e999999999",
    "9" * 5000,
    [],
    {},
    [[]],
    {"a": {}},
)
TEXTS = (
    *(odd for odd in ODD if isinstance(odd, str)),
    "0001-01-01T00:00",
    "9999-12-31T23:59-12:00",
    "2026-02-30T25:61",
    "2026-11-22T10:00",
    "-1",
    "99999999999999999999",
    "٣",  # a decimal digit that is not ASCII
    "²",
    "mesa",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "%00",
    "%s%n{0}{{7*7}}",
    "\u202e\u0301",
    "\uffff\U0010ffff",
    "a" * 3000,
)
SPLICED = (
    b"\x00",
    b"\xff\xfe",
    b"\xed\xa0\x80",  # a surrogate, as UTF-8 must not be
    b'"\\ud800"',
    b"\\u0000",
    b"[" * 300,
    b'{"":' * 300,
    b"9" * 5000,
    b"1e400",
    b"-0",
    b"NaN",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"'''",
    b"null",
)


def bend(random: Random, told: Any) -> None:
    """Put something odd somewhere in it."""
    while isinstance(told, (dict, list)) and told:
        key = random.choice(list(told) if isinstance(told, dict) else range(len(told)))
        if not isinstance(told[key], (dict, list)) or random.random() < 0.2:
            told[key] = deepcopy(random.choice(ODD))
            return
        told = told[key]


def spoiled(random: Random, data: bytes) -> bytes:
    """The bytes after one to fifty changes."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5, 50))):
        at = random.randrange(len(changed) + 1)
        cut = random.choice((0, 0, 1, 1, 30))
        new = random.randbytes(random.choice((0, 1, 3))) if random.random() < 0.7 else random.choice(SPLICED)
        changed[at : at + cut] = new
    return bytes(changed)
