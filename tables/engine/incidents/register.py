"""The registry of incident kinds: what follows each, and in which phases it can happen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tables.engine.context import CommandContext
from tables.engine.phase import Phase

Follow = Callable[[CommandContext, Any], None]


@dataclass(frozen=True)
class Consequence:
    """`follow` carries out what the article says; `phases` are those in which the incident can happen."""

    follow: Follow
    phases: tuple[Phase, ...]


CONSEQUENCES: dict[str, Consequence] = {}


def happens(kind: str, *phases: Phase) -> Callable[[Follow], Follow]:
    """Decorator: register what follows an incident of `kind`, which can happen in `phases` only."""

    def register(follow: Follow) -> Follow:
        CONSEQUENCES[kind] = Consequence(follow, phases)
        return follow

    return register
