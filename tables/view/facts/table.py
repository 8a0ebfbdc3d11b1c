"""Facts beside the game at a table, read when a screen needs it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice

from django.db.models import F, Max, Q

from casino.common import clock
from casino.common.json_input import Json
from casino.common.wording import text as gettext
from ledger.cage import exchanges, selectors
from ledger.cage.exchanges import NOTHING, Unnamed
from ledger.cage.models import Shift, Slip, UndoBarrier
from ledger.postings import account_of
from ledger.selectors import balances_of
from ledger.totals import results_by_hour
from tables.door import alert_log
from tables.door.disputes import decided_at, of_table, readers, undecided, unread_at
from tables.models import Decision, Dispute, Pass, Player, Record, Shoe
from tables.record.history import RecordHistory
from tables.record.names import at_hand, filled, names_of, references_in
from tables.record.openings import Openings
from tables.record.postings import book_of
from tables.view.facts.decided import acts_of
from tables.view.screen import Fact, KeptFact, TableView

SHOWN_REGULARS = 12  # who may come again
SHOWN_COMMANDS = 15  # that an undo can take back


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
    croupier who has read it, empty while nobody has; `done`: what was carried out with it, if something was."""

    number: int
    hand: int
    at: datetime
    actor: str
    text: str
    article: str
    reglamento: str
    reader: str
    done: str


@dataclass(frozen=True, slots=True)
class Undoable:
    """A command that an undo can take back: the `number` of its record, and the version `before` to which that
    returns."""

    number: int
    before: int
    version: int
    name: str
    actor: str
    at: datetime
    command: Json


@Fact
def undoable(view: TableView) -> list[Undoable]:
    """The last commands that an undo can take back, newest first: none from before a signed count of the money."""
    if view.table is None:
        return []
    counted = UndoBarrier.last(book_of(view.slug))
    history = RecordHistory(view.table.pk, view.version)
    versions = [
        made.version for made in islice(reversed(history.standing(SHOWN_COMMANDS + 1)), SHOWN_COMMANDS)
    ]
    made = Record.objects.filter(table=view.table, version__in=versions, number__gt=counted).order_by(
        "-number"
    )
    rows = list(made.values_list("number", "first_seq", "version", "name", "actor", "at", "command"))
    names = names_of(references_in(row[-1] for row in rows), at_hand(view.table))
    return [
        Undoable(number, first - 1, version, name, actor, at, filled(command, names))
        for number, first, version, name, actor, at, command in rows
    ]


@KeptFact
def disputes(view: TableView) -> list[ShownDispute]:
    """The disputes without a decision, oldest first."""
    return [_shown(one) for one in of_table(view.slug)]


@KeptFact
def decisions(view: TableView) -> list[ShownDecision]:
    """The newest decisions on disputes, the newest first."""
    return _shown_decisions(decided_at(view.slug))


@KeptFact
def unread(view: TableView) -> list[ShownDecision]:
    """The decisions since the table was opened last that no croupier has read, the oldest first."""
    return _shown_decisions(unread_at(view.table)) if view.table else []


@Fact
def disputes_with_seen(view: TableView) -> list[ShownDispute]:
    """As `disputes`, with the jefe who has seen each."""
    found, table = disputes(view), view.table
    if not found or table is None:
        return found
    seen = alert_log.of_table(table.pk, {f"dispute-{one.number}" for one in found})
    by = {key: row.actor for key, row in seen.items()}
    return [replace(one, seen_by=by.get(f"dispute-{one.number}", "")) for one in found]


@Fact
def regulars(view: TableView) -> list[Json]:
    """Who was at this table before and is not here now, the last who came first: `player` and `name`. Whoever was
    called by his place alone is nobody to be known again, nor is whose name was erased."""
    if view.table is None:
        return []
    unknown = Q(name__startswith=f"{gettext('Seat')} ") | Q(name__startswith=f"{gettext('Standing')} ")
    unknown |= ~Q(reference="") & Q(name=F("player"))
    gone = Player.objects.filter(table=view.table).exclude(unknown | Q(player__in=[*view.snapshot["names"]]))
    return [{"player": one.player, "name": one.name} for one in gone.order_by("-pk")[:SHOWN_REGULARS]]


@KeptFact
def shift(view: TableView) -> Shift | None:
    """The table's newest shift, open or closed."""
    return selectors.last_shift(book_of(view.slug))


