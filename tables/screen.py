"""What a screen is, and a table as one role may see it. Pages render a screen once, the sockets after each change."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.engine import State
from tables.house_reglamentos.words import speaking
from tables.models import Table
from tables.notify import CAGE
from tables.service import game_of
from tables.snapshot import take

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one role may see it. `since`: when its phase began; `snapshot`: see `tables.snapshot`."""

    slug: str
    name: str
    role: str
    version: int
    since: datetime | None
    snapshot: Json

    @property
    def reglamento(self) -> str | None:
        """The reglamento that the table is open with; None if it is closed, and for the cage."""
        return self.snapshot.get("reglamento")


Fragments = dict[str, str]


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: its page, and how it is rendered. Who may open it: see `casino.accounts.permissions`.

    `fragments` renders the parts of the page that change, {element id: inner HTML}, in the active language.
    `whole_floor`: the page shows every table, with `cage_fragments` for what it shows of the cage. `topic`: what the
    page shows where its address names no table. Otherwise it shows the table in its address.
    `gives_commands`: commands are sent from it. `as_role`: the role for which it is rendered, whoever opens it.
    """

    name: str
    page: str
    fragments: Callable[[TableView], Fragments]
    whole_floor: bool = False
    topic: str | None = None
    cage_fragments: Callable[[TableView], Fragments] | None = None
    gives_commands: bool = False
    as_role: str | None = None

    def render(self, view: TableView) -> Fragments:
        """The parts of the page in the words of the table's reglamento."""
        with speaking(view.reglamento):
            return self.fragments(view)

    @property
    def of_one_table(self) -> bool:
        """Whether the address of the page names a table."""
        return not (self.whole_floor or self.topic)


def view_of(table: Table, state: State, role: str) -> TableView:
    """The table's row and state as `role` may see them."""
    snapshot = take(table.slug, game_of(state, role), table.name)
    return TableView(table.slug, table.name, role, state.version, table.since, snapshot)


def view_of_cage(role: str, version: int) -> TableView:
    """The cage, at which nothing is played, as `role` may see it."""
    return TableView(CAGE, "", role, version, None, {})
