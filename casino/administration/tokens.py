"""Tokens that let displays and devices in: issued, given a new secret, revoked."""

from datetime import timedelta

from casino.administration.checks import check_seen
from casino.administration.tables import find
from casino.common.refusals import Refusal
from casino.house import acts
from casino.house.acts import By, act
from casino.people.models import Token, digest_of
from casino.people.permissions import OF_THE_HOUSE

DAYS, LONGEST = 365, 3650  # for which a token lets in, unless it is said otherwise, and at most
LONGEST_NAME = 64  # characters


def issue(by: By, kind: str, table: str, name: str, days: int = DAYS) -> tuple[Token, str]:
    """A new token and its secret, which is stored nowhere; one for figures is of no table. Raises Refusal."""
    table = "" if kind in OF_THE_HOUSE else table
    with act(by, acts.TOKEN_ISSUED, f"{name} ({table or kind})") as entered:
        if kind not in OF_THE_HOUSE:
            find(table)
        if not 0 < len(name) <= LONGEST_NAME:
            raise Refusal("bad_token_name", most=LONGEST_NAME)
        check_seen(name, "Name")
        secret = Token.objects.issue(name, kind, table, _lasts(days))
        token = Token.objects.get(digest=digest_of(secret))
        entered.after = _content(token)
    return token, secret


def rotate(by: By, number: int, days: int = DAYS) -> tuple[Token, str]:
    """The token and its new secret: whoever came in with the old one is out. Raises Refusal."""
    with act(by, acts.TOKEN_ROTATED, str(number)) as entered:
        token = find_token(number)
        entered.about, entered.before = f"{token.name} ({token.table or token.kind})", _content(token)
        if token.revoked is not None:
            raise Refusal("token_revoked", token=str(token))
        secret = token.rotate(_lasts(days))
        entered.after = _content(token)
    return token, secret


def revoke(by: By, number: int) -> Token:
    """Nobody is let in with it any more. Raises Refusal."""
    with act(by, acts.TOKEN_REVOKED, str(number)) as entered:
        token = find_token(number)
        entered.about, entered.before = f"{token.name} ({token.table or token.kind})", _content(token)
        if token.revoked is None:
            token.revoke()
        entered.after = _content(token)
    return token


def find_token(number: int) -> Token:
    """Raises Refusal if there is none with this number."""
    token = Token.objects.filter(pk=number).first()
    if token is None:
        raise Refusal("no_such_token", number=number)
    return token


def _lasts(days: int) -> timedelta:
    if not 0 < days <= LONGEST:
        raise Refusal("bad_days", most=LONGEST)
    return timedelta(days=days)


def _content(token: Token) -> acts.Content:
    return {name: getattr(token, name) for name in ("name", "kind", "table", "expires", "revoked")}
