"""The register of the handlers: what decides a command, in which phases, and what it says before it is given."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tables.engine.context import CommandContext
from tables.engine.game import Bounds, Game
from tables.engine.phase import Phase

Decide = Callable[[CommandContext, Any], None]
May = Callable[[Game], bool]
BoundsOf = Callable[..., Bounds | None]


def always(game: Game) -> bool:
    """A command that some fields make acceptable whenever its phase is right."""
    return True


@dataclass(frozen=True)
class Handler:
    """`phases`: where the command may be accepted. `may`: whether, in one of these phases, some fields would be
    accepted. `bounds`: what its amount may be, given the fields that it depends on. `otherwise`: refuses in its own
    way, before `wrong_phase`. `while_suspended`: whether a suspended table still takes it."""

    decide: Decide
    phases: tuple[Phase, ...]
    may: May
    bounds: BoundsOf | None
    otherwise: Decide | None
    while_suspended: bool


HANDLERS: dict[str, Handler] = {}


def handles(
    command: str,
    *phases: Phase,
    may: May = always,
    bounds: BoundsOf | None = None,
    otherwise: Decide | None = None,
    while_suspended: bool = False,
) -> Callable[[Decide], Decide]:
    """Register the function below as the one that decides `command` in `phases`."""

    def register(decide: Decide) -> Decide:
        HANDLERS[command] = Handler(decide, phases, may, bounds, otherwise, while_suspended)
        return decide

    return register
