"""`novamas token`: what displays and devices are let in with."""

import argparse
from datetime import timedelta
from typing import Any

from casino.accounts.permissions import TOKENS, may_open
from casino.operations.answer import Answer, Fault, listing
from casino.operations.commands.command_line import command, group

DAYS = 365  # for which a token lets in
LONGEST = 3650


def add(commands: Any) -> None:
    """Add `token` to the command line."""
    tokens = group(commands, "token", "Issues and revokes tokens of displays and devices.")
    command(tokens, "list", _list, "Lists the tokens; their secrets are stored nowhere.")
    issue = command(tokens, "issue", _issue, "Issues a token and prints its secret, this once.")
    issue.add_argument(
        "kind", choices=sorted(TOKENS), help="a display shows a table; a device sends cards too"
    )
    issue.add_argument("table", help="the only table that it sees")
    issue.add_argument("name", help="what it is for, such as “wall of mesa-1”")
    rotate = command(
        tokens, "rotate", _rotate, "Gives a token a new secret: who came in with the old one is out."
    )
    rotate.add_argument("number", type=int, help="from novamas token list")
    for one in (issue, rotate):
        one.add_argument("--days", type=int, default=DAYS, help=f"for which it lets in ({DAYS})")
    revoke = command(tokens, "revoke", _revoke, "Revokes a token.")
    revoke.add_argument("number", type=int, help="from novamas token list")


def _list(options: argparse.Namespace) -> Answer:
    from casino.accounts.models import Token

    rows = [
        {"number": token.pk, "kind": token.kind, "table": token.table, "name": token.name}
        | {"created": token.created.isoformat(timespec="minutes")}
        | {"expires": token.expires and token.expires.isoformat(timespec="minutes")}
        | {"revoked": token.revoked and token.revoked.isoformat(timespec="minutes")}
        for token in Token.objects.order_by("pk")
    ]
    return listing(rows, "There are no tokens yet: novamas token issue KIND TABLE NAME issues one.")


def _issue(options: argparse.Namespace) -> Answer:
    from casino.accounts.models import Token
    from tables.models import Table

    if not Table.objects.filter(slug=options.table).exists():
        raise Fault(f"There is no table {options.table}.")
    if not 0 < len(options.name) <= 64:
        raise Fault("The name of a token has 1 to 64 characters.")
    secret = Token.objects.issue(options.name, options.kind, options.table, _lasts(options.days))
    return _told(Token.objects.find(secret), secret)


def _rotate(options: argparse.Namespace) -> Answer:
    token = _token(options.number)
    if token.revoked is not None:
        raise Fault(f"{token} is revoked: issue another one.")
    return _told(token, token.rotate(_lasts(options.days)))


def _lasts(days: int) -> timedelta:
    if not 0 < days <= LONGEST:
        raise Fault(f"A token lets in for 1 to {LONGEST} days.")
    return timedelta(days=days)


def _told(token: Any, secret: str) -> Answer:
    told = {"number": token.pk, "kind": token.kind, "table": token.table, "name": token.name}
    told |= {"expires": token.expires.isoformat(timespec="minutes"), "secret": secret}
    return Answer(told, [_link(token.kind, secret), "The secret is shown this once."])


def _link(kind: str, secret: str) -> str:
    return f"/wall/{secret}/" if may_open(kind, "wall") else secret


def _token(number: int) -> Any:
    from casino.accounts.models import Token

    token = Token.objects.filter(pk=number).first()
    if token is None:
        raise Fault(f"There is no token number {number}.")
    return token


def _revoke(options: argparse.Namespace) -> Answer:
    token = _token(options.number)
    if token.revoked is None:
        token.revoke()
    return Answer({"number": token.pk, "revoked": token.revoked}, [f"{token} is revoked."])
