"""Signs, declines and withdraws requests for a signature, under the lock of their table. What is signed goes through
the one door of all commands, given by who asked."""

from dataclasses import dataclass

from django.db import transaction

from casino.common import clock
from casino.common.errors import Refusal
from tables import notify, row_lock, signature_requests
from tables.engine.actor import Actor
from tables.given import Answer
from tables.models import RequestOutcome, SignatureRequest, Table
from tables.models.requests import DECLINED, LAPSED, SIGNED, WITHDRAWN
from tables.notify import Subject
from tables.service import execute

LONGEST = 500  # characters of a reason


@dataclass(frozen=True, slots=True)
class Taken:
    """A request after a step. `refused`: the command was signed, but the game refused it, and the request waits on."""

    request: SignatureRequest
    refused: Answer | None = None


def take_step(number: int, step: str, actor: Actor, reason: str = "", *, again: bool = False) -> Taken:
    """Sign the request, decline or withdraw it. `again`: the caller may have said this before and lost the answer; if
    this person ended it so, that is the answer; with another reason it is refused (`key_used`). Raises Refusal."""
    slug = SignatureRequest.objects.filter(pk=number).values_list("table__slug", flat=True).first()
    if slug is None:
        raise Refusal("no_such_request")
    with row_lock.turn(slug), transaction.atomic():
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
    signature = signature_requests.signature_of(request, signer)
    asker = Actor(request.actor, request.role)
    answer = execute(request.table.slug, request.command, asker, signature=signature)
    return None if answer.ok else answer


def _end(request: SignatureRequest, step: str, actor: Actor, reason: str) -> None:
    RequestOutcome.objects.create(
        request=request, step=step, reason=reason, actor=actor.name, role=actor.role, at=clock.now()
    )
    slug, version = request.table.slug, request.table.version
    transaction.on_commit(lambda: notify.announce(slug, version, beside={Subject.REQUESTS}), robust=True)
