"""The audit of what belongs to no single table: the cage's and the house's books, the ledger as a whole, the journal,
and the database's own protection."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from django.db import connection
from django.db.models import Max

from casino.common.sql import append_only
from casino.common.sql.consistent_read import one_moment
from casino.house.models import Act
from casino.journal import audit as journals
from casino.journal.chain import has_head
from casino.journal.models import Entry as JournalEntry
from casino.people.models import AccessEvent, AlarmSeen
from ledger import audit as ledger
from ledger.cage.accounts import CAGE, HOUSE
from ledger.cage.audit import changed_slips, counter_faults, number_faults
from ledger.cage.models import Closing, Shift, Slip, Step, UndoBarrier
from ledger.models import Account, Entry, LedgerCurrency, Transfer
from ledger.selectors import total, total_of_balances
from tables.models import (
    AlertSeen,
    Decision,
    Dispute,
    Duty,
    DutyEnd,
    Handover,
    HandoverGiven,
    HouseReglamento,
    PlayerName,
    PutAway,
    Record,
    RefusedCard,
    RequestOutcome,
    Seal,
    SignatureRequest,
    Table,
)
from tables.record.audit.expectations import readable

SHOWN = 20  # faults of one part; the rest is counted
Tick = Callable[[], None]


@dataclass(frozen=True, slots=True)
class HouseStart:
    """Up to where the house was proved: its journal, the newest transfer of all and, by code, its own books. By itself:
    nothing was proved."""

    journal: journals.Since = journals.FROM_THE_FIRST
    transfer: int = 0
    books: Mapping[str, ledger.Mark] = field(default_factory=dict)

    @property
    def entry(self) -> int | None:
        """The number of the journal's last entry then, None for none."""
        return self.journal.number or None


UNKNOWN_HOUSE = HouseStart()


def house_faults(
    tick: Tick, start: HouseStart = UNKNOWN_HOUSE, then: Callable[[str], object] = lambda _book: None
) -> Iterator[tuple[str, str]]:
    """(part, sentence) for everything that does not hold, at one moment for each part. `then`: called with each of the
    house's books, at its moment."""
    for book in (CAGE, HOUSE):
        since = start.books.get(book, ledger.UNPROVED)
        with one_moment():
            counter = counter_faults(book, None, since.transfer, changed_slips(start.entry))
            yield from _shortened(book, readable(chain(ledger.faults(book, since), counter)))
            then(book)
    for part, faults in (
        ("ledger", ledger_faults(start)),
        ("journal", journals.faults(tick, start.journal, APPEND_ONLY)),
        ("seals", seal_faults()),
        ("database", protection_faults()),
    ):
        with one_moment():
            yield from _shortened(part, readable(faults))


def ledger_faults(start: HouseStart = UNKNOWN_HOUSE) -> Iterator[str]:
    """A sentence for everything that is wrong in the ledger as a whole."""
    is_whole = not start.journal.number
    yield from ledger.transfers_without_entries(start.transfer)
    if is_whole:
        yield from ledger.accounts_without_entries()
    yield from ledger.account_faults()
    yield from number_faults(counted=is_whole)
    books = {CAGE, HOUSE, *(table.book for table in Table.objects.only("slug"))}
    for book in (
        Account.objects.exclude(book__in=books).order_by("book").values_list("book", flat=True).distinct()
    ):
        yield f"there is money in {book}, which is no table's"
    if sum_of_all := total() if is_whole else total_of_balances():
        yield f"all entries sum to {sum_of_all}, not to zero"


def seal_faults() -> Iterator[str]:
    """A sentence for each chain that does not lead through the head with which a sealed year ends. Of a head that was
    put away the chain of the sealed years themselves tells."""
    firsts = dict(PutAway.objects.values_list("slug").annotate(first=Max("first")))
    for seal in Seal.objects.order_by("year"):
        if seal.journal and not has_head(seal.journal, seal.journal_head):
            yield f"entry {seal.journal} of the journal is not the last of the sealed year {seal}"
        for slug, (number, digest) in seal.tables.items():
            if number < firsts.get(slug, 1):
                continue
            if not Record.objects.filter(table__slug=slug, number=number, digest=digest).exists():
                yield f"record {number} of {slug} is not the last of the sealed year {seal}"


def journal_told() -> str:
    """The length of the journal, and the digest of its last entry."""
    last = JournalEntry.objects.order_by("-number").first()
    return f"{last.number if last else 0} entries, head {last.digest[:16] if last else '-'}"


def _shortened(part: str, faults: Iterator[str]) -> Iterator[tuple[str, str]]:
    found = list(faults)
    yield from ((part, fault) for fault in found[:SHOWN])
    if len(found) > SHOWN:
        yield part, f"and {len(found) - SHOWN} more"


APPEND_ONLY = (
    *(Record, Dispute, Decision, Handover, HouseReglamento, SignatureRequest, RequestOutcome),
    *(Duty, DutyEnd, AlertSeen, HandoverGiven, RefusedCard, PlayerName, Seal, PutAway),
    *(Transfer, Entry, Slip, Step, Shift, Closing, UndoBarrier, LedgerCurrency, JournalEntry),
    *(AccessEvent, AlarmSeen, Act),
)


def protection_faults() -> Iterator[str]:
    """A sentence for each append-only table whose triggers are gone, disabled or others."""
    for model in APPEND_ONLY:
        table = model._meta.db_table
        if not append_only.is_protected(connection, table):
            yield f"{table} can be changed: the triggers that make it append-only are gone"
