"""The undo command."""

from typing import Literal

from tables.engine.command import Command, Count, Text


class Undo(Command):
    """Undo the last command, or with `to` every command after that version."""

    command: Literal["undo"] = "undo"
    to: Count | None = None
    reason: Text | None = None
