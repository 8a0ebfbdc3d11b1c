"""Proof that a table's record is complete and untouched, and that state, rows and money are what it says.

The record is followed from its first command; the first thing that does not hold is the answer.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.common.consistent_read import one_moment
from ledger import selectors as ledger
from ledger.audit import faults
from ledger.cage.audit import counter_faults
from ledger.postings import Posting, compensating
from tables.engine import State, decode_event, decode_state
from tables.models import Record, Table
from tables.projections.database import stored, stored_names, stored_turnover
from tables.projections.memory import Rows
from tables.projections.rows import Link
from tables.record.history import Fold, digest_of, undone_to
from tables.service import book_of, postings_of, reference_of, undo_reference_of


class Broken(Exception):
    """The first place that does not hold, in a sentence."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proved: how many records and events, and the digest of the last record."""

    records: int
    events: int
    head: str


def prove(table: Table) -> Proof:
    """Audit one table as it is at this moment; the game goes on meanwhile. Raises Broken."""
    auditor = Auditor(table)
    with one_moment():
        held = Table.objects.get(pk=table.pk)
        auditor.follow()
        auditor.compare(held)
    return Proof(auditor.number, auditor.fold.state.version, auditor.head)


class Auditor:
    """Folds the record once, with everything that should follow from it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.fold = Fold()
        self.rows = Rows(self.fold.state)
        self.number = 0
        self.head = ""
        self._since: datetime | None = None
        self._standing: list[tuple[int, str]] = []  # version after, ledger reference
        self._money: dict[str, list[Posting]] = {}

    def follow(self) -> None:
        """Check every record."""
        records = Record.objects.filter(table=self.table).order_by("number")
        for record in records.iterator(chunk_size=500):
            try:
                self._step(record)
            except (KeyError, TypeError, ValueError) as error:
                raise Broken(f"record {record.number}: its events cannot be folded: {error!r}") from error

    def compare(self, table: Table) -> None:
        """Compare the stored state, rows and money with those folded."""
        _expect("the number of records", table.records, self.number)
        _expect("the digest of the last record", table.head, self.head)
        self._compare_state(table)
        self._compare_rows(table)
        for fault in self._money_faults(self.fold.state):
            raise Broken(fault)

    def _step(self, record: Record) -> None:
        where, before = f"record {record.number}", self.fold.state
        _expect(f"{where}: its number", record.number, self.number + 1)
        _expect(f"{where}: the digest before it", record.previous, self.head)
        _expect(f"{where}: its digest", record.digest, digest_of(self.table.slug, record))
        _expect(f"{where}: its first event", record.first_seq, before.version + 1)
        _expect(f"{where}: what it undoes", record.undone_to, undone_to(record.events))
        for seq, event in enumerate(record.events, before.version + 1):
            _expect(f"{where}: the number of an event", event["seq"], seq)
        after = self.fold.step(record)
        _expect(f"{where}: its version", record.version, after.version)
        if record.state:
            _expect(f"{where}: the state kept with it", decode_state(record.state) == after, True)
        self._follow(record, before, after)

    def _follow(self, record: Record, before: State, after: State) -> None:
        self.number, self.head = record.number, record.digest
        self.rows.follow(before, after, Link(record.number, record.at))
        if after.phase != before.phase:
            self._since = record.at
        self._follow_money(record)

    def _follow_money(self, record: Record) -> None:
        reference = reference_of(self.table.slug, record.number)
        happened = [decode_event(event) for event in record.events]
        if postings := postings_of(self.table.slug, happened):
            self._money[reference] = postings
        if record.undone_to is None:
            self._standing.append((record.version, reference))
            return
        undone: list[Posting] = []
        while self._standing and self._standing[-1][0] > record.undone_to:
            undone += reversed(self._money.get(self._standing.pop()[1], []))
        if undone:
            back = [compensating(posting) for posting in undone]
            self._money[undo_reference_of(self.table.slug, record.number)] = back

    def _compare_state(self, table: Table) -> None:
        state = self.fold.state
        _expect("the stored version", table.version, state.version)
        _expect("the stored state", decode_state(table.state) == state, True)
        _expect("the stored phase", table.phase, state.phase)
        _expect("the stored reglamento", table.reglamento, state.reglamento)
        _expect("whether the table is open", table.open, state.open)
        _expect("the time at which the phase began", table.since, self._since)

    def _compare_rows(self, table: Table) -> None:
        seats, shoes, passes = stored(table)
        _compare("seat", seats, self.rows.seats)
        _compare("shoe", shoes, self.rows.shoes)
        _compare("pass", passes, self.rows.passes)
        _compare("name", stored_names(table), self.rows.names)
        _compare("turnover", stored_turnover(table), self.rows.turnover)

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
    """Account → what must lie on it, by the state."""
    return {
        "stakes": sum(bet.amount for bet in state.current.bets),
        "bank": state.bank.stake if state.bank else 0,
        "cagnotte": state.cagnotte,
    }


def _compare(name: str, stored_rows: Mapping[Any, object], folded: Mapping[Any, object]) -> None:
    for number in sorted(stored_rows.keys() | folded.keys()):
        _expect(f"the row of {name} {number}", stored_rows.get(number), folded.get(number))


def _expect(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise Broken(f"{what} does not hold: found {found!r}, the record gives {wanted!r}")
