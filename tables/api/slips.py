"""The counter's slips, and the money of a table and of the cage."""

from django.http import HttpRequest, HttpResponse

from casino.common.refusals import Refusal
from ledger.cage import slips as cage_slips
from ledger.cage.models import Slip
from tables.api.app import api, caller_of, respond, signer_of
from tables.api.commands import KEY
from tables.api.schemas import CageMoney, SlipAnswer, SlipRequest, SlipStep, TableMoney, answers
from tables.door import slips
from tables.door.service import is_key


@api.get(
    "/tables/{slug:slug}/money",
    url_name="money",
    summary="A table's shift, balances and slips",
    response=answers(200, TableMoney, 403, 404),
)
def table_money(request: HttpRequest, slug: str) -> HttpResponse:
    """For the staff."""
    return respond(request, (200, slips.of_table(slug, caller_of(request).actor.role)))


@api.get(
    "/cage",
    url_name="cage",
    summary="The cage's balances, and every slip that waits",
    response=answers(200, CageMoney, 403),
)
def cage(request: HttpRequest) -> HttpResponse:
    """For the staff."""
    return respond(request, (200, slips.of_cage(caller_of(request).actor.role)))


@api.post(
    "/tables/{slug:slug}/slips",
    url_name="slips",
    summary="Ask for a slip at a table",
    response=answers(201, SlipAnswer, 403, 404, 409, 422),
    openapi_extra={"parameters": [KEY]},
)
def ask_at_table(request: HttpRequest, slug: str, said: SlipRequest) -> HttpResponse:
    """An exchange, a fill, a credit, a count of the table's."""
    return _ask(request, slug, said)


@api.post(
    "/cage/slips",
    url_name="cage-slips",
    summary="Ask for a slip of the cage",
    response=answers(201, SlipAnswer, 403, 409, 422),
    openapi_extra={"parameters": [KEY]},
)
def ask_at_cage(request: HttpRequest, said: SlipRequest) -> HttpResponse:
    """Ask for what the house puts into the cage or takes out of it."""
    return _ask(request, None, said)


@api.post(
    "/slips/{int:number}/steps",
    url_name="steps",
    summary="Sign a slip, send, receive or void it",
    response=answers(200, SlipAnswer, 403, 404, 409, 422),
    openapi_extra={"parameters": [KEY]},
)
def take_step(request: HttpRequest, number: int, said: SlipStep) -> HttpResponse:
    """The caller signs, or whoever gives his own login and passphrase on the caller's tablet. With an
    `Idempotency-Key` a step that this person has taken is the answer again."""
    again = request.headers.get("Idempotency-Key") is not None
    slip = slips.take_step(
        number,
        said.step,
        signer_of(request, said.signer, said.passphrase, said.code),
        said.reason,
        again=again,
    )
    return _respond(request, 200, slip)


def _ask(request: HttpRequest, slug: str | None, said: SlipRequest) -> HttpResponse:
    actor, key = caller_of(request).actor, request.headers.get("Idempotency-Key")
    if key is not None and not is_key(key):
        raise Refusal("ill_formed_slip", field="Idempotency-Key")
    words = said.dict() | {"sure": frozenset(said.sure)}
    asked = cage_slips.SlipRequest(**words, key=f"{actor.name}:{key}" if key else None)
    return _respond(request, 201, slips.request_slip(slug, asked, actor))


def _respond(request: HttpRequest, status: int, slip: Slip) -> HttpResponse:
    line = slips.slip_line(slip, caller_of(request).actor.role)
    return respond(request, (status, {"ok": True, "slip": line}))
