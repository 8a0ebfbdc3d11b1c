"""Texts as a search compares them: without accents and in small letters, so that "Peña" is found by "pena"."""

import re
import unicodedata

from casino.common.errors import Refusal

MOST_WORDS, MOST_LETTERS = 10, 200  # of a search
QUOTES = str.maketrans("“”„«»", '"""""')
WORDS = re.compile(r'"[^"]+"|[^\s"]+')
# Letters with a stroke, which Unicode does not take apart.
STROKES = str.maketrans({"đ": "d", "ð": "d", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "ı": "i"})


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
