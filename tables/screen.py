"""What a screen is, and a table as one role may see it. Pages render a screen once, the sockets after each change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

from tables.beside import Beside
from tables.engine import State
from tables.engine.incidents.register import expected_now
from tables.engine.outlook import Outlook, after_payment, outlooks
from tables.engine.phase import Phase
from tables.engine.shoe.count import stop_card_early_by
from tables.house_reglamentos.words import speaking
from tables.models import Table
from tables.record.commits import Made
from tables.service import game_of
from tables.snapshot import take

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one role may see it. `since`: when its phase began; `snapshot`: see `tables.snapshot`; `beside`: what
    stands beside the game there; `table`: the table's row as it was read, None for the cage; `outlooks`: finds what the
    acts of which `tables.engine.outlook` tells would come to now; `stop_card_early_by`: see
    `tables.engine.shoe.count`; `after_payment`: finds the phase to which the payment would lead; `expected_incidents`:
    the kinds that may well have happened; `jefe_may_undo`: whether there is something that a jefe may take back."""

    slug: str
    name: str
    role: str
    version: int
    since: datetime | None
    snapshot: Json
    beside: Beside = field(default_factory=Beside)
    table: Table | None = None
    outlooks: Callable[[], Mapping[str, Outlook]] = dict
    stop_card_early_by: Callable[[], int] = int
    after_payment: Callable[[], Phase | None] = lambda: None
    expected_incidents: Callable[[], frozenset[str]] = frozenset
    jefe_may_undo: bool = False

    @property
    def reglamento(self) -> str | None:
        """The reglamento that the table is open with; None if it is closed, and for the cage."""
        return self.snapshot.get("reglamento")

    @property
    def loud(self) -> str:
        """See `Beside.loud`."""
        return self.beside.loud(self.table) if self.table else ""

    @property
    def ended(self) -> str:
        """See `Beside.ended`."""
        return self.beside.ended(self.table) if self.table else ""

    @property
    def noted(self) -> str:
        """See `Beside.noted`."""
        return self.beside.noted(self.table) if self.table else ""

    @property
    def standing(self) -> tuple[Made, ...]:
        """The last commands that an undo can take back, newest first."""
        return self.beside.standing(self.table) if self.table else ()


Fragments = dict[str, str]
# What a screen has rendered, kept for its next rendering: {element id: what only `tables.screens.parts` knows}.
Kept = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen: its page, and how it is rendered. Who may open it: see `casino.accounts.permissions`.

    `fragments` renders the parts of the page that change, {element id: inner HTML}, in the active language; it leaves
    what it rendered in `kept`, and takes from there what has not changed.
    `read_ahead` reads together what the rendering of each of these tables would read by itself.
    `whole_floor`: the page shows every table, with `of_house` for what it shows of the topics that are no tables.
    `topic`: what the page shows where its address names no table. Otherwise it shows the table in its address.
    `gives_commands`: commands are sent from it. `tablet_of`: for whom of these roles it is the tablet of its
    table. `shows_staff`: it tells who could come on duty, which changes with the accounts and with the spells at all
    tables. `as_role`: the role for which it is rendered, whoever opens it.
    """

    name: str
    page: str
    fragments: Callable[[TableView, Kept], Fragments]
    whole_floor: bool = False
    topic: str | None = None
    of_house: Mapping[str, Callable[[TableView, Kept], Fragments]] = field(default_factory=dict, hash=False)
    gives_commands: bool = False
    tablet_of: frozenset[str] = frozenset()
    shows_staff: bool = False
    as_role: str | None = None
    read_ahead: Callable[[Sequence[TableView]], None] | None = None

    def render(self, view: TableView, kept: Kept | None = None) -> Fragments:
        """The parts of the page in the words of the table's reglamento. `kept`: of its last rendering for readers of
        the same role and language."""
        with speaking(view.reglamento):
            return self.fragments(view, {} if kept is None else kept)

    def render_of_house(self, view: TableView, kept: Kept | None = None) -> Fragments:
        """What the page of every table shows of this topic; the whole page where it is the page's own."""
        kept = {} if kept is None else kept
        if self.topic == view.slug:
            return self.render(view, kept)
        return self.of_house[view.slug](view, kept) if view.slug in self.of_house else {}

    @property
    def of_one_table(self) -> bool:
        """Whether the address of the page names a table."""
        return not (self.whole_floor or self.topic)


def view_of(
    table: Table, state: State, role: str, beside: Beside | None = None, common: Json | None = None
) -> TableView:
    """The table's row and state as `role` may see them. `beside`: what is known already of what stands beside the
    game; `common`: what `tables.snapshot.common_fields` found for this state."""
    game = game_of(state, role)
    snapshot = take(table.slug, game, table.name, common)
    return TableView(
        table.slug,
        table.name,
        role,
        state.version,
        table.since,
        snapshot,
        beside or Beside(),
        table,
        partial(outlooks, game),
        partial(stop_card_early_by, game),
        partial(after_payment, game),
        partial(expected_now, state),
        state.undo_limits.jefe > 0,
    )


def view_of_house(topic: str, role: str, version: int = 0) -> TableView:
    """A topic at which nothing is played, as `role` may see it."""
    return TableView(topic, "", role, version, None, {})
