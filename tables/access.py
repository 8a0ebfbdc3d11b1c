"""From outside to the one door: who calls, what he may see, and what he is answered. For HTTP and sockets alike."""

from dataclasses import dataclass
from typing import Any

from django.core.validators import slug_re
from django.utils.translation import gettext

from casino.accounts.access import actor_of, actor_of_token
from casino.accounts.models import Token, User
from tables.engine import Refused
from tables.engine.actor import Actor
from tables.json_input import read_json
from tables.service import Answer, NoSuchTable, execute, game_of, read, refuse
from tables.snapshot import take

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
    "no_such_slip": (404, "There is no such slip."),
    "ill_formed_slip": (422, "This slip is not well-formed: %(field)s."),
    "unknown_slip": (422, "There is no such kind of slip here."),
    "not_an_amount": (422, "An amount is a whole number of the smallest unit, from %(least)s to %(most)s."),
    "not_such_chips": (422, "This house has no such chips, or this slip lists none."),
    "chips_do_not_add_up": (422, "The chips come to %(total)s, not to the amount."),
    "chips_needed": (422, "This is counted by its chips: say how many there are of each."),
    "not_a_number": (422, "The number of a slip is a whole number from 1 to %(most)s."),
    "says_too_much": (422, "A reason is a plain text of at most 500 characters."),
    "reason_needed": (422, "Say why: a difference or a void slip is explained."),
    "unknown_player": (409, "Nobody of this name is or was at this table."),
    "no_shift": (409, "The table's day is closed: first its opening count."),
    "shift_open": (409, "The table's day is open already."),
    "pending_slips": (409, "First the slips that still wait for a signature."),
    "slip_number_used": (409, "Slip %(number)s has been used already."),
    "key_used": (409, "This key was used for another slip."),
    "slip_done": (409, "This slip is done."),
    "counted_after": (409, "It was counted since: that count has put right what was wrong."),
    "not_this_step": (409, "This is not the step that the slip waits for."),
    "not_that_much": (409, "There is not that much there: %(called)s."),
    "tray_moved": (409, "The tray has moved since it was counted: void this count, and count again."),
    "suite_offered": (409, "Not while a suite is offered: its deduction may have to go back."),
    "jefe_must_sign": (403, "A difference is signed by a jefe."),
    "cambista_cannot_differ": (
        403,
        "The count differs: a croupier or a jefe asks for it, so that a jefe can sign.",
    ),
    "bad_signature": (403, "This login or passphrase does not sign."),
    "too_many_tries": (429, "Too many wrong passphrases: wait a quarter of an hour."),
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


def turned_away(code: str, **fields: Any) -> tuple[int, Json]:
    """HTTP status and answer for one who does not reach a table, or the counter; `code` is one of MESSAGES, `fields`
    fill its sentence."""
    status, message = MESSAGES[code]
    error: Json = {"code": code, "article": None, "message": gettext(message) % fields, "fields": fields}
    return status, {"ok": False, "error": error}


def show(caller: Caller, slug: str) -> tuple[int, Json]:
    """The table's snapshot for this caller, with its HTTP status."""
    if barred := _reach(caller, slug):
        return turned_away(barred)
    try:
        table, state = read(slug)
    except NoSuchTable:
        return turned_away("no_such_table")
    return 200, take(slug, game_of(state, caller.actor.role), table.name)


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
