"""Alerts: a jefe says of each that he has seen it."""

from django.http import HttpRequest, HttpResponse

from tables.alerts import standing
from tables.api.app import api, caller_of, respond
from tables.api.duty_schemas import Done
from tables.api.schemas import answers


@api.post(
    "/tables/{slug:slug}/alerts/{str:key}",
    url_name="alert-seen",
    summary="A jefe has seen an alert",
    response=answers(200, Done, 403, 404),
)
def see_alert(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Who and when is kept. `key`: as the floor's page names the alert. A second jefe changes nothing."""
    standing.see(slug, key, caller_of(request).actor)
    return respond(request, (200, {"ok": True}))
