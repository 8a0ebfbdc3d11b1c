"""`novamas`: what an administrator does. Its commands lie in `casino.operations.commands`."""

import argparse
import errno
import json
import logging
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from casino.common.refusals import Refusal
from casino.common.version import VERSION
from casino.operations import settings_file
from casino.operations.answer import FAILED, INTERRUPTED, Answer, Fault
from casino.operations.commands import COMMANDS
from casino.operations.language import gettext as _
from casino.operations.language import spoken, spoken_by_house, terminals

FULL = (errno.ENOSPC, errno.EDQUOT)


def main() -> None:
    """The entry point. Never returns: exits with the status of the command."""
    signal.signal(signal.SIGTERM, _interrupt)
    sys.exit(execute(sys.argv[1:]))


def execute(arguments: Sequence[str]) -> int:
    """Carry out one command, print its answer, and return its exit status."""
    with spoken(terminals()):
        options = parser().parse_args(arguments)
        try:
            answer = _run(options)
        except Fault as fault:
            answer = Answer({"error": str(fault)}, [], FAILED)
            if not options.json:
                _complain(str(fault))
        except KeyboardInterrupt:
            _complain(_("interrupted: what was begun has been taken back"))
            return INTERRUPTED
        _print(answer, as_json=options.json)
        return answer.status


def parser() -> argparse.ArgumentParser:
    """The command line."""
    wide = argparse.RawDescriptionHelpFormatter
    about = _("Administers a house of No Va Más.")
    top = argparse.ArgumentParser("novamas", description=about, epilog=_ending(), formatter_class=wide)
    top.add_argument("--version", action="version", version=f"No Va Más {VERSION}")
    commands = top.add_subparsers(title=_("commands"), metavar=_("COMMAND"), required=True)
    for add in COMMANDS:
        add(commands)
    return top


def _ending() -> str:
    return _(
        "exit status: 0 done; 1 not done, with a sentence that says why; 2 used wrongly; 130 interrupted (nothing is\n"
        "left half done). With --json the answer is one JSON document on standard output, with `error` where it\n"
        "was not done. Settings come from the environment, and from /etc/novamas/novamas.env or the file that\n"
        "NOVAMAS_SETTINGS names."
    )


def _run(options: argparse.Namespace) -> Answer:
    settings_file.load()
    if not getattr(options, "as_root", False):
        settings_file.become_product()
    if getattr(options, "without_django", False):
        return _carried_out(options)
    if getattr(options, "as_owner", False):
        settings_file.act_as_owner()
    set_up()
    with spoken_by_house():
        return _carried_out(options)


def _carried_out(options: argparse.Namespace) -> Answer:
    try:
        answer: Answer = options.run(options)
    except Refusal as refusal:
        raise Fault(_refused(refusal)) from refusal
    except OSError as error:
        raise Fault(_of_the_system(error)) from error
    except Exception as error:
        if said := _of_the_database(error):
            raise Fault(said) from error
        raise
    return answer


def _refused(refusal: Refusal) -> str:
    from casino.common.answers import LOCAL

    return refusal.text(LOCAL)


def _of_the_system(error: OSError) -> str:
    """The sentence for an error of files, disks and lines."""
    if error.errno in FULL:
        if error.filename:
            return _("There is no room for %(file)s: make some, and try again.") % {"file": error.filename}
        return _("There is no room: make some, and try again.")
    return f"{error.filename or _('The system')}: {error.strerror or error}."


def _of_the_database(error: Exception) -> str:
    """The sentence for an error of the database; empty for any other."""
    from django.db import DatabaseError, OperationalError
    from psycopg.errors import InsufficientPrivilege, UndefinedColumn, UndefinedTable

    if not isinstance(error, DatabaseError):
        return ""
    said = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    if isinstance(error.__cause__, InsufficientPrivilege):
        says = _(
            "The role as which the house is served may not do this (%(said)s): docs/security.md says what it may."
        )
        return says % {"said": said}
    if isinstance(error.__cause__, UndefinedTable | UndefinedColumn) or "no such " in said:
        says = _(
            "The database is empty or not of this version (%(said)s): novamas manage migrate brings it up to date."
        )
        return says % {"said": said}
    if isinstance(error, OperationalError):
        return _("The database does not answer: %(said)s.") % {"said": said}
    return _("The database refuses: %(said)s.") % {"said": said}


def set_up() -> None:
    """Load Django with the settings of the house. Raises Fault where they are wrong."""
    import django
    from django.core.exceptions import ImproperlyConfigured

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.site.settings")
    try:
        django.setup()
        # Its threads would tell of each attempt to reach a database that is away: the command says it once.
        logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
    except ImproperlyConfigured as error:
        raise Fault(_("The settings are wrong: %(said)s.") % {"said": error}) from error
    except PermissionError as error:
        says = _("%(file)s cannot be read by this user: run this with sudo.")
        raise Fault(says % {"file": error.filename}) from error


def _print(answer: Answer, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(answer.data, ensure_ascii=False, indent=2, default=str) + "\n")
    elif answer.lines:
        sys.stdout.write("\n".join(answer.lines) + "\n")
    sys.stdout.flush()


def _complain(sentence: str) -> None:
    sys.stderr.write(f"novamas: {sentence}\n")


def _interrupt(number: int, frame: Any) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
