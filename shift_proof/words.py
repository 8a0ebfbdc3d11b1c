"""Sentences of the program in each of its languages: English ones, whose fields are filled in when they are said."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from importlib import import_module
from pkgutil import iter_modules
from typing import Any
from zoneinfo import ZoneInfo

from shift_proof import languages

# Code of a language -> English sentence or code -> its translation, from the module of that name in `languages`
LANGUAGES: dict[str, dict[str, str]] = {"en": {}} | {
    found.name: import_module(f"{languages.__name__}.{found.name}").WORDS
    for found in iter_modules(languages.__path__)
}
TIMES = {"at", "asked_at"}
FOUND = {"found", "due"}  # values of the bundle as they stand there
# Fields whose values are the product's own codes, and under which name they are kept; names of people are no codes.
CODES = {name: name for name in ("role", "kind", "step", "post", "chance", "part", "command")}
CODES |= dict.fromkeys(("hand", "result", "told"), "chance")
ZONE = re.compile(r"[A-Za-z0-9_+\-]+(/[A-Za-z0-9_+\-]+)*")
LONGEST_ZONE = 64


@dataclass(frozen=True)
class Tongue:
    """The language in which something is said, and the time zone of its times."""

    language: str = "en"
    zone: tzinfo = UTC


ENGLISH = Tongue()


class Words:
    """A sentence of the program, not yet said. A field may be words itself."""

    def __init__(self, template: str, /, **fields: Any) -> None:
        self.template, self.fields = template, fields

    def __str__(self) -> str:
        return self.said()

    def said(self, tongue: Tongue = ENGLISH) -> str:
        """The sentence in that language. Raises KeyError for a field that is not there."""
        fields = {name: _said(name, value, tongue) for name, value in self.fields.items()}
        return _translated(self.template, tongue).format(**fields)


def tongue_of(manifest: dict[str, Any], asked: str | None = None) -> Tongue:
    """`asked`, or the house's language, or English; the house's time zone, or UTC. Whatever stands in the manifest."""
    language = asked or str(manifest.get("language"))
    return Tongue(language if language in LANGUAGES else "en", _zone(manifest.get("time_zone")))


def _zone(name: object) -> tzinfo:
    if not isinstance(name, str) or len(name) > LONGEST_ZONE or not ZONE.fullmatch(name):
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, LookupError, OSError):  # the machine does not know it
        return UTC


def _said(name: str, value: Any, tongue: Tongue) -> Any:
    if isinstance(value, Words):
        return value.said(tongue)
    if name in TIMES:
        return _local(value, tongue.zone)
    if name in FOUND:
        return _found(value, tongue)
    if name in CODES:
        return LANGUAGES[tongue.language].get(f"{CODES[name]} {value}", value)
    return value


def _translated(text: str, tongue: Tongue) -> str:
    return LANGUAGES[tongue.language].get(text, text)


def _found(value: Any, tongue: Tongue) -> str:
    return _translated(repr(value), tongue) if value in (True, False, None) else repr(value)


def _local(value: Any, zone: tzinfo) -> Any:
    """A time of the record by the clock of the house, with its distance from UTC; anything else as it is."""
    try:
        at = datetime.fromisoformat(value)
        return at.astimezone(zone).isoformat(" ", "seconds") if at.tzinfo else value
    except (TypeError, ValueError, OverflowError):
        return value
