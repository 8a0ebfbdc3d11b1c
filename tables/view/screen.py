"""Screens, and a table as one role may see it. Pages render a screen once, the sockets after each change."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Generic, TypeVar

from casino.common.json_input import Json
from casino.common.refusals import Refusal
from tables.door.service import game_of
from tables.engine import State
from tables.engine.available import Preview, after_payment, previews, withheld
from tables.engine.betting.handlers import to_repeat
from tables.engine.incidents.register import expected_now
from tables.engine.shoe.cards import stop_card_early_by
from tables.engine.state import Bet, Phase
from tables.models import Table
from tables.record.reglamentos.words import speaking
from tables.view.snapshot import take

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts read beside the game at a table. `kept`: what no command changes, until something beside
    the game is announced; `now`: the rest, for one rendering."""

    kept: dict[Hashable, Any] = field(default_factory=dict)
    now: dict[Hashable, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one role may see it. `since`: when its phase began; `snapshot`: see `tables.view.snapshot`;
    `facts`: what was read of what stands beside the game there; `table`: the table's row as it was read, None for the
    cage; `previews`: finds what the acts of which `tables.engine.available` tells would come to
    now; `stop_card_early_by`: see `tables.engine.shoe.cards`; `after_payment`: finds the phase to which the payment
    would lead; `to_repeat`: finds the bets that repeating would add; `expected_incidents`: the kinds that may well
    have happened; `jefe_may_undo`: whether there is something that a jefe may take back;
    `withheld`: finds why the command with which the table goes on cannot be given."""

    slug: str
    name: str
    role: str
    version: int
    since: datetime | None
    snapshot: Json
    facts: Facts = field(default_factory=Facts)
    table: Table | None = None
    previews: Callable[[], Mapping[str, Preview]] = dict
    stop_card_early_by: Callable[[], int] = int
    after_payment: Callable[[], Phase | None] = lambda: None
    to_repeat: Callable[[], Sequence[Bet]] = tuple
    expected_incidents: Callable[[], frozenset[str]] = frozenset
    jefe_may_undo: bool = False
    withheld: Callable[[], Refusal | None] = lambda: None

    @property
    def reglamento(self) -> str | None:
        """The reglamento that the table is open with; None if it is closed, and for the cage."""
        return self.snapshot.get("reglamento")


class Fact(Generic[T]):
    """Something that stands beside the game at a table, whoever looks on: it is read once for all views of the table
    that share what is beside them."""

    def __init__(self, read: Callable[[TableView], T]) -> None:
        self.__doc__ = read.__doc__
        self._read = read

    def __call__(self, view: TableView) -> T:
        known = self._known(view)
        if self not in known:
            known[self] = self._read(view)
        found: T = known[self]
        return found

    def _known(self, view: TableView) -> dict[Hashable, Any]:
        return view.facts.now

    def learn(self, view: TableView, found: T) -> None:
        """It need not be read any more: it was read together with that of other tables."""
        self._known(view)[self] = found


class KeptFact(Fact[T]):
    """A fact that changes only with what is announced as beside the game of this table (`tables.door.notify`): never
    with a command or the time alone, nor with what happens at another table."""

    def _known(self, view: TableView) -> dict[Hashable, Any]:
        return view.facts.kept


Fragments = dict[str, str]


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: its page, and how it is rendered. Who may open it: see `casino.people.permissions`.

    `fragments` renders the parts of the page that change, {element id: inner HTML}, in the active language.
    `read_ahead` reads together what the rendering of each of these tables would read by itself.
    `whole_floor`: the page shows every table, with `of_house` for what it shows of the topics that are no tables.
    `topic`: what the page shows where its address names no table. Otherwise it shows the table in its address.
    `gives_commands`: commands are sent from it. `tablet_of`: for whom of these roles it is the tablet of its
    table. `shows_staff`: it tells who could come on duty, which changes with the accounts and with the spells at all
    tables. `as_role`: the role for which it is rendered, whoever opens it.
    """

    name: str
    page: str
    fragments: Callable[[TableView], Fragments]
    whole_floor: bool = False
    topic: str | None = None
    of_house: Mapping[str, Callable[[TableView], Fragments]] = field(default_factory=dict, hash=False)
    gives_commands: bool = False
    tablet_of: frozenset[str] = frozenset()
    shows_staff: bool = False
    as_role: str | None = None
    read_ahead: Callable[[Sequence[TableView]], None] | None = None

    def render(self, view: TableView) -> Fragments:
        """The parts of the page in the words of the table's reglamento."""
        with speaking(view.reglamento):
            return self.fragments(view)

    def render_of_house(self, view: TableView) -> Fragments:
        """Render what the page of every table shows of this topic; the whole page where it is the page's own."""
        if self.topic == view.slug:
            return self.render(view)
        return self.of_house[view.slug](view) if view.slug in self.of_house else {}

    @property
    def of_one_table(self) -> bool:
        """Whether the address of the page names a table."""
        return not (self.whole_floor or self.topic)


def view_of(
    table: Table, state: State, role: str, facts: Facts | None = None, common: Json | None = None
) -> TableView:
    """The table's row and state as `role` may see them. `facts`: what is known already of what stands beside the
    game; `common`: what `tables.view.snapshot.common_fields` found for this state."""
    game = game_of(state, role)
    snapshot = take(table.slug, game, table.name, common)
    return TableView(
        table.slug,
        table.name,
        role,
        state.version,
        table.since,
        snapshot,
        facts or Facts(),
        table,
        partial(previews, game),
        partial(stop_card_early_by, game),
        partial(after_payment, game),
        partial(to_repeat, game),
        partial(expected_now, state),
        state.undo_limits.jefe > 0,
        partial(withheld, game),
    )


def view_of_house(topic: str, role: str, version: int = 0) -> TableView:
    """A topic at which nothing is played, as `role` may see it."""
    return TableView(topic, "", role, version, None, {})