@KeptFact
def pending(view: TableView) -> list[Slip]:
    """The table's slips that wait for a step."""
    return selectors.pending(book_of(view.slug))


def cagnotte(view: TableView) -> int:
    """The balance of the box: what the game put there, less what was emptied."""
    return balances(view)["cagnotte"]


@Fact
def tray(view: TableView) -> int:
    """The balance of the tray."""
    return balances(view)["tray"]


@Fact
def unnamed(view: TableView) -> Unnamed:
    """The sum exchanged here in the last hour without a name. Time alone only lessens it: nothing stays nothing."""
    return _unnamed_at(view.slug) if _unnamed_before(view) != NOTHING else NOTHING


@KeptFact
def _unnamed_before(view: TableView) -> Unnamed:
    return _unnamed_at(view.slug)


def _unnamed_at(slug: str) -> Unnamed:
    book = book_of(slug)
    return exchanges.unnamed([book]).get(book, NOTHING)


@Fact
def last_paid(view: TableView) -> int:
    """The number of the record with which the last pass was paid; 0 before the first."""
    number = view.table.pk if view.table else 0
    return _last_paid([number]).get(number, 0)


@Fact
def shoe_before(view: TableView) -> str:
    """The results of the shoe before the present one: P, B and T, oldest first; empty if there was none."""
    number = (view.snapshot["shoe"] or {}).get("number", 0)
    if view.table is None or number < 2:
        return ""
    before = Shoe.objects.filter(table=view.table.pk, number=number - 1)
    return before.values_list("results", flat=True).first() or ""


@Fact
def today(view: TableView) -> int:
    """The gain of the house since the beginning of the gaming day."""
    book = book_of(view.slug)
    return results_today(book)[book]


@Fact
def balances(view: TableView) -> dict[str, int]:
    """Kind of account → balance."""
    return selectors.balances(book_of(view.slug))


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together: disputes, shift, pending, what had no name, the last payment,
    tray and today."""
    books = {book_of(view.slug): view for view in views}
    trays = balances_of(account_of(book, "tray") for book in books)
    shifts, waiting = selectors.last_shifts(books), selectors.pending_in(books)
    without_name = exchanges.unnamed(books)
    paid = _last_paid(view.table.pk for view in views if view.table)
    results, disputed = results_today(), undecided()
    for book, view in books.items():
        table = view.table.pk if view.table else 0
        disputes.learn(view, [_shown(one) for one in disputed if one.table_id == table])
        shift.learn(view, shifts.get(book))
        pending.learn(view, waiting[book])
        unnamed.learn(view, without_name.get(book, NOTHING))
        tray.learn(view, trays[account_of(book, "tray")])
        last_paid.learn(view, paid.get(table, 0))
        today.learn(view, results[book])


def _shown(one: Dispute) -> ShownDispute:
    return ShownDispute(one.pk, one.hand, one.record, one.at, one.actor, one.note)


def _shown_decisions(found: Sequence[Decision]) -> list[ShownDecision]:
    if not found:
        return []
    table = found[0].dispute.table
    openings, known, done = Openings(table), readers(table.pk, found), acts_of(table, found)
    return [
        _shown_decision(one, openings, known.get(one.pk, ""), done.get(one.dispute_id, "")) for one in found
    ]


def _shown_decision(one: Decision, openings: Openings, reader: str, done: str) -> ShownDecision:
    opening = openings.at(one.dispute.record)
    said = one.at, one.actor, one.text, one.article
    return ShownDecision(one.pk, one.dispute.hand, *said, opening.reglamento if opening else "", reader, done)


def _last_paid(tables: Iterable[int]) -> dict[int, int]:
    """Table → the number of the record with which its last pass was paid."""
    paid = Pass.objects.filter(table__in=list(tables), paid__isnull=False).order_by()
    return dict(paid.values_list("table").annotate(Max("paid")))


def results_today(book: str | None = None) -> Counter[str]:
    """Book → what the house has won there since the beginning of the gaming day, of one book or of every table's:
    what the game paid into tray and cagnotte, less what it paid out."""
    now = clock.now()
    found: Counter[str] = Counter()
    for (of, _), result in results_by_hour(clock.day_of(now), now + timedelta(hours=1), book).items():
        found[of] += result
    return found
