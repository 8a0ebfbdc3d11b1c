"""Disputes and the change of shift: staff mark a dispute, the jefe decides it, and the incoming jefe accepts what is
open.

These rows are kept beside the record, because a dispute is about the game and changes nothing in it. Rows are only
added.
"""

from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from casino.accounts.permissions import Right, may
from casino.common import clock, sql
from casino.common.errors import Refusal
from casino.journal import chain as journal
from ledger.cage.models import Slip
from ledger.cage.selectors import pending
from tables import notify
from tables.engine import State
from tables.engine.actor import Actor
from tables.models import Decision, Dispute, Handover, Record, SignatureRequest, Table
from tables.service import read
from tables.signature_requests import waiting

LONGEST = 500  # characters of a note or a decision
INCIDENTS_OF_A_SHIFT = 50
DECISIONS = 5


class Moves(NamedTuple):
    """How far disputes have come in the whole house: the newest, and the newest decision."""

    dispute: int
    decision: int


@dataclass(frozen=True, slots=True)
class Open:
    """What is open in the casino, for an incoming jefe to accept."""

    disputes: tuple[Dispute, ...]
    incidents: tuple[Record, ...]
    suspended: tuple[Table, ...]
    slips: tuple[Slip, ...]
    requests: tuple[SignatureRequest, ...]

    def told(self) -> dict[str, list[str]]:
        """The same as plain text, which stays valid when the objects are no longer open."""
        return {
            "disputes": [str(dispute) for dispute in self.disputes],
            "incidents": [f"{record.table.slug}#{record.number}" for record in self.incidents],
            "suspended": [table.slug for table in self.suspended],
            "slips": [f"{slip.book} {slip}" for slip in self.slips],
            "requests": [f"{request.table.slug} {request}" for request in self.requests],
        }


def mark(slug: str, actor: Actor, note: str = "") -> Dispute:
    """Mark a dispute at the table's present state. Raises Refusal."""
    if not may(actor.role, Right.MARK_DISPUTE):
        raise Refusal("not_for_your_role")
    actor.check_serves(slug)
    table, state = read(slug)
    with transaction.atomic():
        transaction.on_commit(lambda: notify.announce(slug, state.version, beside=True), robust=True)
        return _marked(table, state, actor, _text(note, may_be_empty=True))


def _marked(table: Table, state: State, actor: Actor, note: str) -> Dispute:
    seats = {seat: player for seat, player in state.seats.items() if player}
    return Dispute.objects.create(
        table=table,
        version=state.version,
        record=table.records,
        hand=state.current.number,
        present={"seats": seats, "standing": list(state.standing)},
        note=note,
        actor=actor.name,
        at=clock.now(),
    )


def resolve(dispute: int, actor: Actor, decision: str, article: str = "") -> Decision:
    """Record the jefe's only decision on a dispute. Raises Refusal."""
    if not may(actor.role, Right.DECIDE_DISPUTE):
        raise Refusal("not_for_your_role")
    with transaction.atomic():
        journal.hold()
        found = Dispute.objects.filter(pk=dispute).first()
        if found is None:
            raise Refusal("no_such_dispute")
        if Decision.objects.filter(dispute=found).exists():
            raise Refusal("resolved_already")
        text, of = _text(decision), article.strip()[:12]
        version = Table.objects.values_list("version", flat=True).get(pk=found.table_id)
        slug = found.table.slug
        transaction.on_commit(lambda: notify.announce(slug, version, beside=True), robust=True)
        return Decision.objects.create(dispute=found, text=text, article=of, actor=actor.name, at=clock.now())


def what_is_open() -> Open:
    """Open disputes, incidents since the last change of shift, suspended tables, and what waits for a signature."""
    last = Handover.objects.order_by("-at").first()
    incidents = Record.objects.filter(name="incident").select_related("table").defer("state").order_by("-pk")
    if last:
        incidents = incidents.filter(at__gt=last.at)
    open_disputes = Dispute.objects.filter(decision=None).select_related("table").order_by("pk")
    tables = [
        table for table in Table.objects.filter(open=True).order_by("slug") if read(table.slug)[1].suspended
    ]
    found = tuple(incidents[:INCIDENTS_OF_A_SHIFT])
    return Open(tuple(open_disputes), found, tuple(tables), tuple(pending()), tuple(waiting()))


def of_table(slug: str) -> list[Dispute]:
    """The undecided disputes at this table, oldest first."""
    return list(Dispute.objects.filter(table__slug=slug, decision=None).order_by("pk"))


def undecided() -> list[Dispute]:
    """The undecided disputes of the whole house, oldest first."""
    return list(Dispute.objects.filter(decision=None).order_by("pk"))


def decided_at(slug: str) -> list[Decision]:
    """The newest decisions on disputes at this table, the newest first."""
    decisions = Decision.objects.filter(dispute__table__slug=slug).select_related("dispute__table")
    return list(decisions.order_by("-pk")[:DECISIONS])


def moves() -> Moves:
    """As of now."""
    return Moves(*sql.newest(Dispute, Decision))


def moved_since(before: Moves) -> set[str]:
    """The tables at which a dispute was marked or decided since then."""
    moved = Dispute.objects.filter(Q(pk__gt=before.dispute) | Q(decision__pk__gt=before.decision))
    return set(moved.values_list("table__slug", flat=True))


def accept(actor: Actor) -> Handover:
    """The incoming jefe accepts, under his own login, what is open. Raises Refusal."""
    if not may(actor.role, Right.ACCEPT_HANDOVER):
        raise Refusal("not_for_your_role")
    return Handover.objects.create(actor=actor.name, at=clock.now(), accepted=what_is_open().told())


def _text(said: str, *, may_be_empty: bool = False) -> str:
    text = said.strip()
    if len(text) > LONGEST or "\x00" in text or not (text or may_be_empty):
        raise Refusal("says_nothing")
    return text
