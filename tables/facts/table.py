"""What stands beside the game at a table, read when a screen needs it and kept with the view (`tables.beside`).

Each fact is kept under what it follows from: nothing where only a notification tells that it changed, or the last
command that may have changed it (`Beside.loud`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max

from casino.common import clock
from ledger.cage import exchanges, selectors
from ledger.cage.exchanges import NOTHING, Unnamed
from ledger.cage.models import Shift, Slip
from ledger.postings import account_of
from ledger.selectors import balance, balances_of
from tables import alerts_seen
from tables.beside import Fact
from tables.disputes import decided_at, of_table, readers, undecided, unread_at
from tables.facts import house_result
from tables.models import Decision, Dispute, Pass
from tables.notify import Subject
from tables.postings import book_of
from tables.record.openings import Openings
from tables.screen import TableView

DISPUTES = Fact(Subject.DISPUTES)
DECISIONS = Fact(Subject.DISPUTES, Subject.ALERTS)
UNREAD = Fact(Subject.DISPUTES, Subject.ALERTS)
SEEN_DISPUTES = Fact(Subject.DISPUTES, Subject.ALERTS)
SHIFT = Fact(Subject.MONEY)
PENDING = Fact(Subject.MONEY)
CAGNOTTE = Fact(Subject.MONEY)
TRAY = Fact(Subject.MONEY)
UNNAMED = Fact(Subject.MONEY)
PAID = Fact()
TODAY = Fact()
BALANCES = Fact(Subject.MONEY)


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A dispute without a decision. `number`: its own; `record`: that of the table's record at which it was marked;
    `seen_by`: the jefe who has said that he has seen it, if one has."""

    number: int
    hand: int
    record: int
    at: datetime
    actor: str
    note: str
    seen_by: str = ""


@dataclass(frozen=True, slots=True)
class ShownDecision:
    """A decision on a dispute of the pass `hand`. `reglamento`: in force when the dispute was marked; `reader`: the
    croupier who has read it, empty while nobody has."""

    number: int
    hand: int
    at: datetime
    actor: str
    text: str
    article: str
    reglamento: str
    reader: str


def disputes(view: TableView) -> list[ShownDispute]:
    """Those without a decision, oldest first."""
    return view.beside.kept(DISPUTES, None, lambda: _disputes(view.slug))


def decisions(view: TableView) -> list[ShownDecision]:
    """The newest decisions on disputes, the newest first."""
    return view.beside.kept(DECISIONS, None, lambda: _shown_decisions(decided_at(view.slug)))


def unread(view: TableView) -> list[ShownDecision]:
    """The decisions since the table was opened last that no croupier has read, the oldest first."""
    table = view.table
    if table is None:
        return []
    return view.beside.kept(UNREAD, view.ended, lambda: _shown_decisions(unread_at(table)))


def disputes_with_seen(view: TableView) -> list[ShownDispute]:
    """As `disputes`, with the jefe who has seen each."""
    found, table = disputes(view), view.table
    if not found or table is None:
        return found
    keys = {f"dispute-{one.number}" for one in found}
    seen = view.beside.kept(SEEN_DISPUTES, frozenset(keys), lambda: alerts_seen.of_table(table.pk, keys))
    by = {key: row.actor for key, row in seen.items()}
    return [replace(one, seen_by=by.get(f"dispute-{one.number}", "")) for one in found]


def shift(view: TableView) -> Shift | None:
    """The table's newest shift, open or closed."""
    return view.beside.kept(SHIFT, None, lambda: selectors.last_shift(book_of(view.slug)))


def pending(view: TableView) -> list[Slip]:
    """The table's slips that wait for a step."""
    return view.beside.kept(PENDING, None, lambda: selectors.pending(book_of(view.slug)))


def cagnotte(view: TableView) -> int:
    """The balance of the box: what the game put there, less what was emptied."""
    return view.beside.kept(CAGNOTTE, view.loud, lambda: _box(view.slug, "cagnotte"))


def tray(view: TableView) -> int:
    """The balance of the tray."""
    return view.beside.kept(TRAY, view.loud, lambda: _box(view.slug, "tray"))


def unnamed(view: TableView) -> Unnamed:
    """What was exchanged here in the last hour without a name, when the counter last moved."""
    book = book_of(view.slug)
    return view.beside.kept(UNNAMED, None, lambda: exchanges.unnamed([book]).get(book, NOTHING))


def last_paid(view: TableView) -> int:
    """The number of the record with which the last pass was paid; 0 before the first."""
    number = view.table.pk if view.table else 0
    return view.beside.kept(PAID, view.ended, lambda: _last_paid([number]).get(number, 0))


def today(view: TableView) -> int:
    """What the house has won since the beginning of the gaming day."""
    return view.beside.kept(TODAY, _of_today(view), lambda: house_result.today(view.slug))


def balances(view: TableView) -> dict[str, int]:
    """Kind of account → balance. Some change with nearly every command."""
    return view.beside.kept(BALANCES, view.version, lambda: selectors.balances(book_of(view.slug)))


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together: disputes, shift, pending, what had no name, the last payment,
    tray and today."""
    books = {book_of(view.slug): view for view in views}
    trays = balances_of(account_of(book, "tray") for book in books)
    shifts, waiting = selectors.last_shifts(books), selectors.pending_in(books)
    without_name = exchanges.unnamed(books)
    paid = _last_paid(view.table.pk for view in views if view.table)
    results, disputed = house_result.today_everywhere(), undecided()
    for book, view in books.items():
        shown = [_shown(one) for one in disputed if view.table and one.table_id == view.table.pk]
        view.beside.learn(DISPUTES, None, shown)
        view.beside.learn(SHIFT, None, shifts.get(book))
        view.beside.learn(PENDING, None, waiting[book])
        view.beside.learn(UNNAMED, None, without_name.get(book, NOTHING))
        view.beside.learn(TRAY, view.loud, trays[account_of(book, "tray")])
        view.beside.learn(PAID, view.ended, paid.get(view.table.pk, 0) if view.table else 0)
        view.beside.learn(TODAY, _of_today(view), results[book])


def _of_today(view: TableView) -> tuple[str, datetime]:
    """What the result of the day follows from: the record, and which day it is."""
    return view.loud, clock.day_of(clock.now())


def _box(slug: str, kind: str) -> int:
    return balance(account_of(book_of(slug), kind))


def _disputes(slug: str) -> list[ShownDispute]:
    return [_shown(one) for one in of_table(slug)]


def _shown(one: Dispute) -> ShownDispute:
    return ShownDispute(one.pk, one.hand, one.record, one.at, one.actor, one.note)


def _shown_decisions(found: Sequence[Decision]) -> list[ShownDecision]:
    if not found:
        return []
    table = found[0].dispute.table
    openings, known = Openings(table), readers(table.pk, found)
    return [_shown_decision(one, openings, known.get(one.pk, "")) for one in found]


def _shown_decision(one: Decision, openings: Openings, reader: str) -> ShownDecision:
    opening = openings.at(one.dispute.record)
    said = one.at, one.actor, one.text, one.article
    return ShownDecision(one.pk, one.dispute.hand, *said, opening.reglamento if opening else "", reader)


def _last_paid(tables: Iterable[int]) -> dict[int, int]:
    """Table → the number of the record with which its last pass was paid."""
    paid = Pass.objects.filter(table__in=list(tables), paid__isnull=False).order_by()
    return dict(paid.values_list("table").annotate(Max("paid")))
