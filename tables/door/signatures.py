"""Second persons' signatures: asks for one, signs, declines and withdraws, all under the lock of the table. What is
signed is given to the table by who asked.

A request is for the deal in which it was asked. It lapses when that ends: paid, void, burned, dealt anew, the table
closed, or an undo going back behind it (`tables.door.service` writes that with the record).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Max

from casino.common import clock
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from casino.common.sql import newest
from casino.common.sql.confirmed import confirmed
from tables.door import notify, row_lock
from tables.door.service import (
    Answer,
    LockedTable,
    Sender,
    decide_at,
    digest_of,
    earlier_answer,
    execute,
    keep_answer,
    locked,
    refused_at,
)
from tables.engine import Command, State, parse
from tables.engine.incidents.consent import act_of, signer_of
from tables.engine.incidents.events import ConsentGiven
from tables.models import Record, RequestOutcome, SignatureRequest, Table
from tables.models.requests import DECLINED, LAPSED, SIGNED, WITHDRAWN
from tables.rules.roles import Actor, Signature, may_ask_for

ENDING_COMMANDS = ("settle", "void_pass", "burn_shoe", "open_table")
WAITING = "waiting"
LONGEST = 500  # characters of a reason
MOST_DECLINED = 50  # requests at a table: more than a pass has


class Moves(NamedTuple):
    """The newest request in the whole house, and the newest outcome of one."""

    request: int
    outcome: int


@dataclass(frozen=True, slots=True)
class Taken:
    """A request after a step. `refused`: the command was signed, but the game refused it, and the request waits on."""

    request: SignatureRequest
    refused: Answer | None = None


def ask(table: str, command: object, actor: Actor, key: str | None = None) -> Answer:
    """Ask another person to sign a command, which is given once he does. The answer has the request that waits. What
    the game would refuse now is refused at once; everything else as in `tables.door.service.execute`."""
    sender = Sender(actor, key, digest_of(command, key, waits=True), outside=True)
    with locked(table) as held:
        return earlier_answer(held, sender) or keep_answer(held, sender, _asked(held, command, sender))


def _asked(held: LockedTable, said: object, sender: Sender) -> Answer:
    state = held.state
    try:
        command = parse(said)
        act = _act_to_sign(held, command, sender)
    except Refusal as refusal:
        return refused_at(held, refusal)
    request = _create(held.table, state, act, command, sender.actor)
    notify.announce_on_commit(held.table.slug, state.version, beside=True)
    return Answer(True, state.version, state.phase, [], request=line_of(request))


def _act_to_sign(held: LockedTable, command: Command, sender: Sender) -> str:
    """The act that is to be signed. Raises Refusal where the command, signed now, would be refused."""
    act = act_of(held.state, command)
    if act is None:
        raise Refusal("no_second_person")
    if not may_ask_for(sender.actor.role, act):
        raise Refusal("not_allowed", role=sender.actor.role)
    signature = Signature("", signer_of(act, command), 0, held.state.version, "")
    decide_at(held, command, replace(sender, signature=signature))
    if _waits(held.table.pk, act):
        raise Refusal("asked_already")
    return act


def _command_of(command: Command) -> Json:
    """The command as a client sends it, without the version that it expected."""
    fields = command.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude={"expected_version"})
    return {**fields, "command": command.name}


def _create(table: Table, state: State, act: str, command: Command, actor: Actor) -> SignatureRequest:
    """A new request at the table."""
    return SignatureRequest.objects.create(
        table=table,
        version=state.version,
        hand=state.current.number,
        command=_command_of(command),
        act=act,
        signer=signer_of(act, command),
        actor=actor.name,
        role=actor.role,
        at=clock.now(),
    )


def _signature_of(request: SignatureRequest, signer: Actor) -> Signature:
    """The signature of `signer` under the request."""
    return Signature(signer.name, signer.role, request.pk, request.version, request.at.isoformat())


def _waits(table: int, act: str) -> bool:
    """Whether such a request waits at the table with this primary key."""
    return SignatureRequest.objects.filter(table=table, outcome=None, act=act).exists()


def take_step(number: int, step: str, actor: Actor, reason: str = "", *, again: bool = False) -> Taken:
    """Sign the request, decline or withdraw it. `again`: the caller may have said this before and lost the answer; if
    this person ended it so, that is the answer; with another reason it is refused (`key_used`). Raises Refusal."""
    slug = SignatureRequest.objects.filter(pk=number).values_list("table__slug", flat=True).first()
    if slug is None:
        raise Refusal("no_such_request")
    with row_lock.queued(slug), confirmed():
        request = _locked(number, slug)
        ended = request.ended
        if ended and again and (ended.step, ended.actor) == (step, actor.name):
            _check_reason(ended, reason)
            return Taken(request)
        _check(request, step, actor)
        refused = None
        if step == SIGNED:
            refused = _sign(request, actor)
        else:
            _end(request, step, actor, _text(step, reason))
    return Taken(SignatureRequest.objects.select_related("table", "outcome").get(pk=number), refused)


def _locked(number: int, slug: str) -> SignatureRequest:
    """The request as it stands while nobody else gives a command to its table."""
    Table.objects.select_for_update().get(slug=slug)
    return SignatureRequest.objects.select_related("table", "outcome").get(pk=number)


def _check_reason(ended: RequestOutcome, said: str) -> None:
    if ended.step != SIGNED and ended.reason != said.strip():
        raise Refusal("key_used")


def _check(request: SignatureRequest, step: str, actor: Actor) -> None:
    actor.check_serves(request.table.slug)
    if request.ended:
        raise Refusal("request_lapsed" if request.ended.step == LAPSED else "request_ended")
    is_own = actor.name == request.actor
    if is_own and step != WITHDRAWN:
        raise Refusal("own_signature")
    if is_own != (step == WITHDRAWN) or (not is_own and actor.role != request.signer):
        raise Refusal("not_for_your_role")


def _text(step: str, said: str) -> str:
    text = said.strip()
    if len(text) > LONGEST or "\x00" in text or not (text or step != DECLINED):
        raise Refusal("says_nothing")
    return text


def _sign(request: SignatureRequest, signer: Actor) -> Answer | None:
    signature = _signature_of(request, signer)
    asker = Actor(request.actor, request.role)
    answer = execute(request.table.slug, request.command, asker, signature=signature)
    return None if answer.ok else answer


def _end(request: SignatureRequest, step: str, actor: Actor, reason: str) -> None:
    RequestOutcome.objects.create(
        request=request, step=step, reason=reason, actor=actor.name, role=actor.role, at=clock.now()
    )
    notify.announce_on_commit(request.table.slug, request.table.version, beside=True)


def waiting(slug: str | None = None) -> list[SignatureRequest]:
    """The requests that wait at a table, or in the whole house; oldest first."""
    found = SignatureRequest.objects.filter(outcome=None)
    if slug is not None:
        found = found.filter(table__slug=slug)
    return list(found.select_related("table").order_by("pk"))


def declined(slug: str) -> list[SignatureRequest]:
    """The newest requests at a table that were declined, oldest first."""
    found = SignatureRequest.objects.filter(outcome__step=DECLINED, table__slug=slug)
    return list(found.select_related("outcome").order_by("-pk")[:MOST_DECLINED])[::-1]


def of_pass(requests: Iterable[SignatureRequest], slug: str, hand: int) -> list[SignatureRequest]:
    """The requests among these that were made in the pass under way at that table, which has this number."""
    found = [request for request in requests if request.hand == hand]
    began = _began(slug) if found else 0
    return [request for request in found if request.version >= began]


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
    return Moves(newest(SignatureRequest), newest(RequestOutcome))


def moved_since(before: Moves) -> set[str]:
    """The tables at which a request was made or ended since then."""
    made = SignatureRequest.objects.filter(pk__gt=before.request)
    ended = SignatureRequest.objects.filter(outcome__pk__gt=before.outcome)
    return set(made.values_list("table__slug", flat=True)) | set(ended.values_list("table__slug", flat=True))
