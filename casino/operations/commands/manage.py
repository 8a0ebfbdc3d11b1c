"""`novamas manage`: every other command of the product, as `manage.py` has them in a checkout.

After a migration the role that serves is given its rights anew."""

import argparse
import os
from typing import Any

from casino.operations import settings_file
from casino.operations.answer import Answer
from casino.operations.language import gettext as _


def add(commands: Any) -> None:
    """Add `manage` to the command line."""
    about = _("Runs a command of manage.py with the settings of the house.")
    parser = commands.add_parser("manage", help=about[:1].lower() + about[1:-1], description=about)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help=_("such as: replay mesa-1 --to 200"))
    parser.set_defaults(run=_manage, json=False, without_django=True)


def _manage(options: argparse.Namespace) -> Answer:
    from django.core.management import execute_from_command_line

    command, serving = next(iter(options.arguments), ""), settings_file.serving_role()
    if command in settings_file.NEED_OWNER:
        settings_file.act_as_owner()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.site.settings")
    execute_from_command_line(["novamas manage", *options.arguments])
    if command == "migrate" and serving:
        execute_from_command_line(["novamas manage", "serving_role", serving])
    return Answer(None)
