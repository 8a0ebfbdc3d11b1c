"""`novamas token`: what displays and devices are let in with."""

import argparse
from typing import Any

from casino.operations.answer import Answer, listing
from casino.operations.commands.command_line import by, command, group
from casino.operations.language import gettext as _
from casino.people.permissions import TOKENS, may_open

DAYS = 365  # for which a token lets in


def add(commands: Any) -> None:
    """Add `token` to the command line."""
    tokens = group(commands, "token", _("Issues and revokes tokens of displays and devices."))
    command(tokens, "list", _list, _("Lists the tokens; their secrets are stored nowhere."))
    issue = command(tokens, "issue", _issue, _("Issues a token and prints its secret, this once."))
    issue.add_argument(
        "kind",
        choices=sorted(TOKENS),
        help=_("a display shows a table; a device sends cards too; figures are for a program"),
    )
    issue.add_argument(
        "table", nargs="?", default="", help=_("the only table that it sees; none for figures")
    )
    issue.add_argument("name", help=_("what it is for, such as “wall of mesa-1”"))
    rotate = command(
        tokens, "rotate", _rotate, _("Gives a token a new secret: who came in with the old one is out.")
    )
    rotate.add_argument("number", type=int, help=_("from novamas token list"))
    for one in (issue, rotate):
        one.add_argument(
            "--days", type=int, default=DAYS, help=_("for which it lets in (%(days)s)") % {"days": DAYS}
        )
    revoke = command(tokens, "revoke", _revoke, _("Revokes a token."))
    revoke.add_argument("number", type=int, help=_("from novamas token list"))


def _list(options: argparse.Namespace) -> Answer:
    from casino.people.models import Token

    rows = [
        {"number": token.pk, "kind": token.kind, "table": token.table, "name": token.name}
        | {"created": token.created.isoformat(timespec="minutes")}
        | {"expires": token.expires and token.expires.isoformat(timespec="minutes")}
        | {"revoked": token.revoked and token.revoked.isoformat(timespec="minutes")}
        for token in Token.objects.order_by("pk")
    ]
    return listing(rows, _("There are no tokens yet: novamas token issue KIND TABLE NAME issues one."))


def _issue(options: argparse.Namespace) -> Answer:
    from casino.administration import tokens

    return _told(*tokens.issue(by(), options.kind, options.table, options.name, options.days))


def _rotate(options: argparse.Namespace) -> Answer:
    from casino.administration import tokens

    return _told(*tokens.rotate(by(), options.number, options.days))


def _told(token: Any, secret: str) -> Answer:
    told = {"number": token.pk, "kind": token.kind, "table": token.table, "name": token.name}
    told |= {"expires": token.expires.isoformat(timespec="minutes"), "secret": secret}
    return Answer(told, [_link(token.kind, secret), _("The secret is shown this once.")])


def _link(kind: str, secret: str) -> str:
    return f"/wall/{secret}/" if may_open(kind, "wall") else secret


def _revoke(options: argparse.Namespace) -> Answer:
    from casino.administration import tokens

    token = tokens.revoke(by(), options.number)
    return Answer(
        {"number": token.pk, "revoked": token.revoked}, [_("%(token)s is revoked.") % {"token": token}]
    )
