"""Tables: one line for each, a table's snapshot, and commands."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, UnreadablePostError

from casino.common.answers import refused
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from tables.api.app import api, caller_of, respond
from tables.api.schemas import Accepted, CardCorrection, Floor, Waiting, answers
from tables.door import access
from tables.door.service import game_of, read
from tables.engine import COMMANDS, INCIDENTS, Command
from tables.view.floor import lines
from tables.view.snapshot import take
from tables.view.snapshot_schema import Snapshot

# The header of every request that may be repeated
KEY: Json = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200},
    "description": "Chosen by the client, printable. The same request with the same key changes nothing again: its "
    "first answer comes again.",
}


def _schema(kind: type[Command]) -> Json:
    """The schema of one command; its name has a default in Python, but a body without it is no command."""
    schema = kind.model_json_schema()
    return schema | {"required": ["command", *schema.get("required", [])]}


def command_body(*names: str) -> Json:
    """The body of a request that gives one of these commands, or of these kinds of incidents."""
    kinds = [kind for name, kind in {**COMMANDS, **INCIDENTS}.items() if name in names]
    schema = {"oneOf": [_schema(kind) for kind in kinds]}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


@api.get(
    "/tables",
    url_name="tables",
    summary="One line per table that the caller may see",
    response=answers(200, Floor, 403),
    by_alias=True,
)
def tables(request: HttpRequest) -> HttpResponse:
    """The floor in short: the same lines as `/ws/floor/`."""
    return respond(request, (200, {"tables": lines(caller_of(request).table)}))


@api.get(
    "/tables/{slug}",
    url_name="snapshot",
    summary="All that there is to know of a table now",
    response=answers(200, Snapshot, 403, 404),
    by_alias=True,
)
def snapshot(request: HttpRequest, slug: str) -> HttpResponse:
    """As the caller's role may see it."""
    caller = caller_of(request)
    try:
        access.check_reach(caller, slug)
        table, state = read(slug)
    except Refusal as refusal:
        return respond(request, refused(refusal))
    return respond(request, (200, take(slug, game_of(state, caller.actor.role), table.name)))


@api.post(
    "/tables/{slug}/commands",
    url_name="commands",
    summary="Give a command",
    response=answers(200, Accepted, 403, 404, 409, 422) | {202: Waiting},
    openapi_extra={
        "requestBody": command_body(*COMMANDS.keys() - {"incident"}, *INCIDENTS),
        "parameters": [KEY],
    },
)
def give_command(request: HttpRequest, slug: str) -> HttpResponse:
    """Accepted and recorded as a whole, or refused, and then nothing has changed. What needs another's consent waits
    for his signature (202)."""
    key = request.headers.get("Idempotency-Key")
    return respond(request, access.command(caller_of(request), slug, body_of(request), key))


def body_of(request: HttpRequest) -> bytes | None:
    """The body as it came; None for one that is too large."""
    try:
        return request.body
    except RequestDataTooBig:
        return None
    except UnreadablePostError:
        return b""  # the client has gone; what it began to say is no command


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
