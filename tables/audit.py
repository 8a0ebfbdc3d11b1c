"""The audit of a table: its record is complete and unchanged, and state, rows and money are what the record says.

The record is replayed from its first command; the first thing that does not hold is reported.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from casino.common.consistent_read import one_moment
from ledger import selectors as ledger
from ledger.audit import faults
from ledger.cage.audit import counter_faults
from ledger.postings import Posting, compensating
from tables.engine import Event, State
from tables.engine.undo.events import Undone
from tables.models import Record, Table
from tables.projections.changes import Row
from tables.projections.database import stored
from tables.projections.memory import Rows
from tables.projections.rows import BetRow, Link, PassRow, PlayerRow, SeatRow, ShoeRow
from tables.projections.turnover import Figures
from tables.record.chain import digest_of
from tables.record.decoding import stored_state
from tables.record.history import undo_in
from tables.record.replay import NotReplayable, Replay, Step
from tables.service import book_of, postings_of, reference_of, undo_reference_of

ROW_NAMES: dict[type[Row], str] = {
    SeatRow: "seat",
    ShoeRow: "shoe",
    PassRow: "pass",
    BetRow: "bet",
    PlayerRow: "name",
    Figures: "turnover",
}


class Broken(Exception):
    """The first thing that does not hold, in a sentence."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was audited: how many records and events, and the digest of the last record."""

    records: int
    events: int
    head: str


def prove(table: Table) -> Proof:
    """Audit a table as it is at this moment, while the game goes on. Raises Broken."""
    auditor = Auditor(table)
    with one_moment():
        held = Table.objects.get(pk=table.pk)
        auditor.follow()
        auditor.compare(held)
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
        self._money: dict[str, list[Posting]] = {}  # by ledger reference

    def follow(self) -> None:
        """Check every record. Raises Broken."""
        records = Record.objects.filter(table=self.table).order_by("number")
        for record in records.iterator(chunk_size=500):
            self._check_chain(record)
            try:
                step = self.replay.step(record)
            except NotReplayable as fault:
                raise Broken(str(fault)) from fault
            self._check_step(record, step)
            self._follow(record, step)

    def compare(self, table: Table) -> None:
        """Compare the stored state, rows and money with those that follow from the record. Raises Broken."""
        _expect("the number of records", table.records, self.number)
        _expect("the digest of the last record", table.head, self.head)
        self._compare_state(table)
        self._compare_rows(table)
        for fault in self._money_faults(self.replay.state):
            raise Broken(fault)

    def _check_chain(self, record: Record) -> None:
        where = f"record {record.number}"
        _expect(f"{where}: its number", record.number, self.number + 1)
        _expect(f"{where}: the digest before it", record.previous, self.head)
        _expect(f"{where}: its digest", record.digest, digest_of(self.table.slug, record))

    def _check_step(self, record: Record, step: Step) -> None:
        where, before, after = f"record {record.number}", step.before, step.after
        _expect(f"{where}: its first event", record.first_seq, before.version + 1)
        undo = undo_in(step.events)
        _expect(f"{where}: what it undoes", record.undone_to, undo.to if undo else None)
        for seq, event in enumerate(record.events, before.version + 1):
            _expect(f"{where}: the number of an event", event.get("seq"), seq)
        _expect(f"{where}: its version", record.version, after.version)
        if record.state:
            _expect_state(f"{where}: the state kept with it", record.state, record.schema, after)

    def _follow(self, record: Record, step: Step) -> None:
        self.number, self.head = record.number, record.digest
        self.rows.follow(step.before, step.after, Link(record.number, record.at))
        if step.after.phase != step.before.phase:
            self._since = record.at
        self._follow_money(record.number, step.events)

    def _follow_money(self, number: int, events: list[Event]) -> None:
        reference = reference_of(self.table.slug, number)
        if postings := postings_of(self.table.slug, events):
            self._money[reference] = postings
        if (undo := undo_in(events)) and (back := self._compensations(undo)):
            self._money[undo_reference_of(self.table.slug, number)] = back

    def _compensations(self, undo: Undone) -> list[Posting]:
        """The money of the records taken back, the other way, newest first."""
        money = (self._money.get(reference_of(self.table.slug, number), []) for number in undo.records)
        return [compensating(posting) for postings in money for posting in reversed(postings)]

    def _compare_state(self, table: Table) -> None:
        state = self.replay.state
        _expect("the stored version", table.version, state.version)
        _expect_state("the stored state", table.state, table.schema, state)
        _expect("the stored phase", table.phase, state.phase)
        _expect("the stored reglamento", table.reglamento, state.reglamento)
        _expect("whether the table is open", table.open, state.open)
        _expect("the time at which the phase began", table.since, self._since)

    def _compare_rows(self, table: Table) -> None:
        found, wanted = stored(table).by_kind, self.rows.by_kind
        for kind, name in ROW_NAMES.items():
            for key in sorted(found[kind].keys() | wanted[kind].keys()):
                shown = key[0] if len(key) == 1 else key
                _expect(f"the row of {name} {shown}", found[kind].get(key), wanted[kind].get(key))

    def _money_faults(self, state: State) -> Iterator[str]:
        book, of_the_game = book_of(self.table.slug), reference_of(self.table.slug, "")
        written = ledger.postings_by_reference(book, of_the_game)
        for reference in sorted(written.keys() | self._money.keys()):
            if written.get(reference) != self._money.get(reference):
                yield f"the ledger has other money for {reference} than its record"
        yield from faults(book)
        yield from counter_faults(book, of_the_game)
        held, beside = ledger.balances(book), ledger.moved_by_others(book, of_the_game)
        for account, amount in _on_the_table(state).items():
            code = f"{book}:{account}"
            by_the_game = held.get(code, 0) - beside.get(code, 0)  # the cambista empties the cagnotte
            if by_the_game != amount:
                yield f"account {code}: {by_the_game}, on the table {amount}"


def _on_the_table(state: State) -> dict[str, int]:
    """What the accounts of the table's cloth and cagnotte must hold, by account."""
    return {
        "stakes": sum(bet.amount for bet in state.current.bets),
        "bank": state.bank.stake if state.bank else 0,
        "cagnotte": state.cagnotte,
    }


def _expect(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise Broken(f"{what} does not hold: found {found!r}, the record gives {wanted!r}")


def _expect_state(what: str, text: str, schema: int, wanted: State) -> None:
    try:
        _expect(what, stored_state(text, schema) == wanted, True)
    except ValueError as error:
        raise Broken(f"{what} cannot be read: {error}") from error
