"""A page that lists what fits the filters in its address: `templates/lists` shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from django.http import QueryDict
from django.utils.functional import Promise

from casino.common import clock
from casino.common.clock import moments

A_PAGE = 100
ONLY = "only"  # in an address: the columns that its reader chose

Text = str | Promise
Choices = Sequence[tuple[str, Text]]


@dataclass(frozen=True, slots=True)
class Filter:
    """A field of the form. `said`: what was typed or chosen. `groups`: the choices, each group under its title, empty
    for those that stand first. Of a `tick`, `choice` is its value. `wrong`: why what was said cannot be read."""

    name: str
    label: Text
    said: str = ""
    kind: Literal["text", "search", "number", "moment", "choice", "tick"] = "text"
    most: int = 150
    groups: tuple[tuple[Text, Choices], ...] = ()
    choice: str = ""
    wrong: str = ""

    @property
    def choices(self) -> Choices:
        """None of them, and all of them: the few stand beside each other."""
        return [("", "–"), *(choice for _title, group in self.groups for choice in group)]

    @property
    def chosen(self) -> str:
        """The value in the words of the form."""
        labels = {value: label for _title, choices in self.groups for value, label in choices}
        moment = clock.read(self.said) if self.kind == "moment" else None
        return moments.typed(moment) if moment else str(labels.get(self.said, self.said))


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter of the line above a list: it opens on its fields. `without`: the address that takes it off."""

    label: Text
    fields: tuple[Filter, ...]
    without: str

    @property
    def said(self) -> str:
        """What its fields say; empty if it is off."""
        if not any(one.said for one in self.fields):
            return ""
        return " – ".join(one.chosen or "…" for one in self.fields)

    @property
    def is_wrong(self) -> bool:
        """Whether one of its fields cannot be read."""
        return any(one.wrong for one in self.fields)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list. `css`: its class; `is_hidden`: its title is only read aloud; `chooses`: it holds the boxes
    with which rows are chosen. Of a list that is sorted by it, `name` is what its address calls it, and `order`
    and `address` say how it is sorted now (`ascending`, `descending` or empty) and where it is sorted otherwise."""

    title: Text
    css: str = ""
    is_hidden: bool = False
    chooses: bool = False
    name: str = ""
    order: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class OfferedColumn:
    """A column that a reader may leave out: what the address calls it, its title, and whether it is shown."""

    key: str
    title: Text
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the few views of a list, with how many rows it has; `address`: its query."""

    label: Text
    count: int
    address: str
    is_chosen: bool


def said_in(query: QueryDict, names: Sequence[str]) -> dict[str, str]:
    """The values of these fields in the address, without those that are empty."""
    # PostgreSQL rejects NUL in text.
    typed = ((name, query.get(name, "").replace("\x00", "").strip()) for name in names)
    return {name: text for name, text in typed if text}


def columns_wanted(query: QueryDict) -> list[str]:
    """The keys of the columns that an address names; none for all of them."""
    return [key for said in query.getlist(ONLY) for key in said.split(",") if key]


def chips(
    filters: Sequence[Filter], said: Mapping[str, str], together: Mapping[tuple[str, ...], Text] | None = None
) -> list[Chip]:
    """A chip for each filter, but for the one that is searched with and for ticks. `together`: the fields that one chip
    has, with what it is called."""
    spans = {names[0]: (names, label) for names, label in (together or {}).items()}
    later = {name for names in (together or {}) for name in names[1:]}
    known = {one.name: one for one in filters if one.kind not in ("search", "tick")}
    found = []
    for name, one in known.items():
        if name not in later:
            names, label = spans.get(name, ((name,), one.label))
            others = {key: text for key, text in said.items() if key not in (*names, "page")}
            found.append(Chip(label, tuple(known[part] for part in names), urlencode(others)))
    return found


def views(said: Mapping[str, str], name: str, choices: Choices, counts: Mapping[str, int]) -> list[Choice]:
    """The views of a list by one field of its address, each with its count; those without rows are left out, but for
    the first and the one that is chosen."""
    chosen = said.get(name, "")
    others = {key: text for key, text in said.items() if key not in (name, "page")}
    return [
        Choice(
            label,
            counts.get(value, 0),
            urlencode({**others, name: value} if value else others),
            value == chosen,
        )
        for number, (value, label) in enumerate(choices)
        if not number or value == chosen or counts.get(value)
    ]


def newest_first(rows: QuerySet[Any], said: Mapping[str, str], before: str) -> tuple[list[Any], str | None]:
    """A page of the rows, and the address of the next, None for the last. `before`: where the page begins."""
    if before.isascii() and before.isdecimal() and len(before) <= len(str(10**18)):
        rows = rows.filter(pk__lt=int(before))
    found = list(rows.order_by("-pk")[: A_PAGE + 1])
    return found[:A_PAGE], _onward(said, "before", found, "pk")


def _onward(said: Mapping[str, str], page: str, found: Sequence[Model], key: str) -> str | None:
    return urlencode({**said, page: getattr(found[A_PAGE - 1], key)}) if len(found) > A_PAGE else None
