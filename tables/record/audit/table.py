"""A table's record is replayed from its first command, and all that follows from it is compared with what is stored.

The first thing that does not hold is reported.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import chain, islice, takewhile

from casino.common.sql.consistent_read import one_moment
from tables.models import Record, Reply, SignatureRequest, Table
from tables.record.audit.expectations import UNREADABLE, Broken, expect, expect_state, unreadable
from tables.record.audit.money import RecordedMoney
from tables.record.audit.names import RecordedNames
from tables.record.audit.put_away import digest_faults
from tables.record.audit.signatures import RecordedSignatures
from tables.record.audit.start import UNKNOWN, Start, begin_at
from tables.record.history import undo_in
from tables.record.projections.changes import Key, Row
from tables.record.projections.database import Least, days_of, stored, stored_days
from tables.record.projections.memory import Rows
from tables.record.projections.rows import BetRow, LineRow, Link, PassRow, PlayerRow, SeatRow, ShoeRow
from tables.record.projections.sums import Figures, PhaseFigures
from tables.record.projections.theory import DealtFigures, PlayFigures
from tables.record.replay import NotReplayable, Replay, ReplayedRecord
from tables.record.stored import digest_of, previous_of

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


SUMS = (Figures, PhaseFigures, DealtFigures, PlayFigures)  # by the hour


@dataclass(frozen=True, slots=True)
class Proof:
    """The extent of an audit: how many records and events, and the digest of the last record. `begin`: the record from
    which on they were replayed, 0 for all."""

    begin: int
    records: int
    events: int
    head: str


def prove(
    table: Table,
    tick: Callable[[], None] = lambda: None,
    start: Start = UNKNOWN,
    then: Callable[[], object] = lambda: None,
) -> Proof:
    """Audit a table as it is at this moment, while the game goes on; `start`: up to where it was proved already.
    `tick` is called for each record, `then` at the end, at the same moment. Raises Broken."""
    with one_moment():
        held = Table.objects.get(pk=table.pk)
        try:
            auditor = Auditor(table, start)
            auditor.follow(tick)
            auditor.compare(held)
        except UNREADABLE as error:
            raise Broken(unreadable(error)) from error
        then()
    return Proof(auditor.begin, auditor.number, auditor.replay.state.version, auditor.head)


class Auditor:
    """Replays a record once, and with it everything that must follow from it."""

    def __init__(self, table: Table, start: Start = UNKNOWN) -> None:
        self.table = table
        self._start, self._base = begin_at(table, start)
        self.replay = Replay(begin=self._base.state)
        self.rows = Rows.of_state(self._base.state)
        self.begin = self.number = self._base.number
        self.head = self._base.head
        self._since: datetime | None = None
        self._money = RecordedMoney(table.slug, self._start)
        self._signatures = RecordedSignatures(table, self.number)
        self._names = RecordedNames(table, self.number, self._base.state)

    def follow(self, tick: Callable[[], None] = lambda: None) -> None:
        """Check every record from the base on. Raises Broken."""
        if record := self._base.record:
            record.previous = previous_of(record)
            expect(f"record {record.number}: its digest", record.digest, digest_of(self.table.slug, record))
            self._note_proved()
        records = Record.objects.filter(table=self.table, number__gt=self.number).order_by("number")
        for record in records.iterator(chunk_size=500):
            tick()
            self._check_chain(record)
            try:
                step = self.replay.step(record)
            except NotReplayable as fault:
                raise Broken(str(fault)) from fault
            self._check_step(record, step)
            self._follow(record, step)
        if self.number < self._start.head.number:
            raise Broken(f"record {self._start.head.number} is gone, up to which all was proved")

    def compare(self, table: Table) -> None:
        """Compare the stored state, rows and money with those that follow from the record. Raises Broken."""
        expect("the number of records", table.records, self.number)
        expect("the digest of the last record", table.head, self.head)
        self._compare_state(table)
        self._compare_rows(table)
        money = self._money.faults(self.replay.state)
        names = self._names.faults(table, self.replay.state)
        replies = reply_faults(table, self._base.state.version)
        away = digest_faults(self._start.away, self._base.state)
        for fault in chain(self._signatures.faults(), money, replies, names, away):
            raise Broken(fault)

    def _check_chain(self, record: Record) -> None:
        where = f"record {record.number}"
        expect(f"{where}: its number", record.number, self.number + 1)
        expect(f"{where}: the digest before it", record.previous or self.head, self.head)
        record.previous = self.head
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
        self._note_proved()
        self._names.follow(record)
        link = Link(record.number, record.at, record.actor, record.command, names=self._names.names)
        self.rows.follow(step.before, step.after, link)
        if step.after.phase != step.before.phase:
            self._since = record.at
        self._money.follow(record.number, record.at, step.events)
        self._signatures.follow(record, step.events)

    def _note_proved(self) -> None:
        """Where the record is reached up to which the table was proved, it must be the same."""
        if self.number == self._start.head.number:
            expect(f"record {self.number}: the digest that was proved", self.head, self._start.head.digest)
            self._money.begin(self.replay.state)

    def _compare_state(self, table: Table) -> None:
        state = self.replay.state
        expect("the stored version", table.version, state.version)
        expect_state("the stored state", table.state, table.schema, state)
        expect("the stored phase", table.phase, state.phase)
        expect("the stored reglamento", table.reglamento, state.reglamento)
        expect("whether the table is open", table.open, state.open)
        if self._since or not self._base.record:
            expect("the time at which the phase began", table.since, self._since)

    def _compare_rows(self, table: Table) -> None:
        found, wanted = stored(table, self._least()).by_kind, self.rows.by_kind
        for kind, name in ROW_NAMES.items():
            for key in sorted(self._keys(kind, found[kind], wanted[kind])):
                shown = key[0] if len(key) == 1 else key
                pair = found[kind].get(key), wanted[kind].get(key)
                is_name = PlayerRow in map(type, pair)  # which no fault says: it may be kept for ever
                expect(f"the row of {name} {shown}", *((pair[0] == pair[1], True) if is_name else pair))
        self._compare_days(table)

    def _least(self) -> Least:
        """The least number of the rows, and the first hour of the sums, that are compared."""
        base, state = self._base.number, self._base.state
        if not base:
            return {}
        numbers = {ShoeRow: state.shoes, PassRow: state.current.number, BetRow: state.current.number}
        return {**numbers, LineRow: base + 1, **dict.fromkeys(SUMS, self._start.hour)}

    def _keys(self, kind: type[Row], found: Mapping[Key, Row], wanted: Mapping[Key, Row]) -> set[Key]:
        """Of the rows that are compared: a name that nobody has said since is older than the base, and so is a shoe
        that had left the table; and so are the sums of the hours before."""
        if not self._base.record:
            return found.keys() | wanted.keys()
        if kind is PlayerRow:
            return set(wanted)
        if kind in SUMS:
            return found.keys() | {key for key in wanted if key[0] >= self._start.hour}
        if kind is ShoeRow and self._base.state.shoe is None:
            return {key for key in found if key[0] > self._base.state.shoes} | wanted.keys()
        return found.keys() | wanted.keys()

    def _compare_days(self, table: Table) -> None:
        """With the hours as they are stored, which have just been compared as far as they are looked at; where all is
        replayed, with all that follow from the record. The hours of years that were put away have a digest."""
        if self._start.away:
            hours, since = stored(table, kinds=SUMS), date.min
        elif self._base.record:
            day = self._start.hour.astimezone(UTC).replace(hour=0, minute=0)
            hours, since = stored(table, dict.fromkeys(SUMS, day), SUMS), day.date()
        else:
            hours, since = self.rows, date.min
        found, wanted = stored_days(table, since), days_of(hours)
        for key in sorted(found.keys() | wanted.keys(), key=lambda key: (ROW_NAMES[key[0]], *key[1:])):
            kind, day, of, *_ = key
            expect(f"the {ROW_NAMES[kind]} of the day {day}, {of}", found.get(key), wanted.get(key))


def reply_faults(table: Table, after: int = 0) -> Iterator[str]:
    """A sentence for each kept answer that says another thing than the record or the request that it is about; of those
    given after that version. A refusal that was kept has no record: it is not proved."""
    replies = Reply.objects.filter(table=table).order_by("-pk").iterator(chunk_size=CHUNK)
    newest = takewhile(lambda reply: reply.answer.get("version", after + 1) > after, replies)
    while chunk := list(islice(newest, CHUNK)):
        versions = [reply.answer.get("version") for reply in chunk]
        found = {
            record.version: record for record in Record.objects.filter(table=table, version__in=versions)
        }
        for reply in chunk:
            if reply.answer.get("ok") is not False and not _holds(
                table, reply, found.get(reply.answer.get("version"))
            ):
                yield f"the kept answer to {reply.actor}'s key {reply.key!r} is not what was done"


CHUNK = 500


def _holds(table: Table, reply: Reply, record: Record | None) -> bool:
    """Whether the answer is about a request for a signature that this person made at this table, or has the events of
    this record, and of those before it that were one act with it."""
    said = [reply.answer.get(name) for name in ("events", "error", "request")]
    if request := said[2]:
        asked = SignatureRequest.objects.filter(table=table, pk=request.get("number", 0))
        return said[:2] == [[], None] and asked.filter(actor=reply.actor, role=reply.role).exists()
    if record is None or not said[0]:
        return False
    done = Record.objects.filter(table=table, first_seq__gte=said[0][0]["seq"], version__lte=record.version)
    told = [(one.actor, one.role, one.events) for one in done.order_by("number")]
    by_him = all((actor, role) == (reply.actor, reply.role) for actor, role, _ in told)
    return by_him and said == [[event for *_, events in told for event in events], None, None]
