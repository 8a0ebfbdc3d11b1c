"""Displays: the link of a wall is exchanged for a cookie, so that its token stands in no later address and in no log.

The cookie names the token and is signed; the secret is not in it. It holds until the token is revoked, given a new
secret, or expires.
"""

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpResponse
from django.utils import timezone

from casino.accounts.models import Token

COOKIE = f"wall_{settings.OWN_COOKIES}_"  # and a number
FORMER = "wall"  # so were they called, and glasses that nobody touches have them still
LONGEST = timedelta(days=400)  # that browsers keep a cookie
_SALT = "casino.accounts.displays"


def remember(response: HttpResponse, token: Token, *paths: str) -> None:
    """Let the browser be known as this display under these paths, and nowhere else."""
    lasts = min(LONGEST, token.expires - timezone.now()) if token.expires else LONGEST
    for number, path in enumerate(paths):
        response.set_cookie(
            f"{COOKIE}{number}",  # a response has one cookie of a name
            sealed(token),
            max_age=lasts,
            path=path,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )


def sealed(token: Token) -> str:
    """The value of the cookie."""
    return signing.dumps([token.pk, token.stamp], salt=_SALT)


def shown_by(cookies: dict[str, str]) -> list[str]:
    """What a browser shows as a display, if it is one."""
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
