"""Common parts of the command lines of all commands."""

import argparse
import getpass
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from casino.operations.answer import Answer
from casino.operations.language import gettext as _

if TYPE_CHECKING:
    from casino.house.acts import By

Run = Callable[[argparse.Namespace], Answer]


def command(among: Any, name: str, run: Run, about: str, **defaults: Any) -> argparse.ArgumentParser:
    """A command that `run` carries out. `about`: one sentence for its help. `defaults`: `as_root`, if it does not go
    on as the product's own user; `as_owner`, if it works as the owner of the tables; `without_django`, if it loads
    Django itself or not at all."""
    short = about[:1].lower() + about[1:].rstrip(".")
    parser: argparse.ArgumentParser = among.add_parser(name, help=short, description=about)
    parser.add_argument("--json", action="store_true", help=_("answer in JSON, for scripts"))
    parser.set_defaults(run=run, **defaults)
    return parser


def group(among: Any, name: str, about: str) -> Any:
    """A command that has commands of its own, such as `user`."""
    parser = among.add_parser(name, help=about[:1].lower() + about[1:].rstrip("."), description=about)
    return parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), required=True)


def by() -> "By":
    """The giver of the command, as it is entered: the operating system's user, before sudo."""
    from casino.house.acts import By

    return By(f"novamas ({os.environ.get('SUDO_USER') or getpass.getuser()})")
