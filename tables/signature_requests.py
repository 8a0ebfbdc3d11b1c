"""Requests for a second person's signature, as rows: asked, ended, and what waits now.

A request is for the deal in which it was asked. It lapses when that ends: paid, void, burned, dealt anew, the table
closed, or an undo going back behind it. Every function that writes runs inside its caller's transaction, which holds
the lock of the table's row.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max, Q, QuerySet

from casino.common import clock, sql
from casino.common.prepared import Prepared
from casino.common.sql import Batch
from tables.engine import Command, Event, State
from tables.engine.actor import Actor, Signature
from tables.engine.incidents.consent import signer_of
from tables.engine.incidents.events import ConsentGiven, DealBurned, PassVoided
from tables.engine.payment.events import PassSettled
from tables.engine.shoe.events import ShoeBurned, ShoeShuffled
from tables.engine.table.events import TableClosed, TableOpened
from tables.engine.undo.events import Undone
from tables.models import Record, RequestOutcome, SignatureRequest
from tables.models.requests import DECLINED, LAPSED, SIGNED

Json = dict[str, Any]
ENDINGS = (PassSettled, PassVoided, DealBurned, ShoeBurned, ShoeShuffled, TableClosed, TableOpened)
ENDING_COMMANDS = ("settle", "void_pass", "burn_shoe", "open_table")
WAITING = "waiting"


class Made(NamedTuple):
    """A record: its number, who gave the command, and when."""

    number: int
    actor: Actor
    at: datetime


class Moves(NamedTuple):
    """How far requests have come in the whole house: the newest, and the newest outcome."""

    request: int
    outcome: int


def command_of(command: Command) -> Json:
    """The command as a client sends it, without the version that it expected."""
    fields = command.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude={"expected_version"})
    return {**fields, "command": command.name}


def create(table: int, state: State, act: str, command: Command, actor: Actor) -> SignatureRequest:
    """A new request at the table with this primary key."""
    return SignatureRequest.objects.create(
        table_id=table,
        version=state.version,
        hand=state.current.number,
        command=command_of(command),
        act=act,
        signer=signer_of(act, command),
        actor=actor.name,
        role=actor.role,
        at=clock.now(),
    )


def signature_of(request: SignatureRequest, signer: Actor) -> Signature:
    """The signature of `signer` under the request."""
    return Signature(signer.name, signer.role, request.pk, request.version, request.at.isoformat())


def end_with(
    batch: Batch, table: int, made: Made, events: Sequence[Event], signature: Signature | None
) -> None:
    """End what this record ends: the request that it carries out, and those whose deal it brings to an end."""
    if signature:
        signer = Actor(signature.name, signature.role)
        signed = {"request": signature.request, **_outcome(SIGNED, signer, made)}
        batch.insert(RequestOutcome, [signed])
    undo = next((event for event in events if isinstance(event, Undone)), None)
    since = {"version__gt": undo.to} if undo else {}
    if undo or any(isinstance(event, ENDINGS) for event in events):
        lapsed = _outcome(LAPSED, made.actor, made)
        batch.insert_for_each(RequestOutcome, "request", lapsed, table=table, **since)


def _outcome(step: str, actor: Actor, made: Made) -> Json:
    """Written past the journal: both steps follow from the record, and the audit proves them by it."""
    return {
        "step": step,
        "reason": "",
        "actor": actor.name,
        "role": actor.role,
        "record": made.number,
        "at": made.at,
    }


def _unended(table: int) -> QuerySet[SignatureRequest]:
    return SignatureRequest.objects.filter(table=table, outcome=None)


def waits(table: int, act: str) -> bool:
    """Whether such a request waits at the table with this primary key."""
    return _unended(table).filter(act=act).exists()


def waiting(slug: str | None = None) -> list[SignatureRequest]:
    """What waits at a table, or in the whole house; oldest first."""
    found = SignatureRequest.objects.filter(outcome=None)
    if slug is not None:
        found = found.filter(table__slug=slug)
    return list(found.select_related("table").order_by("pk"))


def at_table(slug: str, hand: int) -> tuple[list[SignatureRequest], list[SignatureRequest]]:
    """What waits at a table, and what was declined in the pass under way, which has this number; oldest first."""
    numbers = [number for (number,) in _AT_TABLE.rows(slug, hand)]
    if not numbers:
        return [], []
    found = SignatureRequest.objects.filter(pk__in=numbers).select_related("outcome").order_by("pk")
    declined = [request for request in found if request.ended]
    began = _began(slug) if declined else 0
    return (
        [request for request in found if not request.ended],
        [request for request in declined if request.version >= began],
    )


_AT_TABLE = Prepared(
    lambda slug, hand: SignatureRequest.objects.filter(
        Q(outcome=None) | Q(outcome__step=DECLINED, hand=hand), table__slug=slug
    ).values_list("pk")
)


def _began(slug: str) -> int:
    """The version at which the table's last pass ended. An undo brings a pass's number back, but not its requests."""
    ends = Record.objects.filter(table__slug=slug, name__in=ENDING_COMMANDS)
    return ends.aggregate(newest=Max("version"))["newest"] or 0


def state_of(request: SignatureRequest) -> str:
    """`waiting`, or how it ended."""
    return request.ended.step if request.ended else WAITING


def line_of(request: SignatureRequest) -> Json:
    """A request for a reader outside."""
    ended = request.ended
    return {
        "number": request.pk,
        "table": request.table.slug,
        "version": request.version,
        "pass": request.hand,
        "command": request.command,
        "signer": request.signer,
        "state": state_of(request),
        "actor": request.actor,
        "role": request.role,
        "at": request.at.isoformat(),
        "ended": _ending_of(ended) if ended else None,
    }


def _ending_of(outcome: RequestOutcome) -> Json:
    said = {"actor": outcome.actor, "role": outcome.role, "at": outcome.at.isoformat()}
    return {**said, "reason": outcome.reason, "record": outcome.record}


def consent_in(record: Record) -> Json | None:
    """The second person's signature among the events of a record; None without one."""
    return next((event for event in record.events if event["type"] == ConsentGiven.type), None)


def moves() -> Moves:
    """As of now."""
    return Moves(*sql.newest(SignatureRequest, RequestOutcome))


def moved_since(before: Moves) -> set[str]:
    """The tables at which a request was made or ended since then."""
    made = SignatureRequest.objects.filter(pk__gt=before.request)
    ended = SignatureRequest.objects.filter(outcome__pk__gt=before.outcome)
    return set(made.values_list("table__slug", flat=True)) | set(ended.values_list("table__slug", flat=True))
