"""For whom a table is rendered: all sockets of one audience get the same."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from django.utils import translation

from ledger.cage import selectors
from tables.engine import State
from tables.floor import line_of
from tables.live.mailbox import Parts
from tables.models import Table
from tables.notify import CAGE
from tables.screen import Fragments, Screen, TableView, view_of, view_of_cage
from tables.service import read

Kind = Literal["snapshot", "floor", "screen"]


@dataclass(frozen=True, slots=True)
class Audience:
    """`screen`: what a browser shows. Snapshots and lines of the floor are the same in every language."""

    kind: Kind
    role: str
    screen: Screen | None = None
    language: str = ""

    @property
    def shows_cage(self) -> bool:
        """Whether a page of every table shows something of the cage, too."""
        return self.screen is not None and self.screen.cage_fragments is not None


@dataclass(frozen=True, slots=True)
class Rendering:
    """A table, or the cage, at one version: for each audience its parts by name."""

    version: int
    parts: dict[Audience, Parts]


def render(topic: str, audiences: Iterable[Audience]) -> Rendering:
    """Read the table of this slug, or the cage, and render it once per audience. Raises Refusal (`no_such_table`)."""
    return _render_cage(audiences) if topic == CAGE else _render_table(topic, audiences)


def _render_cage(audiences: Iterable[Audience]) -> Rendering:
    version = sum(selectors.moves())
    return Rendering(version, {audience: _cage_parts(audience, version) for audience in audiences})


def _cage_parts(audience: Audience, version: int) -> Parts:
    screen = audience.screen
    if screen is None:
        return {}
    with translation.override(audience.language):
        view = view_of_cage(audience.role, version)
        return dict(_cage_fragments(screen, view))


def _cage_fragments(screen: Screen, view: TableView) -> Fragments:
    if screen.topic == CAGE:
        return screen.render(view)
    return screen.cage_fragments(view) if screen.cage_fragments else {}


def _render_table(slug: str, audiences: Iterable[Audience]) -> Rendering:
    table, state = read(slug)
    views: dict[str, TableView] = {}
    parts = {audience: _table_parts(audience, table, state, views) for audience in audiences}
    return Rendering(state.version, parts)


def _table_parts(audience: Audience, table: Table, state: State, views: dict[str, TableView]) -> Parts:
    """`views`: those made so far, one per role."""
    if audience.kind == "floor":
        return {table.slug: line_of(table, state)}
    if audience.role not in views:
        views[audience.role] = view_of(table, state, audience.role)
    view = views[audience.role]
    if audience.screen is None:
        return {"snapshot": view.snapshot}
    with translation.override(audience.language):
        return dict(audience.screen.render(view))
