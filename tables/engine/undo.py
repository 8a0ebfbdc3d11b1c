"""Undo: the last commands that still stand are taken back; nothing is erased (game.md, "What may be undone")."""

from itertools import islice, takewhile

from tables.engine.commands import Undo
from tables.engine.errors import Refused
from tables.engine.events.undo import Undone
from tables.engine.history import Standing
from tables.engine.rooms import PHASES, decides
from tables.engine.turn import Turn


@decides("undo", *PHASES, while_suspended=True)
def undo(turn: Turn, command: Undo) -> None:
    """The last command, or with `to` all after that version, within the reach of the role."""
    reach = turn.state.reach
    taken_back = _taken_back(turn, command.to)
    count = len(taken_back)
    if count == 0 or count > reach.jefe:
        raise Refused("nothing_to_undo")
    if turn.role != "jefe" and count > reach.croupier:
        raise Refused("not_allowed", role=turn.role)
    turn.restore(Undone(taken_back[-1].before, count, command.reason))


def _taken_back(turn: Turn, to: int | None) -> list[Standing]:
    """The commands to undo, newest first; one more than the jefe's reach is enough to know that it is too far."""
    newest_first = reversed(turn.history.standing())
    if to is None:
        return list(islice(newest_first, 1))
    after = takewhile(lambda made: made.version > to, newest_first)
    return list(islice(after, turn.state.reach.jefe + 1))
