"""For whom a table is rendered: all sockets of one audience get the same."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils import translation

from casino.common.json_input import Json
from ledger.cage import selectors
from tables.door.notify import CAGE, OF_HOUSE
from tables.door.service import game_of, read
from tables.engine import State
from tables.live.mailbox import Parts
from tables.live.messages import Kind
from tables.models import Table
from tables.view.floor import line_of
from tables.view.screen import Facts, Screen, TableView, view_of, view_of_house
from tables.view.snapshot import common_fields

Kept = dict[Hashable, Any]  # what stands beside the game at a table: see `tables.view.screen.Facts`


@dataclass(frozen=True, slots=True)
class Audience:
    """`screen`: what a browser shows. Snapshots and lines of the floor are the same in every language."""

    kind: Kind
    role: str
    screen: Screen | None = None
    language: str = ""

    @property
    def shows(self) -> str:
        """The kind of the socket: the name of its screen, or `snapshot` or `floor` for a program's."""
        return self.screen.name if self.screen else self.kind

    @property
    def shows_staff(self) -> bool:
        """Whether it is shown who could come on duty."""
        return self.screen is not None and self.screen.shows_staff

    def shows_of_house(self, topic: str) -> bool:
        """Whether a page of every table shows something of this topic, which is no table, too."""
        return self.screen is not None and topic in self.screen.of_house


@dataclass(frozen=True, slots=True)
class Rendering:
    """A table, or another topic, at one version: for each audience its parts by name."""

    version: int
    parts: dict[Audience, Parts]


def render(topic: str, audiences: Iterable[Audience], kept: Kept | None = None) -> Rendering:
    """Read the table of this slug with what stands beside its game, or what a topic of the house stands for, and render
    it once per audience. `kept`: what is known of what stands beside the game, to which it adds what it reads. Raises
    Refusal (`no_such_table`)."""
    if topic in OF_HOUSE:
        return _render_house(topic, audiences)
    views = _Views(*read(topic), Facts({} if kept is None else kept))
    parts = {audience: _table_parts(audience, views) for audience in audiences}
    return Rendering(views.state.version, parts)


def _render_house(topic: str, audiences: Iterable[Audience]) -> Rendering:
    version = sum(selectors.moves()) if topic == CAGE else 0
    return Rendering(version, {audience: _house_parts(topic, audience, version) for audience in audiences})


def _house_parts(topic: str, audience: Audience, version: int) -> Parts:
    if audience.screen is None:
        return {}
    with translation.override(audience.language):
        return dict(audience.screen.render_of_house(view_of_house(topic, audience.role, version)))


class _Views:
    """A table at one version as each role sees it, made when it is first asked for."""

    def __init__(self, table: Table, state: State, facts: Facts) -> None:
        self.table, self.state, self._facts = table, state, facts
        self._found: dict[str, TableView] = {}

    def of(self, role: str) -> TableView:
        if role not in self._found:
            self._found[role] = view_of(self.table, self.state, role, self._facts, self._common)
        return self._found[role]

    @cached_property
    def _common(self) -> Json:
        return common_fields(self.table.slug, game_of(self.state, ""), self.table.name)


def _table_parts(audience: Audience, views: _Views) -> Parts:
    if audience.kind == "floor":
        return {views.table.slug: line_of(views.table, views.state)}
    view = views.of(audience.role)
    if audience.screen is None:
        return {"snapshot": view.snapshot}
    with translation.override(audience.language):
        return dict(audience.screen.render(view))
