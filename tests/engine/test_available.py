"""What `actions` remembers of phases, roles and reglamentos is what the handlers and the permission table say."""

from random import Random

import pytest

from casino.accounts.permissions import Role, may_command
from tables.engine import actions
from tables.engine.available import is_available
from tables.engine.commands import COMMANDS
from tables.engine.decide import HANDLERS
from tables.engine.state import State
from tables.rules.reglamento import COMMON_COMMANDS
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.fields import game_of
from tests.engine.wild import opened, play

COMMANDS_PLAYED = 120


def plainly(state: State, role: str) -> list[str]:
    """The same question, asked of every command for itself."""
    game, found = game_of(state, role), []
    for name in COMMANDS:
        handler = HANDLERS[name]
        listed = game.rules.commands if state.open else COMMON_COMMANDS
        suspended = state.suspended and not handler.while_suspended
        if name in listed and state.phase in handler.phases and not suspended and may_command(role, name):
            found += [name] if handler.may(game) else []
    return found


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_actions_are_what_each_command_says_for_itself(reglamento: str) -> None:
    random = Random(5)
    table = opened(reglamento, random)
    for before, *_ in play(table, random, COMMANDS_PLAYED):
        for role in Role:
            game = game_of(before, role)
            listed = game.rules.commands if before.open else COMMON_COMMANDS
            possible = actions(game)
            assert possible == plainly(before, role)
            assert possible == [name for name in COMMANDS if name in listed and is_available(game, name)]
