"""A table's record is replayed from its first command, and all that follows from it is compared with what is stored.

The first thing that does not hold is reported.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice

from casino.common.sql.consistent_read import one_moment
from tables.models import Record, Reply, SignatureRequest, Table
from tables.record.audit.expectations import UNREADABLE, Broken, expect, expect_state, unreadable
from tables.record.audit.money import RecordedMoney
from tables.record.audit.signatures import RecordedSignatures
from tables.record.history import undo_in
from tables.record.projections.changes import Row
from tables.record.projections.database import days_of, stored, stored_days
from tables.record.projections.memory import Rows
from tables.record.projections.rows import BetRow, LineRow, Link, PassRow, PlayerRow, SeatRow, ShoeRow
from tables.record.projections.sums import Figures, PhaseFigures
from tables.record.projections.theory import DealtFigures, PlayFigures
from tables.record.replay import NotReplayable, Replay, ReplayedRecord
from tables.record.stored import digest_of

ROW_NAMES: dict[type[Row], str] = {
    SeatRow: "seat",
    ShoeRow: "shoe",
    PassRow: "pass",
    BetRow: "bet",
    PlayerRow: "name",
    LineRow: "line",
    Figures: "turnover",
    PhaseFigures: "phase times",
    DealtFigures: "results by payer",
    PlayFigures: "results by player",
}


@dataclass(frozen=True, slots=True)
class Proof:
    """The extent of an audit: how many records and events, and the digest of the last record."""

    records: int
    events: int
    head: str


def prove(table: Table, tick: Callable[[], None] = lambda: None) -> Proof:
    """Audit a table as it is at this moment, while the game goes on. `tick` is called for each record.
    Raises Broken."""
    auditor = Auditor(table)
    with one_moment():
        held = Table.objects.get(pk=table.pk)
        try:
            auditor.follow(tick)
            auditor.compare(held)
        except UNREADABLE as error:
            raise Broken(unreadable(error)) from error
    return Proof(auditor.number, auditor.replay.state.version, auditor.head)


class Auditor:
    """Replays a record once, and with it everything that must follow from it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.replay = Replay()
        self.rows = Rows.of_a_new_table()
        self.number = 0
        self.head = ""
        self._since: datetime | None = None
        self._money = RecordedMoney(table.slug)
        self._signatures = RecordedSignatures(table)

    def follow(self, tick: Callable[[], None] = lambda: None) -> None:
        """Check every record. Raises Broken."""
        records = Record.objects.filter(table=self.table).order_by("number")
        for record in records.iterator(chunk_size=500):
            tick()
            self._check_chain(record)
            try:
                step = self.replay.step(record)
            except NotReplayable as fault:
                raise Broken(str(fault)) from fault
            self._check_step(record, step)
            self._follow(record, step)

    def compare(self, table: Table) -> None:
        """Compare the stored state, rows and money with those that follow from the record. Raises Broken."""
        expect("the number of records", table.records, self.number)
        expect("the digest of the last record", table.head, self.head)
        self._compare_state(table)
        self._compare_rows(table)
        money = self._money.faults(self.replay.state)
        for fault in chain(self._signatures.faults(), money, reply_faults(table)):
            raise Broken(fault)

    def _check_chain(self, record: Record) -> None:
        where = f"record {record.number}"
        expect(f"{where}: its number", record.number, self.number + 1)
        expect(f"{where}: the digest before it", record.previous, self.head)
        expect(f"{where}: its digest", record.digest, digest_of(self.table.slug, record))

    def _check_step(self, record: Record, step: ReplayedRecord) -> None:
        where, before, after = f"record {record.number}", step.before, step.after
        expect(f"{where}: its first event", record.first_seq, before.version + 1)
        undo = undo_in(step.events)
        expect(f"{where}: what it undoes", record.undone_to, undo.to if undo else None)
        for seq, event in enumerate(record.events, before.version + 1):
            expect(f"{where}: the number of an event", event.get("seq"), seq)
        expect(f"{where}: its version", record.version, after.version)
        if record.state:
            expect_state(f"{where}: the state kept with it", record.state, record.schema, after)

    def _follow(self, record: Record, step: ReplayedRecord) -> None:
        self.number, self.head = record.number, record.digest
        self.rows.follow(
            step.before, step.after, Link(record.number, record.at, record.actor, record.command)
        )
        if step.after.phase != step.before.phase:
            self._since = record.at
        self._money.follow(record.number, record.at, step.events)
        self._signatures.follow(record, step.events)

    def _compare_state(self, table: Table) -> None:
        state = self.replay.state
        expect("the stored version", table.version, state.version)
        expect_state("the stored state", table.state, table.schema, state)
        expect("the stored phase", table.phase, state.phase)
        expect("the stored reglamento", table.reglamento, state.reglamento)
        expect("whether the table is open", table.open, state.open)
        expect("the time at which the phase began", table.since, self._since)

    def _compare_rows(self, table: Table) -> None:
        found, wanted = stored(table).by_kind, self.rows.by_kind
        for kind, name in ROW_NAMES.items():
            for key in sorted(found[kind].keys() | wanted[kind].keys()):
                shown = key[0] if len(key) == 1 else key
                expect(f"the row of {name} {shown}", found[kind].get(key), wanted[kind].get(key))
        self._compare_days(table)

    def _compare_days(self, table: Table) -> None:
        found, wanted = stored_days(table), days_of(self.rows)
        for key in sorted(found.keys() | wanted.keys(), key=lambda key: (ROW_NAMES[key[0]], *key[1:])):
            kind, day, of, *_ = key
            expect(f"the {ROW_NAMES[kind]} of the day {day}, {of}", found.get(key), wanted.get(key))


CHUNK = 500
Key = tuple[str, str, str]


def reply_faults(table: Table) -> Iterator[str]:
    """A sentence for each kept answer that says another thing than the record or the request that it is about, and if
    an answer to a recorded key is gone. A refusal that was kept has no record: it is not proved."""
    accepted = 0
    replies = Reply.objects.filter(table=table).order_by("pk").iterator(chunk_size=CHUNK)
    while chunk := list(islice(replies, CHUNK)):
        found = _records_of(table, chunk)
        for reply in chunk:
            record = found.get(_key_of(reply))
            accepted += record is not None
            held = _tells(reply, record) if record else not reply.answer.get("ok") or _asked_for(table, reply)
            if not held:
                yield f"the kept answer to {reply.actor}'s key {reply.key!r} is not what was done"
    if accepted != Record.objects.filter(table=table).exclude(key="").count():
        yield "an answer that was kept for a key is gone"


def _records_of(table: Table, replies: list[Reply]) -> dict[Key, Record]:
    records = Record.objects.filter(table=table, key__in=[reply.key for reply in replies])
    return {_key_of(record): record for record in records.only("actor", "role", "key", "version", "events")}


def _key_of(one: Reply | Record) -> Key:
    return one.actor, one.role, one.key


def _tells(reply: Reply, record: Record) -> bool:
    said = [reply.answer.get(name) for name in ("ok", "version", "events", "error", "request")]
    return said == [True, record.version, record.events, None, None]


def _asked_for(table: Table, reply: Reply) -> bool:
    """Whether the answer is about a request for a signature that this person made at this table."""
    number = (reply.answer.get("request") or {}).get("number", 0)
    asked = SignatureRequest.objects.filter(table=table, pk=number)
    return asked.filter(actor=reply.actor, role=reply.role).exists()
