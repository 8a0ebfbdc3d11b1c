"""Texts as people read them: as a search compares them, in their natural order, and whether two look the same.

It knows no framework, like `casino.common.refusals`. Of looks, `carla` with a Latin or a Cyrillic `с`, the skeleton of
UTS 39, section 4, decides, with the data of Unicode; small and capital letters count as the same.
"""

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from casino.common.refusals import Refusal

MOST_WORDS, MOST_LETTERS = 10, 200  # of a search
QUOTES = str.maketrans("“”„«»", '"""""')
WORDS = re.compile(r'"[^"]+"|[^\s"]+')
# Letters with a stroke, which Unicode does not take apart.
STROKES = str.maketrans({"đ": "d", "ð": "d", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "ı": "i"})
DATA = Path(__file__).with_name("confusables.txt")
MOST_KEPT = 8192
INDENTATION = re.compile(r"\n[ \t]+")


def folded(text: str) -> str:
    """The text in small letters, without accents, its spaces single."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(letters.translate(STROKES).split())


def words_of(text: str) -> list[str]:
    """The words that a search asks for, folded. What is in quotation marks keeps them: a whole word, or several."""
    return [
        found.group() for found in WORDS.finditer(folded(text.translate(QUOTES))) if found.group().strip('"')
    ]


def words(text: str) -> list[str]:
    """`words_of` a search. Raises Refusal (`too_many_words`): each costs the database a look at every row."""
    found = words_of(text)
    if len(found) > MOST_WORDS or len(text) > MOST_LETTERS:
        raise Refusal("too_many_words", most=MOST_WORDS, letters=MOST_LETTERS)
    return found


def pattern(text: str) -> str:
    """A regular expression for the text anywhere in another, whatever its accents; in quotation marks, only for whole
    words. To be used without regard to case: `__iregex`, which PostgreSQL and SQLite have without an extension."""
    said = folded(text).strip('"')
    found = "".join(_either(letter) for letter in said)
    return rf"(^|\W){found}($|\W)" if text.startswith('"') else found


def _either(letter: str) -> str:
    return f"[{letter}{''.join(ACCENTED[letter])}]" if letter in ACCENTED else re.escape(letter)


def _accented() -> dict[str, list[str]]:
    """Letter → the Latin letters that are folded to it."""
    found: dict[str, list[str]] = {}
    for code in range(0xC0, 0x180):
        if len(base := folded(chr(code))) == 1 and base != chr(code):
            found.setdefault(base, []).append(chr(code))
    return found


ACCENTED = _accented()


def without_indentation(source: str) -> str:
    """The source of a template without the indentation of its lines: HTML treats a line break like a space."""
    return INDENTATION.sub("\n", source)


def natural_order(name: str) -> list[str | int]:
    """A sort key for natural order."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


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
