"""For whom a table is rendered: all sockets of one audience get the same."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.utils import translation

from ledger.cage import selectors
from tables import beside as kept_beside
from tables.beside import Beside
from tables.engine import State
from tables.floor import line_of
from tables.live.mailbox import Parts
from tables.live.messages import Kind
from tables.models import Table
from tables.notify import ANYTHING, CAGE, OF_HOUSE, Subjects
from tables.screen import Json, Kept, Screen, TableView, view_of, view_of_house
from tables.service import game_of
from tables.snapshot import common_fields

MOST_KEPT = 2_000  # tables × audiences


@dataclass(frozen=True, slots=True)
class Audience:
    """`screen`: what a browser shows. Snapshots and lines of the floor are the same in every language."""

    kind: Kind
    role: str
    screen: Screen | None = None
    language: str = ""

    @property
    def shows(self) -> str:
        """What kind of socket it is: the name of its screen, or `snapshot` or `floor` for a program's."""
        return self.screen.name if self.screen else self.kind

    @property
    def shows_staff(self) -> bool:
        """Whether it is shown who could come on duty."""
        return self.screen is not None and self.screen.shows_staff

    def shows_of_house(self, topic: str) -> bool:
        """Whether a page of every table shows something of this topic, which is no table, too."""
        return self.screen is not None and topic in self.screen.of_house


_kept: dict[tuple[str, Audience], Kept] = {}


@dataclass(frozen=True, slots=True)
class Rendering:
    """A table, or another topic, at one version: for each audience its parts by name."""

    version: int
    parts: dict[Audience, Parts]


def render(
    topic: str, audiences: Iterable[Audience], beside: Subjects = ANYTHING, head: str = ""
) -> Rendering:
    """Read the table of this slug, or what a topic of the house stands for, and render it once per audience. Raises
    Refusal (`no_such_table`).

    `beside`: what may have changed beside the game since the last rendering. Only who hears every notification can
    say that something has not; what follows from the table's commands is always up to date. `head`: the digest of a
    record that this process has written and that is the newest one, if that is known: the table is then not read.
    """
    if topic in OF_HOUSE:
        return _render_house(topic, audiences)
    if beside:
        kept_beside.renew(topic, beside)
    return _render_table(topic, audiences, head)


def _render_house(topic: str, audiences: Iterable[Audience]) -> Rendering:
    version = sum(selectors.moves()) if topic == CAGE else 0
    return Rendering(version, {audience: _house_parts(topic, audience, version) for audience in audiences})


def _house_parts(topic: str, audience: Audience, version: int) -> Parts:
    screen = audience.screen
    if screen is None:
        return {}
    with translation.override(audience.language):
        view = view_of_house(topic, audience.role, version)
        return dict(screen.render_of_house(view, _kept_for(topic, audience)))


def _render_table(slug: str, audiences: Iterable[Audience], head: str) -> Rendering:
    beside = kept_beside.of(slug)
    views = _Views(*beside.present(slug, head), beside)
    parts = {audience: _table_parts(audience, views) for audience in audiences}
    return Rendering(views.state.version, parts)


class _Views:
    """A table at one version as each role sees it, made when it is first asked for."""

    def __init__(self, table: Table, state: State, beside: Beside) -> None:
        self.table, self.state = table, state
        self._beside = beside
        self._found: dict[str, TableView] = {}

    def of(self, role: str) -> TableView:
        if role not in self._found:
            self._found[role] = view_of(self.table, self.state, role, self._beside, self._common)
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
        return dict(audience.screen.render(view, _kept_for(views.table.slug, audience)))


def _kept_for(slug: str, audience: Audience) -> Kept:
    """What was rendered last of this table for this audience."""
    key = slug, audience
    kept = _kept.pop(key, {})
    _kept[key] = kept
    while len(_kept) > MOST_KEPT:
        _kept.pop(next(iter(_kept)), None)
    return kept
