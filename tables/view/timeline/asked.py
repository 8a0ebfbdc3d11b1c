"""The timeline's form: its fields, what they ask for, and the columns of its list. What cannot be read is said, and
nothing is searched instead."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.functional import Promise

from casino.common import clock
from casino.common.answers import error_of
from casino.common.currency import said_in
from casino.common.pages.listing import (
    ONLY,
    Chip,
    Choice,
    Column,
    Filter,
    OfferedColumn,
    chips,
    columns_wanted,
    views,
)
from casino.common.refusals import Refusal
from casino.common.text import folded, words, words_of
from casino.common.wording import lazy_text as _
from casino.people.search import people_named
from tables.engine.chapters import COMMANDS, INCIDENTS
from tables.models import Table
from tables.record.search import Filters
from tables.view.labels.commands import COMMAND_LABELS
from tables.view.labels.incident_guide import INCIDENT_GUIDES
from tables.view.labels.money import SLIP_LABELS
from tables.view.timeline.search import DISPUTES, EVERY_SLIP, Before, counted

TEXTS = ("table", "text", "actor", "command", "article", "incident")
TIMES = ("since", "until")
HAND = "pass"
SEARCHED = ("text", "actor")  # by their words
FIELDS = (*TEXTS, *TIMES, HAND)
LARGEST = 10**9  # the number of a pass
LONGEST = 200  # characters of one field


@dataclass(frozen=True, slots=True)
class Asked:
    """`said`: each field as it was typed, and the columns (ONLY); `faults`: of each that cannot be read, why, in
    a sentence."""

    said: Mapping[str, str]
    filters: Filters
    before: Before
    faults: Mapping[str, str]

    @property
    def offered(self) -> tuple[OfferedColumn, ...]:
        """The columns from which a reader chooses; where he has named none, all are shown."""
        wanted = self.said.get(ONLY, "").split(",")
        every = not any(key in wanted for key in CHOSEN)
        return tuple(OfferedColumn(key, title, every or key in wanted) for key, title in CHOSEN.items())

    @property
    def query(self) -> str:
        """The search in an address, with the columns, without the page."""
        return urlencode(self.said)

    def onward(self, before: Before) -> str:
        """The next page of it in an address."""
        return urlencode({**self.said, "before": "-".join("" if key is None else str(key) for key in before)})

    def finding_nobody(self) -> "Asked":
        """The same, where nothing was found: it says so beside the name, if nobody has that one."""
        who = self.filters.actor
        if who is None or len(people_named(who)) > 1:
            return self
        fault = error_of(Refusal("nobody_of_that_name", said=who))["message"]
        return replace(self, faults={**self.faults, "actor": fault})


def asked(query: QueryDict) -> Asked:
    """The filter that is asked for."""
    typed = ((name, query.get(name, "").strip()[:LONGEST]) for name in FIELDS)
    said = {name: text for name, text in typed if text}
    if only := [key for key in columns_wanted(query) if key in CHOSEN]:
        said[ONLY] = ",".join(only)
    texts: dict[str, Any] = {name: said[name].replace("\x00", "") for name in TEXTS if name in said}
    times: dict[str, Any] = {name: clock.read(said[name]) for name in TIMES if name in said}
    text = texts.pop("text", "")
    amounts = tuple(said_in(text))
    for one in amounts:
        text = text.replace(one.text, " ", 1)
    hand, commands = _number(said.get(HAND, "")), _commands(text)
    filters = Filters(**texts, **times, text=text, hand=hand, commands=commands, amounts=amounts)
    faults = {name: error_of(fault)["message"] for name, fault in _faults(said, filters)}
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


def _faults(said: Mapping[str, str], filters: Filters) -> Iterator[tuple[str, Refusal]]:
    for name in SEARCHED:
        try:
            words(said.get(name, ""))
        except Refusal as fault:
            yield name, fault
    for name in TIMES:
        if name in said and getattr(filters, name) is None:
            yield name, Refusal("no_such_time", said=said[name])
    if HAND in said and filters.hand is None:
        yield HAND, Refusal("no_such_number", said=said[HAND])
    if filters.since and filters.until and filters.since >= filters.until:
        yield "until", Refusal("ends_before_it_begins")


ACTS = _("Acts")
TIME, PLACE, NUMBER, WHAT, AMOUNT = _("Time"), _("Table and pass"), "№", _("What"), _("Amount")
WHO, ARTICLE, DIGEST = _("Who"), _("Art."), _("Digest")
COLUMNS = (
    Column(TIME),
    Column(PLACE, name="acts.table-and-pass"),
    Column(_("№"), "number"),
    Column(WHAT, name="acts.what"),
    Column(AMOUNT, "number", name="acts.amount"),
    Column(WHO, name="acts.who"),
    Column(ARTICLE, "aside", name="acts.art"),
    Column(DIGEST, "aside", name="acts.digest"),
)
CHOSEN = {column.name: column.title for column in COLUMNS if column.name}
TOGETHER: dict[tuple[str, ...], Promise] = {TIMES: _("Period")}


def chips_of(wanted: Asked) -> list[Chip]:
    """The filters of the line, each with what was said in it."""
    return chips(filters_of(wanted), wanted.said, TOGETHER)


def presets_of(wanted: Asked) -> list[Choice]:
    """What is looked for most, each with how many acts there are of it."""
    choices = (
        ("", _("Every act")),
        ("incident", _("Incidents")),
        (DISPUTES, _("Disputes")),
        (EVERY_SLIP, _("Slips")),
        ("undo", _("Taken back")),
    )
    return views(wanted.said, "command", choices, counted(wanted.filters))


def filters_of(wanted: Asked) -> list[Filter]:
    """The fields, with what was said in them, and what of it cannot be read."""
    tables = [(table.slug, table.name) for table in sorted(Table.objects.all(), key=lambda one: one.place)]
    commands = [(name, COMMAND_LABELS[name]) for name in COMMANDS]
    slips = [(f"{EVERY_SLIP}:{kind}", label) for kind, label in SLIP_LABELS.items()]
    incidents = [(kind, INCIDENT_GUIDES[kind].title) for kind in INCIDENTS]
    every_slip = ((EVERY_SLIP, _("Every slip")), *slips)
    fields = (
        Filter("text", _('Name, remark or amount; "Ana": the whole word'), kind="search", most=LONGEST),
        Filter("table", _("Table"), kind="choice", groups=(("", tables),)),
        Filter(HAND, _("Pass"), kind="number"),
        Filter("since", _("From"), kind="moment"),
        Filter("until", _("Until"), kind="moment"),
        Filter("actor", _("Who"), most=60),
        Filter(
            "command",
            _("What"),
            kind="choice",
            groups=(
                (_("At the table"), commands),
                (_("Slips"), every_slip),
                (_("Disputes"), ((DISPUTES, _("Every dispute")),)),
            ),
        ),
        Filter("article", _("Article"), most=12),
        Filter("incident", _("Incident"), kind="choice", groups=(("", incidents),)),
    )
    said, faults = wanted.said, wanted.faults
    return [replace(one, said=said.get(one.name, ""), wrong=faults.get(one.name, "")) for one in fields]
