"""Requests for a second person's signature: what waits, asking, and answering."""

from django.http import HttpRequest, HttpResponse

from tables.api.app import api, caller_of, respond, signer_of
from tables.api.commands import KEY, body_of, command_body
from tables.api.schemas import RequestAnswer, Requests, RequestStep, Waiting, answers
from tables.door import access, signatures
from tables.door.service import read
from tables.rules.roles import REQUESTS


@api.get(
    "/tables/{slug:slug}/requests",
    url_name="requests",
    summary="What waits for a signature at a table",
    response=answers(200, Requests, 403, 404),
    by_alias=True,
)
def waiting_requests(request: HttpRequest, slug: str) -> HttpResponse:
    """Oldest first."""
    read(slug)
    found = signatures.waiting(slug)
    return respond(request, (200, {"requests": [signatures.line_of(one) for one in found]}))


@api.post(
    "/tables/{slug:slug}/requests",
    url_name="requests",
    summary="Ask another person to sign a command",
    response=answers(202, Waiting, 403, 404, 409, 422),
    openapi_extra={
        "requestBody": command_body(*REQUESTS),
        "parameters": [KEY],
    },
    by_alias=True,
)
def ask_for_signature(request: HttpRequest, slug: str) -> HttpResponse:
    """It is given once he signs, and lapses with its pass. What would be refused now is refused at once."""
    key = request.headers.get("Idempotency-Key")
    return respond(request, access.request(caller_of(request), slug, body_of(request), key))


@api.post(
    "/requests/{int:number}/steps",
    url_name="request-steps",
    summary="Sign a request, decline or withdraw it",
    response=answers(200, RequestAnswer, 403, 404, 409, 422),
    openapi_extra={"parameters": [KEY]},
    by_alias=True,
)
def answer_request(request: HttpRequest, number: int, said: RequestStep) -> HttpResponse:
    """The caller answers, or whoever gives his own login and passphrase on the caller's tablet. Where the game refuses
    the command that was signed, the request waits on. With an `Idempotency-Key` the answer that this person gave before
    is the answer again."""
    again = request.headers.get("Idempotency-Key") is not None
    signer = signer_of(request, said.signer, said.passphrase, said.code)
    taken = signatures.take_step(number, said.step, signer, said.reason, again=again)
    if taken.refused:
        return respond(request, (taken.refused.http_status, taken.refused.as_dict()))
    return respond(request, (200, {"ok": True, "request": signatures.line_of(taken.request)}))
