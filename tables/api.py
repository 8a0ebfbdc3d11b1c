"""The HTTP door for tablets, devices and robots; `GET /api/openapi.json` describes it."""

from typing import Annotated, Any

import axes.utils
from django.contrib.auth import authenticate
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from ninja.throttling import AuthRateThrottle
from ninja.utils import check_csrf
from pydantic import ConfigDict, Field, StrictInt, TypeAdapter

from casino.accounts.access import actor_of
from casino.accounts.models import Token, User
from casino.accounts.permissions import may_call
from ledger.cage.requests import Asked, NotPossible
from tables import access, disputes, slip_service
from tables.access import Caller
from tables.engine.actor import Actor
from tables.engine.commands import COMMANDS, INCIDENTS, Incident
from tables.floor import lines
from tables.labels.money import ACCOUNTS
from tables.service import NoSuchTable, is_key

REQUESTS = "100/s"  # of one caller; a croupier gives a few a minute, a robot at full speed some tens a second

Json = dict[str, Any]


class BadCsrf(Exception):
    """A login came by cookie without the page's own secret beside it."""


class NotForYourRole(Exception):
    """The caller's role may not call this address."""


def admit(request: HttpRequest) -> Caller | None:
    """The caller, if his role may call this address; None for a stranger. Raises BadCsrf, NotForYourRole."""
    caller = identify(request)
    if caller and not may_call(caller.actor.role, _route(request)):
        raise NotForYourRole
    return caller


def identify(request: HttpRequest) -> Caller | None:
    """The caller by `Authorization: Bearer SECRET`, or by the session and, for what changes, its CSRF token."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return access.caller_of(None, found) if (found := Token.objects.find(secret.strip())) else None
    caller = access.caller_of(request.user, None)
    if caller and request.method not in ("GET", "HEAD") and check_csrf(request):
        raise BadCsrf
    return caller


api = NinjaAPI(
    title="No Va Más",
    version="1",
    urls_namespace="api",
    docs_url=None,  # its page would load scripts from elsewhere
    auth=admit,
    throttle=[AuthRateThrottle(REQUESTS)],
)


@api.exception_handler(AuthenticationError)
def _stranger(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return _response(request, access.turned_away("not_logged_in"))


@api.exception_handler(BadCsrf)
def _forged(request: HttpRequest, error: BadCsrf) -> HttpResponse:
    return _response(request, access.turned_away("bad_csrf"))


@api.exception_handler(NotForYourRole)
def _not_for_your_role(request: HttpRequest, error: NotForYourRole) -> HttpResponse:
    return _response(request, access.turned_away("not_for_your_role"))


@api.exception_handler(Throttled)
def _too_fast(request: HttpRequest, error: Throttled) -> HttpResponse:
    return _response(request, access.turned_away("too_fast"))


@api.get("/tables", url_name="tables", summary="One line per table that the caller may see")
def tables(request: HttpRequest) -> HttpResponse:
    """The floor in short: the same lines as `/ws/floor/`."""
    return _response(request, (200, {"tables": lines(_caller(request).table)}))


@api.get("/tables/{slug}", url_name="snapshot", summary="All that there is to know of a table now")
def snapshot(request: HttpRequest, slug: str) -> HttpResponse:
    """The protocol's snapshot, as the caller's role may see it."""
    return _response(request, access.show(_caller(request), slug))


def _commands_schema() -> Json:
    kinds = [kind for kind in COMMANDS.values() if kind is not Incident] + [*INCIDENTS.values()]
    schemas = [TypeAdapter(kind).json_schema() for kind in kinds]
    return {"required": True, "content": {"application/json": {"schema": {"oneOf": schemas}}}}


@api.post(
    "/tables/{slug}/commands",
    url_name="commands",
    summary="Give a command",
    openapi_extra={"requestBody": _commands_schema()},
)
def commands(request: HttpRequest, slug: str) -> HttpResponse:
    """The one door. `Idempotency-Key` makes a repetition harmless: the first answer comes again."""
    key = request.headers.get("Idempotency-Key")
    return _response(request, access.command(_caller(request), slug, _body(request), key))


class Ask(Schema):
    """A slip of the counter. `chips`: denomination → how many; `number`: of a paper printed with one."""

    model_config = ConfigDict(extra="forbid")

    kind: str
    amount: StrictInt | None = None
    chips: dict[str, StrictInt] | None = None
    player: Annotated[str, Field(max_length=32)] = ""
    reason: Annotated[str, Field(max_length=10_000)] = ""
    number: StrictInt | None = None


class Go(Schema):
    """The step that a slip takes. `signer`, `passphrase`: of whoever signs on this caller's tablet."""

    model_config = ConfigDict(extra="forbid")

    step: str
    reason: Annotated[str, Field(max_length=10_000)] = ""
    signer: Annotated[str, Field(max_length=150)] = ""
    passphrase: Annotated[str, Field(max_length=1000)] = ""


@api.get("/tables/{slug:slug}/money", url_name="money", summary="A table's shift, balances and slips")
def table_money(request: HttpRequest, slug: str) -> HttpResponse:
    """For the staff."""
    return _response(request, (200, slip_service.of_table(slug, _caller(request).actor.role)))


@api.get("/cage", url_name="cage", summary="The cage's balances, and every slip that waits")
def cage(request: HttpRequest) -> HttpResponse:
    """For the staff."""
    return _response(request, (200, slip_service.of_cage()))


