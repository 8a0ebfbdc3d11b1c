"""Conduct at the table (argentina arts. 12, 14, 16)."""

from tables.engine.context import CommandContext
from tables.engine.incidents.commands import Conduct
from tables.engine.incidents.register import happens
from tables.engine.phase import OPEN


@happens("conduct", *OPEN)
def conduct(context: CommandContext, command: Conduct) -> None:
    """Arts. 12, 14, 16 and similar: the incident is noted with its article and has no effect on the game."""
