"""Disputes: marked by one touch, decided by the jefe."""

from django.http import HttpRequest, HttpResponse

from tables import disputes
from tables.api.app import api, caller_of, respond
from tables.api.duty_schemas import Done
from tables.api.schemas import DisputeDecided, DisputeDecision, DisputeMark, DisputeMarked, answers


@api.post(
    "/tables/{slug:slug}/disputes",
    url_name="disputes",
    summary="Mark a dispute at this moment",
    response=answers(201, DisputeMarked, 403, 404, 422),
)
def mark_dispute(request: HttpRequest, slug: str, said: DisputeMark) -> HttpResponse:
    """The position in the record, the people present and the time are kept by themselves."""
    dispute = disputes.mark(slug, caller_of(request).actor, said.note)
    return respond(request, (201, {"ok": True, "dispute": dispute.pk, "version": dispute.version}))


@api.post(
    "/disputes/{int:dispute}/decision",
    url_name="decision",
    summary="The jefe decides a dispute, once",
    response=answers(200, DisputeDecided, 403, 404, 409, 422),
)
def decide_dispute(request: HttpRequest, dispute: int, said: DisputeDecision) -> HttpResponse:
    """With the article that decides it."""
    disputes.resolve(dispute, caller_of(request).actor, said.decision, said.article)
    return respond(request, (200, {"ok": True}))


@api.post(
    "/decisions/{int:decision}/read",
    url_name="decision-read",
    summary="The croupier has read the decision of a dispute",
    response=answers(200, Done, 403, 404),
)
def read_decision(request: HttpRequest, decision: int) -> HttpResponse:
    """Who and when is kept; it goes from the tablets of the table. A second reader changes nothing."""
    disputes.note_read(decision, caller_of(request).actor)
    return respond(request, (200, {"ok": True}))
