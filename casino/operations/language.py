"""The language that `novamas` speaks: the house's once its settings have been read, and until then the terminal's.

It is needed before Django is there, so it reads the product's catalogues with the standard library alone.
"""

import gettext as catalogues
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ENGLISH = "en"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts, as everywhere on the machine
PACKAGE = Path(__file__).parent.parent
PLACES = (PACKAGE / "product" / "locale", PACKAGE.parent / "locale")  # of a release, of a checkout
PLACE = next((place for place in PLACES if place.is_dir()), None)
LANGUAGES = sorted({ENGLISH, *(folder.name for folder in (PLACE.iterdir() if PLACE else ()))})

_spoken = ENGLISH


def gettext(english: str) -> str:
    """The text in the language that is spoken now."""
    return _catalogue(_spoken).gettext(english)


def terminals() -> str:
    """The language of the terminal; English where the product has it not."""
    said = next((said for name in VARIABLES if (said := os.environ.get(name))), "")
    code = re.split(r"[_.@]", said)[0]
    return code if code in LANGUAGES else ENGLISH


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Speak this language meanwhile."""
    global _spoken
    before, _spoken = _spoken, language
    try:
        yield
    finally:
        _spoken = before


@contextmanager
def spoken_by_house() -> Iterator[None]:
    """Speak the house's language meanwhile, or go on with the present one where its database does not answer. Django is
    loaded."""
    from django.db import DatabaseError, connection
    from django.utils import translation

    from casino.common.house import house

    try:
        connection.ensure_connection()  # with which the values come that an administrator has set
        language = house().language_code
    except DatabaseError:
        language = _spoken
    with spoken(language), translation.override(language):
        yield


@cache
def _catalogue(language: str) -> catalogues.NullTranslations:
    return catalogues.translation("django", PLACE, [language], fallback=True)
