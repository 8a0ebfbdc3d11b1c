"""What the house's directory is asked and says: OpenID Connect, by Authlib, which is loaded with the first question.

Authlib checks state, nonce, PKCE and the signed token (key, algorithm, issuer, audience, times). What it leaves to its
user is checked here: that the directory is who the settings say, that nothing is said in the clear, whose answer it is
(RFC 9207), and when the person has shown who he is. No token is stored or logged.
"""

import re
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from casino.common.environment import is_private
from casino.common.json_input import Json
from casino.common.refusals import Refusal

PATIENCE = 5.0  # seconds that the directory is given for an answer
LEEWAY = 60  # seconds by which its clock and ours may differ
ASKING = 4  # requests that wait for it at once: more are told to come again
SIGNED_WITH = frozenset(f"{kind}{bits}" for kind in ("RS", "PS", "ES") for bits in (256, 384, 512)) | {
    "EdDSA"
}
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
# What is no word of the directory's, but shows that an answer is not the one to our question
NO_ANSWER = frozenset(
    {"mismatching_state", "invalid_grant", "missing_token", "token_invalid", "token_expired"}
)
BEGAN = "directory_began"  # in the session, beside what Authlib keeps there

_places = threading.BoundedSemaphore(ASKING)


class Said(NamedTuple):
    """What the directory says of a person. `refresh`: with which it is asked again; `factors`: he gave two."""

    subject: str
    claims: Json
    groups: list[str]
    refresh: str
    factors: bool

    @property
    def login(self) -> str:
        """What he is called there."""
        return _text(self.claims.get("preferred_username"))

    @property
    def names(self) -> dict[str, str]:
        """His first and last name; all of it as the first where it is not divided."""
        first, last = (_text(self.claims.get(name)) for name in ("given_name", "family_name"))
        return {"first_name": first or ("" if last else _text(self.claims.get("name"))), "last_name": last}


class Gone(Exception):
    """The directory says that a person does not belong to it any more."""


def is_on() -> bool:
    """Whether the house has a directory."""
    return bool(settings.DIRECTORY_ISSUER)


def trusted() -> str | bool:
    """The authorities of this machine, to which a house adds its own; those that come with requests where it has
    none."""
    paths = ssl.get_default_verify_paths()
    return paths.cafile or paths.capath or True


def discover() -> tuple[Json, str]:
    """What the directory says of itself, and the hour of its answer. Raises Refusal (`directory_down`,
    `directory_answer`)."""
    import requests

    address = f"{settings.DIRECTORY_ISSUER.rstrip('/')}/.well-known/openid-configuration"
    with _told():
        answer = requests.get(address, timeout=PATIENCE, verify=trusted(), allow_redirects=False)
        if answer.status_code != 200:
            raise Refusal("directory_down", reason=f"{answer.status_code} at {address}")
        return _checked(answer.json()), answer.headers.get("Date", "")


def _checked(said: Json) -> Json:
    """Raises Refusal (`directory_answer`) where it is another directory, or speaks in the clear, or signs nothing that
    is taken."""
    if said.get("issuer") != settings.DIRECTORY_ISSUER:
        raise Refusal("directory_answer", reason="issuer")
    for name in ENDPOINTS:
        if not is_private(str(said.get(name, ""))):
            raise Refusal("directory_answer", reason=name)
    if not is_private(str(said.get("userinfo_endpoint") or said["token_endpoint"])):
        raise Refusal("directory_answer", reason="userinfo_endpoint")
    if not SIGNED_WITH.intersection(said.get("id_token_signing_alg_values_supported", ())):
        raise Refusal("directory_answer", reason="id_token_signing_alg_values_supported")
    return said


@lru_cache(maxsize=1)
def _client(issuer: str, client: str, secret: str, scopes: str) -> Any:
    """Authlib's client, with what the directory says of itself. PKCE is always asked for."""
    from authlib.integrations.django_client import OAuth

    said, _hour = discover()
    methods = said.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
    method = "client_secret_basic" if "client_secret_basic" in methods else "client_secret_post"
    taken = ("issuer", "jwks_uri", "userinfo_endpoint", "authorization_response_iss_parameter_supported")
    return OAuth().register(
        "directory",
        client_id=client,
        client_secret=secret,
        authorize_url=said["authorization_endpoint"],
        access_token_url=said["token_endpoint"],
        client_kwargs={
            "scope": scopes,
            "code_challenge_method": "S256",
            "token_endpoint_auth_method": method,
            "default_timeout": PATIENCE,
            "verify": trusted(),
        },
        id_token_signing_alg_values_supported=sorted(
            SIGNED_WITH.intersection(said["id_token_signing_alg_values_supported"])
        ),
        **{name: said[name] for name in taken if name in said},
    )


def client() -> Any:
    """See `_client`. Raises Refusal."""
    return _client(
        settings.DIRECTORY_ISSUER,
        settings.DIRECTORY_CLIENT_ID,
        settings.DIRECTORY_CLIENT_SECRET,
        settings.DIRECTORY_SCOPES,
    )


