"""Undo: the last commands that still stand are taken back; nothing is erased (game.md, "What may be undone")."""

from tables.engine.commands import Undo
from tables.engine.errors import Refused
from tables.engine.events.undo import Undone
from tables.engine.history import Standing
from tables.engine.rooms import PHASES, decides
from tables.engine.turn import Turn


@decides("undo", *PHASES, while_suspended=True)
def undo(turn: Turn, command: Undo) -> None:
    """The last command, or with `to` all after that version, within the reach of the role."""
    standing = list(turn.history.standing())
    count = 1 if command.to is None else sum(made.version > command.to for made in standing)
    reach = turn.state.reach
    if count == 0 or reach.jefe == 0 or count > reach.jefe:
        raise Refused("nothing_to_undo")
    if turn.role != "jefe" and count > reach.croupier:
        raise Refused("not_allowed", role=turn.role)
    first: Standing = standing[-count]
    turn.restore(Undone(first.before, count, command.reason))
