"""What the address of the timeline asks for. What cannot be read is said, and nothing is searched instead."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from casino.common import clock
from casino.common.answers import error_of
from casino.common.currency import said_in
from casino.common.errors import Refusal
from casino.common.folding import folded, words, words_of
from tables.labels.commands import COMMAND_LABELS
from tables.record.search import Filters
from tables.screens.inspection.timeline import Before

TEXTS = ("table", "text", "actor", "command", "article", "incident")
TIMES = ("since", "until")
HAND = "pass"
SEARCHED = ("text", "actor")  # by their words
FIELDS = (*TEXTS, *TIMES, HAND)
LARGEST = 10**9  # the number of a pass
LONGEST = 200  # characters of one field


@dataclass(frozen=True, slots=True)
class Asked:
    """`said`: each field as it was typed; `faults`: what of it cannot be read, in sentences."""

    said: Mapping[str, str]
    filters: Filters
    before: Before
    faults: tuple[str, ...]

    @property
    def query(self) -> str:
        """The search in an address, without the page."""
        return urlencode(self.said)

    def onward(self, before: Before) -> str:
        """The next page of it in an address."""
        return urlencode({**self.said, "before": "-".join("" if key is None else str(key) for key in before)})


def asked(query: QueryDict) -> Asked:
    """What is asked for."""
    typed = ((name, query.get(name, "").strip()[:LONGEST]) for name in FIELDS)
    said = {name: text for name, text in typed if text}
    texts: dict[str, Any] = {name: said[name].replace("\x00", "") for name in TEXTS if name in said}
    times: dict[str, Any] = {name: clock.read(said[name]) for name in TIMES if name in said}
    text = texts.pop("text", "")
    amounts = tuple(said_in(text))
    for one in amounts:
        text = text.replace(one.text, " ", 1)
    hand, commands = _number(said.get(HAND, "")), _commands(text)
    filters = Filters(**texts, **times, text=text, hand=hand, commands=commands, amounts=amounts)
    faults = tuple(error_of(fault)["message"] for fault in _faults(said, filters))
    return Asked(said, filters, _before(query.get("before", "")), faults)


def _number(text: str) -> int | None:
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST))):
        return None
    return int(text)


def _before(text: str) -> Before:
    parts = text.split("-")
    if not all(part == "" or (part.isascii() and part.isdecimal() and len(part) < 18) for part in parts):
        return ()
    return tuple(int(part) if part else None for part in parts)


def _commands(text: str) -> dict[str, frozenset[str]]:
    """For each word, the commands in whose label it stands in the reader's language."""
    labels = {name: folded(str(label)) for name, label in COMMAND_LABELS.items()}
    said = words_of(text)
    found = {word: frozenset(name for name, label in labels.items() if word in label) for word in said}
    return {word: names for word, names in found.items() if names}


def _faults(said: Mapping[str, str], filters: Filters) -> Iterator[Refusal]:
    for name in SEARCHED:
        try:
            words(said.get(name, ""))
        except Refusal as fault:
            yield fault
    for name in TIMES:
        if name in said and getattr(filters, name) is None:
            yield Refusal("no_such_time", said=said[name])
    if HAND in said and filters.hand is None:
        yield Refusal("no_such_number", said=said[HAND])
    if filters.since and filters.until and filters.since >= filters.until:
        yield Refusal("ends_before_it_begins")
