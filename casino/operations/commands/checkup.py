"""`novamas doctor`: whether the house is well."""

import argparse
from typing import Any

from casino.operations.answer import DONE, FAILED, Answer
from casino.operations.commands.command_line import command

SIGNS = {"ok": "ok     ", "warning": "warning", "fault": "FAULT  "}


def add(commands: Any) -> None:
    """Add `doctor` to the command line."""
    command(commands, "doctor", _doctor, "Says what is well and what is not (status 1: there is a fault).")


def _doctor(options: argparse.Namespace) -> Answer:
    from casino.operations.doctor import FAULT, examine

    found = examine()
    status = FAILED if any(finding.level == FAULT for finding in found) else DONE
    lines = [
        f"{SIGNS[one.level]}  {one.about}: {one.says}{one.detail and f' ({one.detail})'}" for one in found
    ]
    return Answer({"well": status == DONE, "found": [finding.as_dict() for finding in found]}, lines, status)
