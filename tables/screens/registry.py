"""What a screen is: its page, and how a table becomes its fragments."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.engine import State
from tables.models import Table
from tables.notify import CAGE
from tables.service import game_of
from tables.snapshot import take

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one role may see it. `since`: when its phase began; `snapshot`: the protocol's."""

    slug: str
    name: str
    role: str
    version: int
    since: datetime | None
    snapshot: Json


@dataclass(frozen=True, slots=True)
class Screen:
    """`fragments` renders the parts of the page that change, {element id: inner HTML}, in the active language.

    `of_floor`: the page shows every table, each table's fragments beside the others'; `room`: the one that it always
    shows; otherwise one table. `of_cage` renders what a page of every table shows of the cage.
    `acts`: commands are given from it. `seen_as`: the role as which everybody sees it, otherwise each sees his own.
    Who may open it stands by its name in `casino.accounts.permissions`.
    """

    name: str
    page: str
    fragments: Callable[[TableView], dict[str, str]]
    of_floor: bool = False
    room: str | None = None
    of_cage: Callable[[TableView], dict[str, str]] | None = None
    acts: bool = False
    seen_as: str | None = None


def view_of(table: Table, state: State, role: str) -> TableView:
    """The table's row and state as `role` may see them."""
    snapshot = take(table.slug, game_of(state, role), table.name)
    return TableView(table.slug, table.name, role, state.version, table.since, snapshot)


def view_of_cage(role: str, version: int) -> TableView:
    """The cage, at which nothing is played, as `role` may see it."""
    return TableView(CAGE, "", role, version, None, {})
