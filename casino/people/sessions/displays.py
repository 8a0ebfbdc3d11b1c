"""Displays: the link of a wall is exchanged for a cookie, so that its token stands in no later address and in no log.

The cookie names the token and is signed; the secret is not in it. It holds until the token is revoked, given a new
secret, or expires.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpResponse
from django.utils import timezone

from casino.people.models import Token

COOKIE = f"wall_{settings.OWN_COOKIES}_"  # and a number
FORMER = "wall"  # so were they called, and glasses that nobody touches have them still
LONGEST = timedelta(days=400)  # that browsers keep a cookie
_SALT = "casino.accounts.displays"


def remember(response: HttpResponse, token: Token, *paths: str) -> None:
    """Let the browser be known as this display under these paths, and nowhere else."""
    remember_all(response, {token: paths})


def remember_all(response: HttpResponse, displays: Mapping[Token, Iterable[str]]) -> None:
    """As `remember`, for each display with its own paths."""
    known = ((token, path) for token, paths in displays.items() for path in paths)
    for number, (token, path) in enumerate(known):
        response.set_cookie(
            f"{COOKIE}{number}",  # a response has one cookie of a name
            sealed(token),
            max_age=min(LONGEST, token.expires - timezone.now()) if token.expires else LONGEST,
            path=path,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )


def sealed(token: Token) -> str:
    """The value of the cookie."""
    return signing.dumps([token.pk, token.stamp], salt=_SALT)


def shown_by(cookies: dict[str, str]) -> list[str]:
    """The values of the cookies that a browser shows as a display."""
    own, former = (
        [value for name, value in cookies.items() if name.startswith(begin) and name[len(begin) :].isdigit()]
        for begin in (COOKIE, FORMER)
    )
    return own + former


def behind(cookies: dict[str, str]) -> Token | None:
    """The token of the display that sent these cookies; None if it is none, or the token no longer holds."""
    for value in shown_by(cookies):
        try:
            pk, stamp = signing.loads(value, salt=_SALT, max_age=LONGEST)
        except signing.BadSignature:
            continue
        if token := Token.objects.behind(pk, stamp):
            return token
    return None
