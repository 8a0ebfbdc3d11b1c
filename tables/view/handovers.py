"""The change of shift: the outgoing jefe signs what he hands over, with his notes, the incoming one that he takes it.

These rows are kept beside the record and only added. What was open is kept as plain text with both signatures.
"""

from dataclasses import dataclass

from django.db.models import Q

from casino.common import clock
from casino.common.currency import plain
from casino.common.refusals import Refusal
from casino.common.sql.confirmed import confirmed
from casino.journal import chain as journal
from casino.people.permissions import Right, may
from ledger.cage.models import Slip
from ledger.cage.selectors import last_shifts, pending
from ledger.postings import account_of
from ledger.selectors import balances_of
from tables.door import alert_log
from tables.door.service import read
from tables.door.signatures import waiting
from tables.models import AlertSeen, Dispute, Handover, HandoverGiven, Record, SignatureRequest, Table
from tables.record.history import records_standing
from tables.record.postings import book_of
from tables.rules.roles import Actor
from tables.view.alerts.money import is_left, key_of_short_tray

INCIDENT, NOTE = "incident", "note"
OF_A_SHIFT = 50  # of each of these
RECENT = 50_000  # records of a table: what is older is of no shift
LONGEST_NOTES, LONGEST_REASON = 2000, 500  # characters


@dataclass(frozen=True, slots=True)
class ShortTray:
    """A tray that has paid out more than it held. It is open until it is filled, whoever has `seen` the alert."""

    table: Table
    held: int
    seen: AlertSeen | None


@dataclass(frozen=True, slots=True)
class Open:
    """Everything open in the casino, for an incoming jefe to accept. `notes`: those of the tables in this shift;
    `uncounted`: closed tables whose trays are not counted."""

    disputes: tuple[Dispute, ...]
    incidents: tuple[Record, ...]
    notes: tuple[Record, ...]
    suspended: tuple[Table, ...]
    trays: tuple[ShortTray, ...]
    uncounted: tuple[Table, ...]
    slips: tuple[Slip, ...]
    requests: tuple[SignatureRequest, ...]

    def told(self) -> dict[str, list[str]]:
        """The same as plain text, which stays valid when the objects are no longer open."""
        return {
            "disputes": [str(dispute) for dispute in self.disputes],
            "incidents": [f"{record.table.slug}#{record.number}" for record in self.incidents],
            "notes": [f"{record.table.slug}#{record.number}" for record in self.notes],
            "suspended": [table.slug for table in self.suspended],
            "trays": [f"{tray.table.slug} {plain(tray.held)}" for tray in self.trays],
            "uncounted": [table.slug for table in self.uncounted],
            "slips": [f"{slip.book} {slip}" for slip in self.slips],
            "requests": [f"{request.table.slug} {request}" for request in self.requests],
        }


def what_is_open() -> Open:
    """Open disputes, incidents and notes since the last change of shift, suspended tables, short trays, closed tables
    that are not counted, and what waits for a signature."""
    of_shift = _of_shift()
    open_disputes = Dispute.objects.filter(decision=None).select_related("table").order_by("pk")
    of_night = sorted(Table.objects.filter(open=True), key=lambda table: table.place)
    tables = [table for table in of_night if read(table.slug)[1].suspended]
    return Open(
        tuple(open_disputes),
        tuple(record for record in of_shift if record.name == INCIDENT)[:OF_A_SHIFT],
        tuple(record for record in of_shift if record.name == NOTE)[:OF_A_SHIFT],
        tuple(tables),
        tuple(_short_trays()),
        tuple(_uncounted()),
        tuple(pending()),
        tuple(waiting()),
    )


def waits() -> HandoverGiven | None:
    """The hand-over that an outgoing jefe has given and nobody has taken yet. The newest counts."""
    given = HandoverGiven.objects.order_by("-pk").first()
    if given is None or Handover.objects.filter(accepted__given__number=given.pk).exists():
        return None
    return given


def give(actor: Actor, notes: str) -> HandoverGiven:
    """The outgoing jefe hands over, under his own login, what is open. Raises Refusal."""
    _check(actor)
    said = notes.strip().replace("\x00", "")
    if len(said) > LONGEST_NOTES:
        raise Refusal("long_notes", most=LONGEST_NOTES)
    with confirmed():
        journal.hold()
        told = what_is_open().told()
        return HandoverGiven.objects.create(actor=actor.name, at=clock.now(), notes=said, open=told)


def accept(actor: Actor, reason: str = "") -> Handover:
    """The incoming jefe accepts, under his own login, what is open. He says why where nobody has handed it over. Raises
    Refusal."""
    _check(actor)
    with confirmed():
        journal.hold()
        given, why = waits(), reason.strip().replace("\x00", "")[:LONGEST_REASON]
        if given is None and not why:
            raise Refusal("nobody_hands_over")
        if given and given.actor == actor.name:
            raise Refusal("own_handover")
        by = {"number": given.pk, "actor": given.actor} if given else None
        # Read first: what is recorded meanwhile is told twice rather than never.
        records = dict(Table.objects.values_list("slug", "records"))
        accepted = what_is_open().told() | {"given": by, "reason": "" if given else why, "records": records}
        return Handover.objects.create(actor=actor.name, at=clock.now(), accepted=accepted)


def _of_shift() -> list[Record]:
    """Incidents and notes since the last change of shift, or since the day began, without those that were undone;
    newest first."""
    # Not sorted: with ORDER BY, SQLite walks through every record instead of using the index on the name.
    found = Record.objects.filter(_since_last(), name__in=(INCIDENT, NOTE)).order_by()
    stand = records_standing(found.select_related("table").defer("state"))
    return sorted(stand, key=lambda record: record.pk, reverse=True)


def _since_last() -> Q:
    """The records since the last change of shift, which says how far each table had come: clocks are set. Where none
    says so, those since its time, or since the day began."""
    last = Handover.objects.order_by("-pk").first()
    taken = last.accepted.get("records") if last else None
    recent = Q(pk__in=[])
    for table, slug, records in Table.objects.values_list("pk", "slug", "records"):
        recent |= Q(table=table, number__gt=max(records - RECENT, (taken or {}).get(slug, 0)))
    if taken is not None:
        return recent
    return recent & Q(at__gt=last.at if last else clock.day_of(clock.now()))


def _short_trays() -> list[ShortTray]:
    """In the order of the floor. A table that has never been counted keeps no counts."""
    tables = _on_floor()
    held = balances_of(account_of(book, "tray") for book in tables)
    short = {book: held[account_of(book, "tray")] for book in tables if held[account_of(book, "tray")] < 0}
    keys = {
        book: (tables[book].pk, key_of_short_tray(shift, short[book]))
        for book, shift in last_shifts(short).items()
    }
    seen = alert_log.of_tables(set(keys.values()))
    return [ShortTray(tables[book], short[book], seen.get(keys[book])) for book in short if book in keys]


def _uncounted() -> list[Table]:
    """In the order of the floor."""
    tables = {book: table for book, table in _on_floor().items() if not table.open}
    shifts = last_shifts(tables)
    return [table for book, table in tables.items() if book in shifts and is_left(table, shifts[book])]


def _on_floor() -> dict[str, Table]:
    tables = sorted(Table.objects.filter(retired=None).defer("state"), key=lambda table: table.place)
    return {book_of(table.slug): table for table in tables}


def _check(actor: Actor) -> None:
    if not may(actor.role, Right.ACCEPT_HANDOVER):
        raise Refusal("not_for_your_role")
