"""`novamas audit`: whether record, state and money agree."""

import argparse
import io
import sys
from typing import Any

from casino.operations.answer import FAILED, Answer, Fault
from casino.operations.commands.command_line import command
from casino.operations.language import gettext as _


def add(commands: Any) -> None:
    """Add `audit` to the command line."""
    parser = command(
        commands,
        "audit",
        _audit,
        _("Proves that record, state, rows and money agree (status 1: they do not)."),
    )
    parser.add_argument("table", nargs="?", help=_("one table; without it all, and the money of the house"))
    parser.add_argument(
        "--scheduled", action="store_true", help=_("keep the outcome, as the nightly timer does")
    )
    parser.add_argument(
        "--anchors", metavar="FILE", help=_("compare with the signed anchors in this file, too")
    )


def _audit(options: argparse.Namespace) -> Answer:
    from django.core.management import CommandError, call_command

    from casino.common.errors import Refusal
    from tables.models import Table

    if options.table and not Table.objects.filter(slug=options.table).exists():
        raise Refusal("no_such_table_named", table=options.table)
    out, broken = io.StringIO() if options.json else _Straight(), False
    try:
        anchors = ["--anchors", options.anchors] if options.anchors else []
        scheduled = ["--scheduled"] if options.scheduled else []
        call_command("audit", *([options.table] if options.table else []), *anchors, *scheduled, stdout=out)
    except CommandError as error:
        raise Fault(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    except SystemExit as end:
        broken = end.code != 0
    found = out.getvalue().splitlines()
    says = _("The audit found what does not hold: it stands above.") if broken else _("Everything holds.")
    return Answer({"holds": not broken, "found": found}, [says], FAILED if broken else 0)


class _Straight(io.StringIO):
    """Keeps what is written and shows it at once."""

    def write(self, text: str) -> int:
        sys.stdout.write(text)
        sys.stdout.flush()
        return super().write(text)
