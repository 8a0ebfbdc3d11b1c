"""`novamas setup-link`: the link with which a house is set up in the browser."""

import argparse
from datetime import timedelta
from typing import Any

from casino.operations.answer import Answer, Fault
from casino.operations.commands.command_line import by, command
from casino.operations.language import gettext as _

HOURS, LONGEST = 24, 168


def add(commands: Any) -> None:
    """Add `setup-link` to the command line."""
    link = command(
        commands,
        "setup-link",
        _link,
        _("Prints the link with which the first administrator is made; only while there is none."),
    )
    link.add_argument(
        "--hours", type=int, default=HOURS, help=_("for which it can be used (%(hours)s)") % {"hours": HOURS}
    )


def _link(options: argparse.Namespace) -> Answer:
    from casino.address import of_house
    from casino.administration import first_run

    if not 0 < options.hours <= LONGEST:
        raise Fault(_("A link can be used for 1 to %(most)s hours.") % {"most": LONGEST})
    secret = first_run.make_link(by(), timedelta(hours=options.hours))
    link = f"{of_house()}/setup/{secret}/"
    says = _("Open it within %(hours)s hours. It is shown this once.")
    lines = [link, says % {"hours": options.hours}]
    return Answer({"link": link, "hours": options.hours}, lines)
