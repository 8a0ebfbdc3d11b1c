"""The registry of command handlers."""

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
    """The default of `may`: some fields are acceptable whenever the phase is right."""
    return True


@dataclass(frozen=True)
class Handler:
    """How a command is decided.

    `phases`: where it may be accepted. `may`: whether some fields would be accepted now. `bounds`: what its amount may
    be, given the fields on which it depends. `otherwise`: refuses with a specific code before `wrong_phase`.
    `while_suspended`: whether a suspended table accepts it.
    """

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
    """Decorator: register the function that decides `command` in `phases`."""

    def register(decide: Decide) -> Decide:
        HANDLERS[command] = Handler(decide, phases, may, bounds, otherwise, while_suspended)
        return decide

    return register