@api.post("/tables/{slug:slug}/slips", url_name="slips", summary="Ask for a slip at a table")
def ask_at_table(request: HttpRequest, slug: str, said: Ask) -> HttpResponse:
    """`Idempotency-Key` makes a repetition harmless: the first slip comes again."""
    return _asked(request, slug, said)


@api.post("/cage/slips", url_name="cage-slips", summary="Ask for a slip of the cage")
def ask_at_cage(request: HttpRequest, said: Ask) -> HttpResponse:
    """What the house puts into the cage or takes out of it."""
    return _asked(request, None, said)


@api.post("/slips/{int:number}/steps", url_name="steps", summary="Sign a slip, send, receive or void it")
def slip_goes_on(request: HttpRequest, number: int, said: Go) -> HttpResponse:
    """The caller signs, or whoever gives his own login and passphrase on the caller's tablet. With an
    `Idempotency-Key` the step that this person took last is the answer again."""
    again = request.headers.get("Idempotency-Key") is not None
    slip = slip_service.go_on(number, said.step, _signer(request, said), said.reason, again=again)
    return _response(
        request, (200, {"ok": True, "slip": slip_service.slip_line(slip, _caller(request).actor.role)})
    )


@api.exception_handler(NotPossible)
def _no_slip(request: HttpRequest, error: NotPossible) -> HttpResponse:
    fields = dict(error.fields)
    if "account" in fields:
        fields["called"] = str(ACCOUNTS[fields["account"]])
    return _response(request, access.turned_away(error.code, **fields))


def _asked(request: HttpRequest, slug: str | None, said: Ask) -> HttpResponse:
    actor, key = _caller(request).actor, request.headers.get("Idempotency-Key")
    if key is not None and not is_key(key):
        raise NotPossible("ill_formed_slip", field="Idempotency-Key")
    asked = Asked(**said.dict(), key=f"{actor.name}:{key}" if key else None)
    slip = slip_service.ask(slug, asked, actor)
    return _response(
        request, (201, {"ok": True, "slip": slip_service.slip_line(slip, _caller(request).actor.role)})
    )


def _signer(request: HttpRequest, said: Go) -> Actor:
    caller = _caller(request).actor
    if not said.signer:
        return caller
    if "\x00" in said.signer + said.passphrase:  # not every database bears being asked for it
        raise NotPossible("bad_signature")
    found = authenticate(request, username=said.signer, password=said.passphrase)
    if not isinstance(found, User):
        raise NotPossible("bad_signature")
    # As after a login: the slips of the finger before a good signature are forgotten.
    axes.utils.reset(username=said.signer)
    return actor_of(found)


class Mark(Schema):
    """What was disputed, in a few words or none."""

    note: Annotated[str, Field(max_length=10_000)] = ""


class Decide(Schema):
    """What the jefe decided, and by which article."""

    decision: Annotated[str, Field(max_length=10_000)]
    article: Annotated[str, Field(max_length=12)] = ""


@api.exception_handler(disputes.NotPossible)
def _not_possible(request: HttpRequest, error: disputes.NotPossible) -> HttpResponse:
    return _response(request, access.turned_away(error.code))


@api.exception_handler(ValidationError)
@api.exception_handler(HttpError)
def _ill_formed(request: HttpRequest, error: Exception) -> HttpResponse:
    if _route(request) not in ("slips", "cage-slips", "steps"):
        return _response(request, access.turned_away("says_nothing"))
    return _response(request, access.turned_away("ill_formed_slip", field=_field_of(error)))


def _field_of(error: Exception) -> str:
    """The first field that is wrong, where it is one that is known."""
    wrong = error.errors[0]["loc"] if isinstance(error, ValidationError) and error.errors else ()
    return next((str(name) for name in wrong if name in Ask.model_fields | Go.model_fields), "{}")


def _route(request: HttpRequest) -> str:
    return (request.resolver_match.url_name if request.resolver_match else "") or ""


@api.exception_handler(NoSuchTable)
def _no_such_table(request: HttpRequest, error: NoSuchTable) -> HttpResponse:
    return _response(request, access.turned_away("no_such_table"))


@api.post("/tables/{slug:slug}/disputes", url_name="disputes", summary="Mark a dispute at this moment")
def mark_dispute(request: HttpRequest, slug: str, said: Mark) -> HttpResponse:
    """The position in the record, the people present and the time are kept by themselves."""
    dispute = disputes.mark(slug, _caller(request).actor, said.note)
    return _response(request, (201, {"ok": True, "dispute": dispute.pk, "version": dispute.version}))


@api.post("/disputes/{int:dispute}/decision", url_name="decision", summary="The jefe decides a dispute, once")
def decide_dispute(request: HttpRequest, dispute: int, said: Decide) -> HttpResponse:
    """With the article that decides it."""
    disputes.resolve(dispute, _caller(request).actor, said.decision, said.article)
    return _response(request, (200, {"ok": True}))


def _caller(request: HttpRequest) -> Caller:
    # Where ninja leaves what `admit` found.
    found: Caller = request.auth  # type: ignore[attr-defined]
    return found


def _body(request: HttpRequest) -> bytes | None:
    try:
        return request.body
    except RequestDataTooBig:
        return None
    except UnreadablePostError:
        return b""  # the client has gone; what it began to say is no command


def _response(request: HttpRequest, answer: tuple[int, Json]) -> HttpResponse:
    status, content = answer
    return api.create_response(request, content, status=status)
