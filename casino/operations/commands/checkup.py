"""`novamas doctor`: whether the house is well."""

import argparse
from typing import Any

from casino.operations.answer import DONE, FAILED, Answer
from casino.operations.commands.command_line import command
from casino.operations.language import gettext as _


def add(commands: Any) -> None:
    """Add `doctor` to the command line."""
    command(commands, "doctor", _doctor, _("Says what is well and what is not (status 1: there is a fault)."))


def _doctor(options: argparse.Namespace) -> Answer:
    from django.utils import translation

    from casino.operations.doctor import FAULT, examine
    from casino.operations.doctor.labels import called

    found = examine(translation.get_language())
    status = FAILED if any(finding.level == FAULT for finding in found) else DONE
    signs = {"ok": _("ok"), "warning": _("warning"), "fault": _("FAULT")}
    width = max(map(len, signs.values()))
    lines = [
        f"{signs[one.level]:<{width}}  {called(one.about)}: {one.says}{one.detail and f' ({one.detail})'}"
        for one in found
    ]
    return Answer({"well": status == DONE, "found": [finding.as_dict() for finding in found]}, lines, status)
