"""From outside to the one door: who calls, what he may see, and what he is answered. For HTTP and sockets alike."""

from dataclasses import dataclass
from typing import Any

from django.core.validators import slug_re
from django.utils.translation import gettext

from casino.models import Token, User
from casino.roles import actor_of, actor_of_token
from tables.engine import Refused
from tables.engine.actor import Actor
from tables.service import Answer, NoSuchTable, execute, read, refuse
from tables.snapshot import take
from tables.wire import read_json

Json = dict[str, Any]
LARGEST_MESSAGE = 64 * 1024  # bytes; a command is a few hundred

# What can be wrong before a table is reached. English sentences are the keys of the catalogues.
MESSAGES = {
    "not_logged_in": (401, "Log in first, or bring a token that is still good."),
    "bad_csrf": (403, "The page is too old: load it again."),
    "not_your_table": (403, "This token is for another table."),
    "no_such_table": (404, "There is no such table."),
    "not_for_your_role": (403, "Your role may not do this."),
    "no_such_dispute": (404, "There is no such dispute."),
    "resolved_already": (409, "This dispute has its decision already."),
    "says_nothing": (422, "A text of 1 to 500 characters is needed."),
    "too_fast": (429, "Too many requests at once: slow down."),
}


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls. `table`: the only table that a token is for; None for the staff, who see them all."""

    actor: Actor
    table: str | None = None


def caller_of(user: Any, token: Token | None) -> Caller | None:
    """The caller behind a login or a token; None for a stranger."""
    if token is not None:
        return Caller(actor_of_token(token), token.table)
    return Caller(actor_of(user)) if isinstance(user, User) and user.is_active else None


def may_see(caller: Caller, slug: str) -> bool:
    """Whether this table is the caller's to see."""
    return caller.table in (None, slug)


def _reach(caller: Caller, slug: str) -> str | None:
    """The code of what keeps the caller from this table, if anything does."""
    if not may_see(caller, slug):
        return "not_your_table"
    # Nothing else can be a table's name, and not every database bears being asked for it (a NUL).
    return None if slug_re.fullmatch(slug) else "no_such_table"


def turned_away(code: str) -> tuple[int, Json]:
    """HTTP status and answer for one who does not reach a table; `code` is one of MESSAGES."""
    status, message = MESSAGES[code]
    error: Json = {"code": code, "article": None, "message": gettext(message), "fields": {}}
    return status, {"ok": False, "error": error}


def show(caller: Caller, slug: str) -> tuple[int, Json]:
    """The table's snapshot for this caller, with its HTTP status."""
    if barred := _reach(caller, slug):
        return turned_away(barred)
    try:
        table, state = read(slug)
    except NoSuchTable:
        return turned_away("no_such_table")
    return 200, take(slug, state, caller.actor.role, table.name)


def command(caller: Caller, slug: str, message: bytes | str | None, key: str | None) -> tuple[int, Json]:
    """Gives the command in `message` to the table; None stands for a message too large to be read.

    Returns an HTTP status and the protocol's answer.
    """
    if barred := _reach(caller, slug):
        return turned_away(barred)
    try:
        answer = _give(caller, slug, message, key)
    except NoSuchTable:
        return turned_away("no_such_table")
    return answer.http_status, answer.as_dict()


def _give(caller: Caller, slug: str, message: bytes | str | None, key: str | None) -> Answer:
    try:
        if message is None or len(message) > LARGEST_MESSAGE:
            raise Refused("malformed", fault=f"more than {LARGEST_MESSAGE} bytes")
        payload = read_json(message, "message")
    except Refused as refusal:
        return refuse(slug, refusal)
    return execute(slug, payload, caller.actor, key)
