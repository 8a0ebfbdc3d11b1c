"""`novamas user`: members of staff."""

import argparse
import sys
from pathlib import Path
from typing import Any

from casino.accounts.permissions import STAFF
from casino.operations.answer import Answer, listing
from casino.operations.commands.command_line import by, command, group

STDIN = "read the passphrase from standard input; without it a new one is made and printed once"


def add(commands: Any) -> None:
    """Add `user` to the command line."""
    users = group(commands, "user", "Makes, changes and suspends logins of staff.")
    command(users, "list", _list, "Lists the logins.")
    one = command(users, "add", _add, "Makes a login.")
    one.add_argument("username")
    one.add_argument("role", help=f"one of {', '.join(sorted(STAFF))}")
    one.add_argument("--language", default="", help="es, en, fr or sl")
    one.add_argument("--first-name", default="")
    one.add_argument("--last-name", default="")
    one.add_argument("--tables", default="", help="that a croupier serves, separated by spaces")
    many = command(users, "import", _import, "Makes a login for each line of a CSV file, all or none.")
    many.add_argument(
        "file", type=Path, help="columns: username, role; also language, first_name, last_name, tables"
    )
    role = command(users, "role", _role, "Changes what a person may do.")
    passphrase = command(users, "passphrase", _passphrase, "Gives a new passphrase and ends the sessions.")
    suspend = command(users, "suspend", _suspend, "Lets a person log in no more, and ends the sessions.")
    resume = command(users, "resume", _resume, "Lets a suspended person log in again.")
    lost = command(
        users, "second-factor-reset", _lost, "Lets a person set up another phone, after he lost his."
    )
    end = command(users, "end", _end, "A person has left: the login is never let in again.")
    for parser in (role, passphrase, suspend, resume, lost, end):
        parser.add_argument("username")
    role.add_argument("role")
    for parser in (one, passphrase):
        parser.add_argument("--stdin", action="store_true", help=STDIN)


def _list(options: argparse.Namespace) -> Answer:
    from casino.accounts.models import User

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
    return listing(rows, "There are no logins yet: novamas user add NAME ROLE makes one.")


def _add(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    row = {name: getattr(options, name) for name in people.COLUMNS}
    return _told(options.username, people.add(by(), row, _given(options)), options.stdin)


def _import(options: argparse.Namespace) -> Answer:
    from casino.administration import csv_list, people
    from casino.common.progress import progress

    source = csv_list.of_file(options.file)
    with progress("hashing passphrases") as advance:
        made = people.take(by(), source, advance)
    rows = [{"username": username, "passphrase": passphrase} for username, passphrase in made]
    return listing(rows, "The file names nobody.")


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
    line = f"{options.username} sets up another phone at the next login; the sessions have ended."
    return Answer({"username": options.username, "second_factor": False}, [line])


def _suspend(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    people.suspend(by(), options.username)
    return _active(options.username, False, "can no longer log in")


def _resume(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    people.resume(by(), options.username)
    return _active(options.username, True, "can log in again")


def _end(options: argparse.Namespace) -> Answer:
    from casino.administration import people

    people.end(by(), options.username)
    return _active(options.username, False, "has left, and is never let in again")


def _active(username: str, active: bool, words: str) -> Answer:
    return Answer({"username": username, "active": active}, [f"{username} {words}."])


def _given(options: argparse.Namespace) -> str | None:
    return sys.stdin.readline().rstrip("\n") if options.stdin else None


def _told(username: str, passphrase: str, given: bool) -> Answer:
    if given:
        return Answer({"username": username}, [f"{username} has this passphrase now."])
    lines = [f"{username}  {passphrase}", "The passphrase is shown this once."]
    return Answer({"username": username, "passphrase": passphrase}, lines)
