"""`novamas user`: members of staff."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from casino.operations.answer import Answer, listing
from casino.operations.commands.command_line import by, command, group
from casino.operations.language import LANGUAGES
from casino.operations.language import gettext as _
from casino.people.permissions import STAFF


def add(commands: Any) -> None:
    """Add `user` to the command line."""
    users = group(commands, "user", _("Makes, changes and suspends logins of staff."))
    command(users, "list", _list, _("Lists the logins."))
    one = command(users, "add", _add, _("Makes a login."))
    one.add_argument("username")
    one.add_argument("role", help=_one_of(sorted(STAFF)))
    one.add_argument("--language", default="", help=_one_of(LANGUAGES))
    one.add_argument("--first-name", default="")
    one.add_argument("--last-name", default="")
    one.add_argument("--tables", default="", help=_("that a croupier serves, separated by spaces"))
    many = command(users, "import", _import, _("Makes a login for each line of a CSV file, all or none."))
    many.add_argument(
        "file", type=Path, help=_("columns: username, role; also language, first_name, last_name, tables")
    )
    role = command(users, "role", _role, _("Changes what a person may do."))
    passphrase = command(users, "passphrase", _passphrase, _("Gives a new passphrase and ends the sessions."))
    suspend = command(users, "suspend", _suspend, _("Lets a person log in no more, and ends the sessions."))
    resume = command(users, "resume", _resume, _("Lets a suspended person log in again."))
    lost = command(
        users, "second-factor-reset", _lost, _("Lets a person set up another phone, after he lost his.")
    )
    end = command(users, "end", _end, _("A person has left: the login is never let in again."))
    for parser in (role, passphrase, suspend, resume, lost, end):
        parser.add_argument("username")
    role.add_argument("role")
    stdin = _("read the passphrase from standard input; without it a new one is made and printed once")
    for parser in (one, passphrase):
        parser.add_argument("--stdin", action="store_true", help=stdin)


def _one_of(choices: Iterable[str]) -> str:
    return _("one of %(choices)s") % {"choices": ", ".join(choices)}


def _list(options: argparse.Namespace) -> Answer:
    from casino.people.models import User

    rows = [
        {
            "username": user.username,
            "role": user.role,
            "language": user.language,
            "active": user.is_active,
            "last_login": user.last_login and user.last_login.isoformat(timespec="minutes"),
        }
        for user in User.objects.order_by("username")
    ]
    return listing(rows, _("There are no logins yet: novamas user add NAME ROLE makes one."))


def _add(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    row = {name: getattr(options, name) for name in people.COLUMNS}
    return _told(options.username, people.add(by(), row, _given(options)), options.stdin)


def _import(options: argparse.Namespace) -> Answer:
    from casino.administration import csv_list, people
    from casino.common.progress import progress

    source = csv_list.of_file(options.file)
    with progress(_("hashing passphrases")) as advance:
        made = people.take(by(), source, advance)
    rows = [{"username": username, "passphrase": passphrase} for username, passphrase in made]
    return listing(rows, _("The file names nobody."))


def _role(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    people.change(by(), options.username, role=options.role)
    return Answer(
        {"username": options.username, "role": options.role}, [f"{options.username}: {options.role}"]
    )


def _passphrase(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    return _told(
        options.username, people.reset_passphrase(by(), options.username, _given(options)), options.stdin
    )


def _lost(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    people.reset_second_factor(by(), options.username)
    says = _("%(login)s sets up another phone at the next login; the sessions have ended.")
    told = {"username": options.username, "second_factor": False}
    return Answer(told, [says % {"login": options.username}])


def _suspend(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    people.suspend(by(), options.username)
    return _active(options.username, False, _("%(login)s can no longer log in."))


def _resume(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    people.resume(by(), options.username)
    return _active(options.username, True, _("%(login)s can log in again."))


def _end(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    people.end(by(), options.username)
    return _active(options.username, False, _("%(login)s has left, and is never let in again."))


def _active(username: str, active: bool, says: str) -> Answer:
    return Answer({"username": username, "active": active}, [says % {"login": username}])


def _given(options: argparse.Namespace) -> str | None:
    return sys.stdin.readline().rstrip("\n") if options.stdin else None


def _told(username: str, passphrase: str, given: bool) -> Answer:
    if given:
        return Answer({"username": username}, [_("%(login)s has this passphrase now.") % {"login": username}])
    lines = [f"{username}  {passphrase}", _("The passphrase is shown this once.")]
    return Answer({"username": username, "passphrase": passphrase}, lines)
