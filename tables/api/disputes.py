"""Disputes, marked by one touch and decided by the jefe; and the jefe called to a table."""

from django.http import HttpRequest, HttpResponse

from tables.api.app import api, caller_of, respond
from tables.api.schemas import DisputeDecided, DisputeDecision, DisputeMark, DisputeMarked, Done, answers
from tables.door import calls, disputes
from tables.view.alerts import standing


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
    """With the article that decides it. What it demands, an undo, a void pass or another card, is carried out with it:
    where that is refused, nothing has been decided."""
    demanded = said.demanded()
    refused = disputes.resolve(dispute, caller_of(request).actor, said.decision, said.article, demanded)
    if refused and refused.error:
        return respond(request, (refused.http_status, refused.as_dict()))
    return respond(request, (200, {"ok": True}))


@api.post(
    "/decisions/{int:decision}/read",
    url_name="decision-read",
    summary="The croupier has read the decision of a dispute",
    response=answers(200, Done, 403, 404),
)
def read_decision(request: HttpRequest, decision: int) -> HttpResponse:
    """Keep who has read it and when; it goes from the tablets of the table. A second reader changes nothing."""
    disputes.note_read(decision, caller_of(request).actor)
    return respond(request, (200, {"ok": True}))


@api.post(
    "/tables/{slug:slug}/calls",
    url_name="calls",
    summary="Call the jefe to the table",
    response=answers(200, Done, 403, 404),
)
def call_jefe(request: HttpRequest, slug: str) -> HttpResponse:
    """It is an alert of the floor, of which a jefe says that he comes. While one stands, a second call is that one."""
    calls.call(slug, caller_of(request).actor)
    return respond(request, (200, {"ok": True}))


@api.post(
    "/tables/{slug:slug}/calls/end",
    url_name="calls-end",
    summary="The jefe was there",
    response=answers(200, Done, 403, 404),
)
def end_call(request: HttpRequest, slug: str) -> HttpResponse:
    """Or is needed no more. Where no call stands, nothing happens."""
    calls.end(slug, caller_of(request).actor)
    return respond(request, (200, {"ok": True}))


@api.post(
    "/tables/{slug:slug}/alerts/{str:key}",
    url_name="alert-seen",
    summary="A jefe has seen an alert, or comes where he was called",
    response=answers(200, Done, 403, 404),
)
def see_alert(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Keep who has seen it and when. `key`: as the floor's page names the alert. A second jefe changes nothing."""
    standing.see(slug, key, caller_of(request).actor)
    return respond(request, (200, {"ok": True}))
