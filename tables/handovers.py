"""The change of shift: the outgoing jefe signs what he hands over, with his notes, the incoming one that he takes it.

These rows are kept beside the record and only added. What was open is kept as plain text with both signatures.
"""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from casino.accounts.permissions import Right, may
from casino.common import clock
from casino.common.errors import Refusal
from casino.journal import chain as journal
from ledger.cage.models import Slip
from ledger.cage.selectors import pending
from tables.engine.actor import Actor
from tables.models import Dispute, Handover, HandoverGiven, Record, SignatureRequest, Table
from tables.service import read
from tables.signature_requests import waiting

INCIDENT, NOTE = "incident", "note"
OF_A_SHIFT = 50  # of each of these
RECENT = 50_000  # records of a table: what is older is of no shift
LONGEST_NOTES, LONGEST_REASON = 2000, 500  # characters


@dataclass(frozen=True, slots=True)
class Open:
    """What is open in the casino, for an incoming jefe to accept. `notes`: those of the tables in this shift."""

    disputes: tuple[Dispute, ...]
    incidents: tuple[Record, ...]
    notes: tuple[Record, ...]
    suspended: tuple[Table, ...]
    slips: tuple[Slip, ...]
    requests: tuple[SignatureRequest, ...]

    def told(self) -> dict[str, list[str]]:
        """The same as plain text, which stays valid when the objects are no longer open."""
        return {
            "disputes": [str(dispute) for dispute in self.disputes],
            "incidents": [f"{record.table.slug}#{record.number}" for record in self.incidents],
            "notes": [f"{record.table.slug}#{record.number}" for record in self.notes],
            "suspended": [table.slug for table in self.suspended],
            "slips": [f"{slip.book} {slip}" for slip in self.slips],
            "requests": [f"{request.table.slug} {request}" for request in self.requests],
        }


def what_is_open() -> Open:
    """Open disputes, incidents and notes since the last change of shift, suspended tables, and what waits for a
    signature."""
    of_shift = _of_shift()
    open_disputes = Dispute.objects.filter(decision=None).select_related("table").order_by("pk")
    tables = [
        table for table in Table.objects.filter(open=True).order_by("slug") if read(table.slug)[1].suspended
    ]
    return Open(
        tuple(open_disputes),
        tuple(record for record in of_shift if record.name == INCIDENT)[:OF_A_SHIFT],
        tuple(record for record in of_shift if record.name == NOTE)[:OF_A_SHIFT],
        tuple(tables),
        tuple(pending()),
        tuple(waiting()),
    )


def waits() -> HandoverGiven | None:
    """What an outgoing jefe has handed over and nobody has taken yet. The newest counts."""
    given = HandoverGiven.objects.order_by("-pk").first()
    taken = Handover.objects.order_by("-pk").first()
    return given if given and (taken is None or taken.at < given.at) else None


def give(actor: Actor, notes: str) -> HandoverGiven:
    """The outgoing jefe hands over, under his own login, what is open. Raises Refusal."""
    _check(actor)
    said = notes.strip().replace("\x00", "")
    if len(said) > LONGEST_NOTES:
        raise Refusal("long_notes", most=LONGEST_NOTES)
    with transaction.atomic():
        journal.hold()
        told = what_is_open().told()
        return HandoverGiven.objects.create(actor=actor.name, at=clock.now(), notes=said, open=told)


def accept(actor: Actor, reason: str = "") -> Handover:
    """The incoming jefe accepts, under his own login, what is open. He says why where nobody has handed it over. Raises
    Refusal."""
    _check(actor)
    with transaction.atomic():
        journal.hold()
        given, why = waits(), reason.strip().replace("\x00", "")[:LONGEST_REASON]
        if given is None and not why:
            raise Refusal("nobody_hands_over")
        if given and given.actor == actor.name:
            raise Refusal("own_handover")
        by = {"number": given.pk, "actor": given.actor} if given else None
        accepted = what_is_open().told() | {"given": by, "reason": "" if given else why}
        return Handover.objects.create(actor=actor.name, at=clock.now(), accepted=accepted)


def _of_shift() -> list[Record]:
    """Incidents and notes since the last change of shift, or since the day began; newest first."""
    last = Handover.objects.order_by("-pk").first()
    recent = Q(pk__in=[])
    for table, records in Table.objects.values_list("pk", "records"):
        recent |= Q(table=table, number__gt=records - RECENT)
    since = last.at if last else clock.day_of(clock.now())
    # Not sorted: with ORDER BY, SQLite walks through every record instead of using the index on the name.
    found = Record.objects.filter(recent, name__in=(INCIDENT, NOTE), at__gt=since).order_by()
    return sorted(found.select_related("table").defer("state"), key=lambda record: record.pk, reverse=True)


def _check(actor: Actor) -> None:
    if not may(actor.role, Right.ACCEPT_HANDOVER):
        raise Refusal("not_for_your_role")
