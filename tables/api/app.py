"""The API itself: who calls, how often, and how every refusal is answered."""

from dataclasses import replace
from functools import cache
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import DataError, InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.middleware.csrf import CsrfViewMiddleware
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from ninja.openapi import get_schema
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.parser import Parser
from ninja.throttling import AuthRateThrottle

from casino.common.answers import headers_for, refused
from casino.common.json_input import Json, read_json
from casino.common.refusals import Refusal
from casino.common.sql import outage
from casino.people.access import actor_of
from casino.people.login import second_factor
from casino.people.login.confirmation import check_code, who_signs
from casino.people.login.lockout import forget_failures
from casino.people.models import Token
from casino.people.permissions import may_call
from tables.api.schemas import (
    CardCorrection,
    DutyStart,
    DutyStep,
    RequestStep,
    Section,
    SlipRequest,
    SlipStep,
)
from tables.door import access
from tables.door.access import Caller
from tables.rules.roles import Actor

# Of one caller; a croupier gives a few a minute, a robot at full speed some tens a second
REQUESTS = "100/s"
# Addresses, by their names → what is ill-formed there, and the fields that it has
ILL_FORMED: dict[str, tuple[str, Any]] = {
    **dict.fromkeys(("slips", "cage-slips"), ("ill_formed_slip", SlipRequest)),
    "steps": ("ill_formed_slip", SlipStep),
    "request-steps": ("ill_formed_request", RequestStep),
    "corrections": ("ill_formed_request", CardCorrection),
    "duty": ("ill_formed_duty", DutyStart),
    "duty-steps": ("ill_formed_duty", DutyStep),
    "section": ("ill_formed_duty", Section),
}


class TokenOrLogin:
    """The caller by `Authorization: Bearer SECRET`, or by the session and, for what changes, its CSRF token."""

    openapi_security_schema = {
        "type": "http",
        "scheme": "bearer",
        "description": "The secret of a device's or display's token. A browser that has logged in is known by its "
        "session cookie instead, and sends X-CSRFToken with what changes something.",
    }

    def __call__(self, request: HttpRequest) -> Caller | None:
        """The caller, if his role may call this address; None for a stranger. Raises Refusal (`bad_csrf`,
        `not_for_your_role`)."""
        caller = caller_behind(request)
        if caller and not may_call(caller.actor.role, _address(request)):
            raise Refusal("not_for_your_role")
        return caller


def caller_behind(request: HttpRequest) -> Caller | None:
    """The caller by token or login; None for a stranger. Raises Refusal (`bad_csrf`)."""
    scheme, _, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    if scheme.lower() == "bearer":
        token = Token.objects.find(secret.strip())
        return access.caller_of(None, token) if token else None
    caller = access.caller_of(request.user, None)
    if caller and request.method not in ("GET", "HEAD") and _is_forged(request):
        raise Refusal("bad_csrf")
    return caller


def _is_forged(request: HttpRequest) -> bool:
    """Whether another site's page may have sent this: Django's own check, which its middleware leaves to the API."""
    request.csrf_processing_done = False  # type: ignore[attr-defined]
    _csrf.process_request(request)
    return _csrf.process_view(request, _nothing, (), {}) is not None


def _nothing(request: HttpRequest) -> HttpResponse:
    """In place of a view: the middleware is only asked."""
    return HttpResponse()


_csrf = CsrfViewMiddleware(_nothing)


@cache
def _document(api: NinjaAPI, prefix: str) -> OpenAPISchema:
    return get_schema(api, prefix)


class _Parser(Parser):
    """Reads bodies as strictly as commands are read."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The JSON value. Raises Refusal (`malformed`), which ninja takes for any body that cannot be parsed."""
        return read_json(request.body)


class Api(NinjaAPI):
    """An address is called in the document as its function is, wherever that stands. The document is made once: that
    takes half a second of a processor, and everybody may ask for it."""

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: Json | None = None
    ) -> OpenAPISchema:
        """The document, with the addresses below this prefix, or below where the API is."""
        return _document(self, self.get_root_path(path_params or {}) if path_prefix is None else path_prefix)

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The name by which generated clients know an address."""
        return str(operation.view_func.__name__)


api = Api(
    title="No Va Más",
    version="1",
    description="Commands to the tables, the counter's slips, and disputes. What is refused says why: a code that "
    "never changes, the article of the reglamento where one speaks, and a sentence in the caller's language.",
    urls_namespace="api",
    parser=_Parser(),
    docs_url=None,  # its page would load scripts from elsewhere
    auth=TokenOrLogin(),
    throttle=[AuthRateThrottle(REQUESTS)],
)


def respond(request: HttpRequest, answer: tuple[int, Any]) -> HttpResponse:
    """The response to an HTTP status and a JSON value."""
    status, content = answer
    response = api.create_response(request, content, status=status)
    for name, value in headers_for(status).items():
        response[name] = value
    return response


def caller_of(request: HttpRequest) -> Caller:
    """The caller; no address is open to a stranger."""
    found: Caller = request.auth  # type: ignore[attr-defined] # where ninja leaves what TokenOrLogin found
    return found


@api.exception_handler(Refusal)
def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    return respond(request, refused(refusal))


@api.exception_handler(OperationalError)
@api.exception_handler(InterfaceError)
@api.exception_handler(InternalError)
@api.exception_handler(DataError)
def _out_of_order(request: HttpRequest, error: Exception) -> HttpResponse:
    """Answer an error of `casino.common.sql.outage.REFUSED`."""
    return _refused(request, outage.refusal(error))


@api.exception_handler(AuthenticationError)
def _stranger(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return _refused(request, Refusal("not_logged_in"))


@api.exception_handler(Throttled)
def _too_fast(request: HttpRequest, error: Throttled) -> HttpResponse:
    return _refused(request, Refusal("too_fast"))


@api.exception_handler(ValidationError)
@api.exception_handler(HttpError)
@api.exception_handler(RequestDataTooBig)
@api.exception_handler(UnreadablePostError)
def _ill_formed(request: HttpRequest, error: Exception) -> HttpResponse:
    if found := ILL_FORMED.get(_address(request)):
        code, body = found
        return _refused(request, Refusal(code, field=_wrong_field(error, body)))
    return _refused(request, Refusal("says_nothing"))


def _address(request: HttpRequest) -> str:
    """The name of the address that is called."""
    return (request.resolver_match.url_name if request.resolver_match else "") or ""


def _wrong_field(error: Exception, body: Any) -> str:
    """The first field that is wrong; `{}` where the whole body is, or a field that it does not have."""
    wrong = error.errors[0]["loc"] if isinstance(error, ValidationError) and error.errors else ()
    return next((str(name) for name in wrong if name in body.model_fields), "{}")


def signer_of(request: HttpRequest, login: str, passphrase: str, code: str) -> Actor:
    """The caller where `login` is empty. Of whom a second factor is asked at the login, it is asked here. Wrong
    passphrases and codes count as they do there. Raises Refusal (`bad_signature`, `given_passphrase`, `wrong_code`,
    `too_many_codes`)."""
    if not login:
        return caller_of(request).actor
    try:
        found = who_signs(request, login, passphrase)
    except Refusal as refusal:
        raise Refusal("bad_signature") if refusal.code == "wrong_secret" else refusal from refusal
    if second_factor.is_asked_of(found):
        check_code(request, found, code)
    # As after a login: the wrong passphrases before a good signature no longer count.
    forget_failures(request, login)
    return replace(actor_of(found), confirmed=True)  # by what he has just given
