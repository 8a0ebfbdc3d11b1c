"""Translations in the words of whoever is spoken of: a reglamento has its own words for some of the product's texts.

`speaking` sets whose words are used, as Django's `translation.override` sets the language, and for the same reason: a
label does not know for whom it is written. Modules whose texts are shown for a table take `text` and `lazy_text` from
here, where others take `gettext` and `gettext_lazy` from Django.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import cast

from django.utils.functional import Promise, lazy
from django.utils.translation import get_language, gettext, pgettext


@dataclass(frozen=True, slots=True)
class Wording:
    """`words`: an English text of the product → the English words for it here. `context`: the `msgctxt` under which
    the catalogues have these; words that they do not have are shown as they are. `names`: what the house itself has
    named, in its own languages: key → language → name."""

    context: str
    words: Mapping[str, str]
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


_ACTIVE: ContextVar[Wording | None] = ContextVar("wording", default=None)


@contextmanager
def speaking(wording: Wording | None) -> Iterator[None]:
    """Within this block texts are in these words; None for the product's own."""
    before = _ACTIVE.set(wording)
    try:
        yield
    finally:
        _ACTIVE.reset(before)


def own(english: str) -> str | None:
    """The active words for a text, in the active language; None if there are no own ones. What has a name in other
    languages alone is called by the first of these."""
    wording = _ACTIVE.get()
    if wording is None:
        return None
    if names := wording.names.get(english):
        return names.get(get_language() or "") or next(iter(names.values()))
    said = wording.words.get(english)
    return None if said is None else pgettext(wording.context, said)


def text(english: str) -> str:
    """A text in the active words and language."""
    said = own(english)
    return gettext(english) if said is None else said


def lazy_text(english: str) -> Promise:
    """A text that is translated when it is written, like those of Django's `gettext_lazy`."""
    return cast(Promise, _lazily(english))


_lazily = lazy(text, str)


def colon(title: object) -> str:
    """A title with the colon of the language: `Total:`, in French `Total :`."""
    return gettext("%(title)s:") % {"title": title}


def percent(number: str | int) -> str:
    """A written number as a percentage: `12,34 %`, in English `12.34%`."""
    return gettext("%(number)s%%") % {"number": number}


def titled(title: object, value: object) -> str:
    """A value after its title: `Total: 12`."""
    return f"{colon(title)} {value}"


def lazy_titled(title: object, value: object) -> Promise:
    """A value after its title, written when it is shown."""
    return cast(Promise, _titled_lazily(title, value))


_titled_lazily = lazy(titled, str)
