"""What is kept of the console's parts is shown again only where it would be rendered the same."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tables.engine import NoHistory, State, decide, new_state, parse
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tables.screen import Kept
from tables.screens.console import SCREEN
from tables.screens.console_incidents import incidents
from tables.screens.parts import Showing
from tests.screens.test_console import LIVELY, after, every_state, seen

JUMPS = 300
STEPS = 600
OPENING = {"command": "open_table", "minimum": 100, "maximum": 10_000, "chip": 10}
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", ["croupier", "jefe", "cambista"])
def test_what_is_kept_of_one_state_never_shows_in_another(role: str) -> None:
    """Whatever state comes after whatever other, with names changed or not, under all reglamentos."""
    random, states = Random(role), [*every_state()]
    kept: Kept = {}
    for state in random.choices(states, k=JUMPS):
        if random.random() < 0.3:
            state = replace(state, names={player: name.upper() for player, name in state.names.items()})
        view = seen(replace(state, suspended=random.random() < 0.2), role)
        assert SCREEN.render(view, kept) == SCREEN.render(view)


def evening(reglamento: str) -> Iterator[State]:
    """The states that a robot reaches, one after the other."""
    opened = parse({**OPENING, "reglamento": reglamento})
    state = decide(new_state(), opened, "jefe", NoHistory(), REGLAMENTOS[reglamento]).state
    robot = Robot(1, LIVELY)
    for _ in range(STEPS):
        yield state
        state = after(state, robot)


@pytest.mark.parametrize("role", ["croupier", "jefe"])
@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_the_incident_guide_follows_from_what_it_says(reglamento: str, role: str) -> None:
    """Where that is the same at two moments of an evening, all its parts show the same."""
    known: dict[Any, Any] = {}
    for state in evening(reglamento):
        view = seen(state, role)
        guide = incidents(view, [{"id": player, "name": name} for player, name in state.names.items()])
        shown = [
            (part.element, part.shows.values if isinstance(part.shows, Showing) else part.shows, part.follows)
            for part in guide.parts()
        ]
        assert known.setdefault(guide.follows, shown) == shown
    assert len(known) < STEPS / 2
