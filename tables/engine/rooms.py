"""The register of the rooms: which function decides which command, and in which phases."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from tables.engine.state import Phase
from tables.engine.turn import Turn

Decider = Callable[[Turn, Any], None]
PHASES: tuple[Phase, ...] = get_args(Phase)
OPEN: tuple[Phase, ...] = tuple(phase for phase in PHASES if phase != "closed")
CARDS_OUT: tuple[Phase, ...] = ("dealing", "will", "bank_choice", "resolved")
PASS_UNDER_WAY: tuple[Phase, ...] = ("betting", *CARDS_OUT, "suite")


@dataclass(frozen=True)
class Room:
    """`phases`: where the command may be accepted. `otherwise`: refuses in its own way, before `wrong_phase`.
    `while_suspended`: whether a suspended table still takes it."""

    decide: Decider
    phases: tuple[Phase, ...]
    otherwise: Decider | None
    while_suspended: bool


ROOMS: dict[str, Room] = {}


def decides(
    command: str,
    *phases: Phase,
    otherwise: Decider | None = None,
    while_suspended: bool = False,
) -> Callable[[Decider], Decider]:
    """Register the function below as the one that decides `command` in `phases`."""

    def register(decide: Decider) -> Decider:
        ROOMS[command] = Room(decide, phases, otherwise, while_suspended)
        return decide

    return register
