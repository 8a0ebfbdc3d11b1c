"""Where an audit of a table begins that does not begin at its first record: at a head that was proved.

The digest of that head covers every record before it. So the states that some of these keep are those that were proved,
if their chain leads to the head, and one of them is replayed from.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min

from ledger.audit import UNPROVED, Mark
from tables.engine import State, new_state
from tables.models import PutAway, Record, Table
from tables.record.anchors.anchor import ChainHead
from tables.record.projections.sums import TIMED
from tables.record.put_away import begin_of
from tables.record.stored import stored_state

NO_HEAD = ChainHead(0, "")
EVERY_ENTRY = 0  # of the journal: all are newer


@dataclass(frozen=True, slots=True)
class Start:
    """`head`: the record up to which the table was proved; `book`: up to where its book was; `entry`: the number of the
    journal's last entry then, None for none; `away`: the years before it that were put away, where nothing else was
    proved: all that is left is. By itself: nothing was proved."""

    head: ChainHead = NO_HEAD
    book: Mark = UNPROVED
    entry: int | None = None
    away: PutAway | None = None

    @property
    def ledger(self) -> Mark:
        """Up to where the ledger by itself was proved: no year takes anything out of it."""
        return UNPROVED if self.away else self.book

    @property
    def hour(self) -> datetime:
        """From which on the sums by the hour may have grown since."""
        return self.book.hour


UNKNOWN = Start()


@dataclass(frozen=True, slots=True)
class Base:
    """A record that keeps the state from which on a table is replayed; None for the first."""

    record: Record | None
    state: State

    @property
    def number(self) -> int:
        """Of that record; 0 for none."""
        return self.record.number if self.record else 0

    @property
    def head(self) -> str:
        """Its digest."""
        return self.record.digest if self.record else ""


NO_BASE = Base(None, new_state())


def begin_at(table: Table, start: Start) -> tuple[Start, Base]:
    """From where on the table is audited, and the base for it. Where that would be a record that has left the database,
    all that is left is audited."""
    base, away = base_of(table, start) if start.head.number else NO_BASE, begin_of(table.pk)
    if away is None or base.number >= away.first:
        return start, base
    head, hour = ChainHead(away.first, away.digest), away.hour or start.hour
    return Start(head, Mark(away.transfer, hour), EVERY_ENTRY, away), base_behind(away)


def base_behind(away: PutAway) -> Base:
    """The record with which begins what is left of a table. Raises Record.DoesNotExist, ValueError."""
    record = Record.objects.get(table=away.table_id, number=away.first)
    return Base(record, stored_state(record.state, record.schema))


def base_of(table: Table, start: Start) -> Base:
    """The newest from which on all can be told that is looked at: the sums of the proved head's hour, the states to
    which undos went back, and when the phase began."""
    return newest_base(table, _reach(table, start))


def newest_base(table: Table, reach: int) -> Base:
    """The newest up to that version from which on the rest can be told."""
    newest = None
    kept = Record.objects.filter(table=table, version__lte=reach).exclude(state="").order_by("-version")
    for record in kept.iterator(chunk_size=2):
        if record.version <= reach:
            state = stored_state(record.state, record.schema)
            # In another phase, or pass, than at the next such record: one surely began between the two.
            if state.phase not in TIMED or (newest and _place(newest) != _place(state)):
                return Base(record, state)
            newest = newest or state
        if record.undone_to is not None:
            reach = min(reach, record.undone_to)
    return NO_BASE


def _place(state: State) -> tuple[str, int]:
    return state.phase, state.current.number


def _reach(table: Table, start: Start) -> int:
    """The version that must not lie before the base."""
    records = Record.objects.filter(table=table)
    of_the_hour = records.filter(at__gte=start.hour, number__lte=start.head.number)
    # Not asked of the database, which might look for the least from the first record on.
    first = min(of_the_hour.values_list("number", flat=True), default=start.head.number + 1)
    before = records.filter(number=first - 1).values_list("version", flat=True).first() or 0
    undone = records.filter(number__gte=first, undone_to__isnull=False).aggregate(to=Min("undone_to"))["to"]
    return before if undone is None else min(before, undone)
