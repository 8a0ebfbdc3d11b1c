"""Commands of undo."""

from typing import Literal

from tables.engine.command import Command, Count, Text


class Undo(Command):
    command: Literal["undo"] = "undo"
    to: Count | None = None
    reason: Text | None = None