def look_again() -> Any:
    """The client, with what the directory now says of itself. Raises Refusal."""
    _client.cache_clear()
    return client()


def ask(request: HttpRequest) -> HttpResponseBase:
    """The way to the directory's own page. There the person shows who he is, even where he has done so lately: tablets
    are shared. Raises Refusal."""
    request.session[BEGAN] = time.time()
    back = request.build_absolute_uri(reverse("directory-answer"))
    with _asked():
        # Where the directory is away, a sentence of ours says so, and not the browser
        found: HttpResponseBase = look_again().authorize_redirect(request, back, prompt="login", max_age=0)
        return found


def answered(request: HttpRequest) -> Said:
    """What the directory says of who comes back from it. Raises Refusal (`directory_refused`, `directory_answer`,
    `directory_old_login`, `directory_never_again`, `directory_down`)."""
    began = request.session.pop(BEGAN, None)
    with _asked():
        directory = client()
        _check_sender(request, directory.server_metadata)
        token = directory.authorize_access_token(request, leeway=LEEWAY, claims_options=_wanted())
        said = _said(directory, token, token["userinfo"])
    shown = said.claims.get("auth_time")
    if began is None or not isinstance(shown, int | float) or shown < began - LEEWAY:
        raise Refusal("directory_old_login")
    if not said.refresh:
        raise Refusal("directory_never_again")
    return said


def asked_again(refresh: str, subject: str) -> Said:
    """What the directory says now of a person who has come in by it. Raises Gone, and Refusal."""
    from authlib.integrations.django_client import OAuthError

    with _asked():
        directory = client()
        try:
            token = directory.fetch_access_token(grant_type="refresh_token", refresh_token=refresh, scope="")
        except OAuthError as error:
            if error.error == "invalid_grant":
                raise Gone from error
            raise
        told = directory.parse_id_token(token, nonce=None, leeway=LEEWAY, claims_options=_wanted())
        said = _said(directory, token, told or {"sub": subject})
    if said.subject != subject:
        raise Refusal("directory_answer", reason="sub")
    return said._replace(refresh=said.refresh or refresh)


def _check_sender(request: HttpRequest, directory: Json) -> None:
    """Whether the answer names the directory that was asked (RFC 9207). Raises Refusal."""
    named = request.GET.get("iss")
    must = directory.get("authorization_response_iss_parameter_supported")
    if named != directory["issuer"] if named is not None else must:
        raise Refusal("directory_answer", reason="iss")


def _wanted() -> dict[str, Json]:
    exact = {"iss": settings.DIRECTORY_ISSUER, "aud": settings.DIRECTORY_CLIENT_ID}
    return {name: {"essential": True, "value": value} for name, value in exact.items()}


def _said(directory: Any, token: Json, signed: Json) -> Said:
    """From the signed token; what it leaves out is asked for with the access token. Raises Refusal."""
    claims, wanted = dict(signed), (settings.DIRECTORY_GROUPS, "preferred_username")
    if not all(name in claims for name in wanted) and directory.server_metadata.get("userinfo_endpoint"):
        more = dict(directory.userinfo(token=token))
        if more.get("sub") != claims["sub"]:
            raise Refusal("directory_answer", reason="sub")
        claims = more | claims
    groups = claims.get(settings.DIRECTORY_GROUPS)
    named = [groups] if isinstance(groups, str) else groups if isinstance(groups, list) else []
    methods = claims.get("amr")
    proofs = {_text(claims.get("acr")), *map(_text, methods if isinstance(methods, list) else ())}
    return Said(
        subject=str(claims["sub"]),
        claims=claims,
        groups=sorted({one for one in map(_text, named) if one}),
        refresh=_text(token.get("refresh_token")),
        factors=bool(proofs & settings.DIRECTORY_SECOND_FACTOR),
    )


def _text(said: Any) -> str:
    return said.strip() if isinstance(said, str) else ""


@contextmanager
def _asked() -> Iterator[None]:
    """Within this context the directory is asked for somebody. Raises Refusal, `too_busy` where many wait for it."""
    if not _places.acquire(timeout=PATIENCE):
        raise Refusal("too_busy")
    try:
        with _told():
            yield
    finally:
        _places.release()


@contextmanager
def _told() -> Iterator[None]:
    """Within this context whatever goes wrong with the directory is a Refusal."""
    from authlib.integrations.django_client import OAuthError
    from joserfc.errors import JoseError
    from requests import RequestException

    try:
        yield
    except RequestException as error:
        raise Refusal("directory_down", reason=type(error).__name__) from error
    except OAuthError as error:
        code = "directory_answer" if error.error in NO_ANSWER else "directory_refused"
        raise Refusal(code, reason=_short(error.error)) from error
    except (JoseError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refusal(
            "directory_answer", reason=_short(getattr(error, "error", type(error).__name__))
        ) from error


def _short(said: Any) -> str:
    """A code, whoever wrote it: in an answer that anybody may forge it can be anything."""
    return re.sub(r"\W", "_", str(said), flags=re.ASCII)[:60]
