"""From one audit to the next: what the last has proved, and what this one proves again from the first link on.

An anchor says what was proved (`tables.record.anchors.anchor.Proved`). What has come since is audited each night, and
every chain as a whole once in ROUND, a few a night.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import ceil

from casino.common import clock
from casino.common.sql.consistent_read import one_moment
from casino.journal.audit import Since
from ledger import audit as ledger
from ledger.audit import UNPROVED, Mark
from ledger.cage.accounts import CAGE
from ledger.cage.accounts import HOUSE as HOUSE_BOOK
from ledger.selectors import last_transfers
from tables.models import Table
from tables.record.anchors.anchor import BookMark, ChainHead, Proved
from tables.record.anchors.making import heads
from tables.record.audit.house import UNKNOWN_HOUSE, HouseStart
from tables.record.audit.start import UNKNOWN, Start

HOUSE = "the house"  # beside the slugs of the tables, which have no blanks
ROUND = timedelta(days=30)


@dataclass(slots=True)
class Audit:
    """An audit that follows an earlier one, if there was one. `since`: what that proved; `whole`: the chains that are
    proved from their first link on."""

    since: Proved | None
    whole: frozenset[str]
    at: datetime
    journal: ChainHead
    tables: dict[str, ChainHead]
    transfers: dict[str, int]
    _books: dict[str, BookMark] = field(default_factory=dict)

    @classmethod
    def begin(cls, since: Proved | None, *, by_turns: bool = False) -> "Audit":
        """Note the heads of all chains at this moment. `by_turns`: those whose turn it is are proved as a whole."""
        with one_moment():
            journal, tables = heads()
            at, transfers = clock.now(), last_transfers()
        every = [HOUSE, *tables]
        return cls(since, _whole(since, every, at, by_turns=by_turns), at, journal, tables, transfers)

    def start_of(self, table: Table) -> Start:
        """From where on a table is audited."""
        if self.since is None or table.slug in self.whole:
            return UNKNOWN
        return Start(self.since.tables[table.slug], self._mark(table.book), self.since.journal.number)

    def start_of_house(self) -> HouseStart:
        """From where on the house is audited."""
        if self.since is None or HOUSE in self.whole:
            return UNKNOWN_HOUSE
        books = {book: self._mark(book) for book in (CAGE, HOUSE_BOOK)}
        newest = max((one.transfer for one in self.since.books.values()), default=0)
        return HouseStart(Since(self.since.journal.number, self.since.journal.digest), newest, books)

    def note(self, book: str) -> None:
        """Note what the book held at the moment when this began; it has just been proved."""
        found = ledger.mark(book, self.transfers.get(book, 0), clock.hour_of(self.at))
        self._books[book] = BookMark(found.transfer, found.balances, found.totals)

    def proved(self) -> Proved:
        """What this audit has proved: nothing was broken."""
        at = self.at.astimezone(UTC).isoformat()
        whole = (dict(self.since.whole) if self.since else {}) | dict.fromkeys(self.whole, at)
        return Proved(at, self.journal, self.tables, self._books, whole)

    def _mark(self, book: str) -> Mark:
        found = self.since.books.get(book) if self.since else None
        if self.since is None or found is None:
            return UNPROVED
        return Mark(found.transfer, clock.hour_of(self.since.moment), found.balances, found.totals)


def _whole(since: Proved | None, every: Sequence[str], at: datetime, *, by_turns: bool) -> frozenset[str]:
    """The chains of which nothing is proved yet and, by turns, those that were last proved as a whole longest ago."""
    if since is None:
        return frozenset(every)
    proved = {HOUSE, *since.tables}
    new = {chain for chain in every if chain not in proved}
    when = {chain: datetime.fromisoformat(since.whole[chain]) for chain in every if chain not in new}
    due = sorted((chain for chain in when if at - when[chain] >= ROUND), key=lambda chain: when[chain])
    return frozenset(new | {*due[: ceil(len(every) / ROUND.days) if by_turns else 0]})
