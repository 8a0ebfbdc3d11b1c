"""Callers from outside: which tables they may reach and how they are answered. Shared by HTTP and the sockets."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.core.validators import slug_re

from casino.common import clock
from casino.common.answers import refused
from casino.common.json_input import Json, read_json
from casino.common.refusals import Refusal
from casino.common.sql import outage
from casino.common.sql.outage import REFUSED
from casino.common.telemetry import metrics
from casino.people.access import actor_of, actor_of_token
from casino.people.models import Token, User
from tables.door.corrections import correct_card
from tables.door.service import Answer, execute, refuse
from tables.door.signatures import ask
from tables.engine.incidents.consent import waits
from tables.rules.roles import Actor

Door = Callable[[str, Any, Actor, str | None], Answer]
LARGEST_MESSAGE = settings.DATA_UPLOAD_MAX_MEMORY_SIZE  # bytes; over a socket as over HTTP

commands = ThreadPoolExecutor(6, thread_name_prefix="commands")  # for those that come over a socket
log = structlog.get_logger("commands")


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller. `table` is the only table that a token is for; None for staff, who may see every table."""

    actor: Actor
    table: str | None = None


def caller_of(user: Any, token: Token | None) -> Caller | None:
    """The caller behind a login or a token; None if neither is valid."""
    if token is not None:
        return Caller(actor_of_token(token), token.table)
    return Caller(actor_of(user)) if isinstance(user, User) and user.is_active else None


def check_in_use(user: User) -> None:
    """Raise Refusal (`locked`) if this person's tablet is locked; otherwise it is in use now."""
    if user.session is not None:
        if user.session.is_locked:
            raise Refusal("locked")
        user.session.touch()


def may_see(caller: Caller, slug: str) -> bool:
    """Whether the caller may see this table."""
    return caller.table in (None, slug)


def command(caller: Caller, slug: str, message: bytes | str | None, key: str | None) -> tuple[int, Json]:
    """Give the command in `message` to the table. None stands for a message that was too large to read. What names
    another's consent waits for his signature.

    Returns an HTTP status and the answer. A refusal is returned, not raised.
    """
    return _answered(caller, slug, partial(_payload, message), key, _give)


def give(caller: Caller, slug: str, payload: object, key: str | None) -> tuple[int, Json]:
    """Give a command that has been read already, as a JSON value. The rest as in `command`."""
    return _answered(caller, slug, lambda: payload, key, _give)


def request(caller: Caller, slug: str, message: bytes | str | None, key: str | None) -> tuple[int, Json]:
    """Ask another person to sign the command in `message`. The rest as in `command`."""
    return _answered(caller, slug, partial(_payload, message), key, ask)


def correction(caller: Caller, slug: str, said: Json, key: str | None) -> tuple[int, Json]:
    """Replace a card of the pass, see `tables.door.corrections`. The rest as in `command`."""
    return _answered(caller, slug, lambda: said, key, correct_card)


def check_reach(caller: Caller, slug: str) -> None:
    """Raise Refusal if the caller may not see this table, or if the slug cannot be a table's."""
    if not may_see(caller, slug):
        raise Refusal("not_your_table")
    if not slug_re.fullmatch(slug):  # also keeps NUL, which PostgreSQL rejects in text, out of the query
        raise Refusal("no_such_table")


def _answered(
    caller: Caller, slug: str, payload: Callable[[], object], key: str | None, door: Door
) -> tuple[int, Json]:
    begun = clock.elapsed()
    try:
        check_reach(caller, slug)
        try:
            asked = payload()
        except Refusal as refusal:
            answer = refuse(slug, refusal)
        else:
            answer = door(slug, asked, caller.actor, key)
    except Refusal as refusal:
        status, said = refused(refusal)
    except REFUSED as error:
        status, said = refused(outage.refusal(error))
    else:
        status, said = answer.http_status, answer.as_dict()
    _note(caller, slug, said, clock.elapsed() - begun)
    return status, said


def _note(caller: Caller, slug: str, said: Json, seconds: float) -> None:
    """For whoever watches the house: count the answer, and log it. What was given stands in the record alone."""
    code = None if said["ok"] else said["error"]["code"]
    outcome = "refused" if code else "waits" if said.get("request") else "accepted"
    metrics.COMMANDS.labels(outcome).inc()
    metrics.COMMAND_SECONDS.observe(seconds)
    if code:
        metrics.REFUSALS.labels(code).inc()
    log.info(
        outcome,
        code=code,
        table=slug,
        version=said.get("version"),
        actor=caller.actor.name,
        role=caller.actor.role,
    )


def _give(slug: str, payload: object, actor: Actor, key: str | None) -> Answer:
    if waits(payload, actor.role):
        return ask(slug, payload, actor, key)
    return execute(slug, payload, actor, key, outside=True)


def _payload(message: bytes | str | None) -> Any:
    if message is None or len(message) > LARGEST_MESSAGE:
        raise Refusal("malformed", fault="too_large", most=LARGEST_MESSAGE)
    return read_json(message)
