"""Texts that look the same, whatever letters they are made of: `carla` with a Latin or a Cyrillic `с`.

The skeleton of UTS 39, section 4, with the data of Unicode; small and capital letters count as the same.
"""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

DATA = Path(__file__).with_name("confusables.txt")
MOST_KEPT = 8192


def are_alike(one: str, other: str) -> bool:
    """Whether the two look the same."""
    return not looks(one).isdisjoint(looks(other))


def are_same(one: str, other: str) -> bool:
    """Whether the two are the same text, but for small and capital letters, spaces, and forms of one letter."""
    return plain(one) == plain(other)


def plain(text: str) -> str:
    """In small letters, each letter in one form, the spaces single."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(MOST_KEPT)
def looks(text: str) -> frozenset[str]:
    """How the text looks as it is written, in small letters, and with capitals for letters that are not Latin, many of
    which look Latin only then. Texts with one of these in common look the same."""
    text = " ".join(text.split())
    composed = unicodedata.normalize("NFKC", text)
    capitals = "".join(one if one.isascii() else one.upper() for one in composed)
    small = (skeleton(form).casefold() for form in (text, composed, composed.casefold(), capitals))
    return frozenset(map(skeleton, small))


def skeleton(text: str) -> str:
    """Each character replaced by what it looks like."""
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(_prototypes().get(one, one) for one in apart))


@cache
def _prototypes() -> dict[str, str]:
    lines = DATA.read_text(encoding="ascii", errors="ignore").splitlines()
    pairs = [line.split(";") for line in lines if line and not line.startswith("#")]
    return {_text(one): _text(like) for one, like in pairs}


def _text(numbers: str) -> str:
    return "".join(chr(int(number, 16)) for number in numbers.split())
