"""Replacing a card of the pass that was keyed wrongly."""

from django.http import HttpRequest, HttpResponse

from tables import access
from tables.api.app import api, caller_of, respond
from tables.api.commands import KEY
from tables.api.correction_body import CardCorrection
from tables.api.schemas import Accepted, answers


@api.post(
    "/tables/{slug:slug}/corrections",
    url_name="corrections",
    summary="Replace a card of the pass",
    response=answers(200, Accepted, 403, 404, 409, 422),
    openapi_extra={"parameters": [KEY]},
)
def correct_card(request: HttpRequest, slug: str, said: CardCorrection) -> HttpResponse:
    """Everything since is undone, the card is dealt as it is, and what followed is given anew: all of it, or nothing
    has changed."""
    key = request.headers.get("Idempotency-Key")
    fields = said.model_dump(exclude_none=True)
    return respond(request, access.correction(caller_of(request), slug, fields, key))
