"""Texts as people read them: as a search compares them, in their natural order, and whether two look the same.

It knows no framework, like `casino.common.refusals`. Of looks, `carla` with a Latin or a Cyrillic `с`, the skeleton of
UTS 39, section 4, decides, with the data of Unicode; small and capital letters count as the same.
"""

import re
import unicodedata
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

from casino.common.refusals import Refusal

MOST_WORDS, MOST_LETTERS = 10, 200  # of a search
WORDS = re.compile(r'"[^"]+"|[^\s"]+')
# What Unicode does not take apart, each with what it is folded to, and signs that a keyboard has for others.
# static/js/folded.js has the same two texts, which a test compares.
LETTERS = (
    "đd ðd ɖd ɗd łl ƚl øo ħh ŧt ŋn ɨi ıi ƀb ɓb ǥg ƙk ƶz ʉu ɉj ɍr ɏy ⱥa ȼc ɇe əe ɛe ɔo ſs ςσ ßss æae œoe þth "
    "’' ‘' ‛' ʼ' ʻ' ′' `' ´' ‐- ‑- ‒- –- —- ―- −- “\" ”\" „\" «\" »\" \u00ad \u200b \u200c \u200d \u2060 \ufeff"
)
# Accents and vowel points, as they stand in the brackets of a regular expression of Python, PostgreSQL or a browser.
MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u1ab0-\u1aff\u1dc0-\u1dff"
    "\u20d0-\u20f0\u302a-\u302d\u3099\u309a\ufe20-\ufe2f"
)
FOLDED_TO = {pair[0]: pair[1:] for pair in LETTERS.split(" ")}
ALIKE = str.maketrans(FOLDED_TO)
MARK = re.compile(f"[{MARKS}]")
UNSEEN = MARKS + "".join(letter for letter, to in FOLDED_TO.items() if not to)
# Where the letters stand that are folded to others, without those of China and Korea.
SCRIPTS = (range(0x3000), range(0xA640, 0xAC00), range(0xF900, 0x10000), range(0x1D400, 0x1D800))
LONGEST_FORM = 3  # letters to which one is folded, where a search by a pattern knows it
DATA = Path(__file__).with_name("confusables.txt")
MOST_KEPT = 8192
INDENTATION = re.compile(r"\n[ \t]+")


def folded(text: str) -> str:
    """The text in small letters, without accents, its spaces single."""
    letters = _apart(_apart(text.translate(ALIKE)).lower()).translate(ALIKE)
    return " ".join(letters.split())


def _apart(text: str) -> str:
    return MARK.sub("", unicodedata.normalize("NFKD", text))


def words_of(text: str) -> list[str]:
    """The words that a search asks for, folded. What is in quotation marks keeps them: a whole word, or several."""
    return [found.group() for found in WORDS.finditer(folded(text)) if found.group().strip('"')]


def words(text: str) -> list[str]:
    """`words_of` a search. Raises Refusal (`too_many_words`): each costs the database a look at every row."""
    found = words_of(text)
    if len(found) > MOST_WORDS or len(text) > MOST_LETTERS:
        raise Refusal("too_many_words", most=MOST_WORDS, letters=MOST_LETTERS)
    return found


def pattern(text: str) -> str:
    """A regular expression for what is folded to a text with this in it; in quotation marks, only for whole words. To
    be used without regard to case: `__iregex`, which PostgreSQL and SQLite have without an extension."""
    parts = _parts(unicodedata.normalize("NFC", folded(text).strip('"')))
    is_whole = text.startswith('"')
    found = [_written(part) for part in parts]
    if parts and not is_whole:  # a letter in the middle of what one letter is folded to
        found[-1] = _written(parts[-1], "".join(_forms(begins=parts[-1])))
        if len(parts) > 1:
            found[0] = _written(parts[0], "".join(_forms(ends=parts[0])))
    said = "".join(found)
    return rf"(^|\W){said}($|\W)" if is_whole else said


def _parts(said: str) -> list[str]:
    """Its letters, together where one letter is folded to them."""
    found, place = [], 0
    while place < len(said):
        sizes = (size for size in range(LONGEST_FORM, 1, -1) if said[place : place + size] in _written_as())
        found.append(said[place : place + next(sizes, 1)])
        place += len(found[-1])
    return found


def _written(part: str, more: str = "") -> str:
    """A regular expression for all that is folded to this part, or is one of `more`."""
    forms = "".join(map(re.escape, [*_written_as().get(part, ()), *more]))
    if part.isspace():
        return r"\s+"
    if len(part) > 1:
        return f"(?:{''.join(map(_written, part))}|[{forms}][{UNSEEN}]*)"
    apart = unicodedata.normalize("NFD", part)
    letter = (
        f"(?:[{re.escape(part)}{forms}]|{re.escape(apart)})"
        if apart != part
        else f"[{re.escape(part)}{forms}]"
    )
    return f"{letter}[{UNSEEN}]*"


@cache
def _written_as() -> dict[str, list[str]]:
    """What is said, folded → the other letters that are folded to it."""
    found: dict[str, list[str]] = {}
    for letter in map(chr, chain.from_iterable(SCRIPTS)):
        said = unicodedata.normalize("NFC", folded(letter))
        is_known = len(said) == 1 or (1 < len(said) <= LONGEST_FORM and letter.isalpha())
        if is_known and said != letter:
            found.setdefault(said, []).append(letter)
    return found


@lru_cache(MOST_KEPT)
def _forms(begins: str = "", ends: str = "") -> tuple[str, ...]:
    """The letters that are folded to more letters, of which these are the first, or the last."""
    longer = ((said, forms) for said, forms in _written_as().items() if len(said) > len(begins or ends))
    fitting = (forms for said, forms in longer if said.startswith(begins) and said.endswith(ends))
    return tuple(chain.from_iterable(fitting))


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
