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
from tables.screens.catalogue import SCREENS
from tables.screens.registry import TableView, view_of, view_of_cage
from tables.service import read

Kind = Literal["snapshot", "floor", "screen"]


@dataclass(frozen=True, slots=True)
class Audience:
    """`screen` names the screen of a browser. What a `floor` or `snapshot` says is the same in every language."""

    kind: Kind
    role: str
    screen: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Rendering:
    """A table at one version, as each audience sees it, in named parts."""

    version: int
    parts: dict[Audience, Parts]


def render(slug: str, audiences: Iterable[Audience]) -> Rendering:
    """Reads the table, or the cage, once and renders it once per audience. Raises Refusal (`no_such_table`)."""
    if slug == CAGE:
        version = sum(selectors.moves())
        return Rendering(version, {audience: _of_cage(audience, version) for audience in audiences})
    table, state = read(slug)
    views: dict[str, TableView] = {}
    parts = {audience: _parts(audience, table, state, views) for audience in audiences}
    return Rendering(state.version, parts)


def shows_cage(audience: Audience) -> bool:
    """Whether such a page of every table shows something of the cage beside them."""
    return audience.kind == "screen" and SCREENS[audience.screen].of_cage is not None


def _of_cage(audience: Audience, version: int) -> Parts:
    with translation.override(audience.language):
        screen, view = SCREENS[audience.screen], view_of_cage(audience.role, version)
        return dict(screen.fragments(view) if screen.room else screen.of_cage(view) if screen.of_cage else {})


def _parts(audience: Audience, table: Table, state: State, views: dict[str, TableView]) -> Parts:
    if audience.kind == "floor":
        return {table.slug: line_of(table, state)}
    if audience.role not in views:
        views[audience.role] = view_of(table, state, audience.role)
    view = views[audience.role]
    if audience.kind == "snapshot":
        return {"snapshot": view.snapshot}
    with translation.override(audience.language):
        return dict(SCREENS[audience.screen].fragments(view))
