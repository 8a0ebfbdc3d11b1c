"""A page that lists what fits the filters in its address: `templates/lists` shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from django.http import QueryDict
from django.utils.functional import Promise

A_PAGE = 100

Text = str | Promise
Choices = Sequence[tuple[str, Text]]


@dataclass(frozen=True, slots=True)
class Filter:
    """A field of the form. `said`: what was typed or chosen. `groups`: the choices, each group under its title, empty
    for those that stand first. Of a `tick`, `choice` is its value."""

    name: str
    label: Text
    said: str = ""
    kind: Literal["text", "search", "number", "moment", "choice", "tick"] = "text"
    most: int = 150
    groups: tuple[tuple[Text, Choices], ...] = ()
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list. `css`: its class; `is_hidden`: its title is only read aloud."""

    title: Text
    css: str = ""
    is_hidden: bool = False


def said_in(query: QueryDict, names: Sequence[str]) -> dict[str, str]:
    """What the address says of these fields, without those that are empty."""
    # PostgreSQL rejects NUL in text.
    typed = ((name, query.get(name, "").replace("\x00", "").strip()) for name in names)
    return {name: text for name, text in typed if text}


def newest_first(rows: QuerySet[Any], said: Mapping[str, str], before: str) -> tuple[list[Any], str | None]:
    """A page of the rows, and the address of the next, None for the last. `before`: where the page begins."""
    if before.isascii() and before.isdecimal() and len(before) <= len(str(10**18)):
        rows = rows.filter(pk__lt=int(before))
    found = list(rows.order_by("-pk")[: A_PAGE + 1])
    return found[:A_PAGE], _onward(said, "before", found, "pk")


def by_name(
    rows: QuerySet[Any], said: Mapping[str, str], after: str, name: str
) -> tuple[list[Any], str | None]:
    """The same in the order of a unique field."""
    found = list(rows.filter(**{f"{name}__gt": after.replace("\x00", "")}).order_by(name)[: A_PAGE + 1])
    return found[:A_PAGE], _onward(said, "after", found, name)


def _onward(said: Mapping[str, str], page: str, found: Sequence[Model], key: str) -> str | None:
    return urlencode({**said, page: getattr(found[A_PAGE - 1], key)}) if len(found) > A_PAGE else None
