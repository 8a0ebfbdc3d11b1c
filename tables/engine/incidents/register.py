"""The registry of incident kinds: what follows each, and in which phases it can happen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tables.engine.handlers import CommandContext
from tables.engine.state import Phase, State

Follow = Callable[[CommandContext, Any], None]
Expects = Callable[[State], bool]


def _always(_: State) -> bool:
    return True


@dataclass(frozen=True)
class Consequence:
    """`follow` carries out what the article says; `phases` are those in which the incident can happen. `expected`:
    whether, in such a phase, it may well have happened by what is known of the table."""

    follow: Follow
    phases: tuple[Phase, ...]
    expected: Expects = _always


CONSEQUENCES: dict[str, Consequence] = {}


def happens(kind: str, *phases: Phase, expected: Expects = _always) -> Callable[[Follow], Follow]:
    """Decorator: register what follows an incident of `kind`, which can happen in `phases` only."""

    def register(follow: Follow) -> Follow:
        CONSEQUENCES[kind] = Consequence(follow, phases, expected)
        return follow

    return register


def expected_now(state: State) -> frozenset[str]:
    """The kinds of incidents that may well have happened."""
    return frozenset(
        kind for kind, one in CONSEQUENCES.items() if state.phase in one.phases and one.expected(state)
    )
