"""What `actions` remembers of phases, roles and reglamentos is what the handlers and the permission table say."""

from random import Random

import pytest

from casino.accounts.permissions import Role, may_command
from tables.engine import actions, new_state, on_request
from tables.engine.available import is_available
from tables.engine.commands import COMMANDS
from tables.engine.decide import HANDLERS
from tables.engine.phase import CARDS_OUT
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


BURNED_IN = {"auction", "cutting", "burning", "offer", "suite", "betting", *CARDS_OUT}


def to_be_signed(state: State, role: str) -> list[str]:
    """What the articles and the house's roles say of it (argentina arts. 12, 50; chemin-de-fer)."""
    if not state.open or role not in {"croupier", "jefe"}:
        return []
    found = ["burn_shoe"] if state.phase in BURNED_IN and not state.suspended else []
    if role == "croupier" and state.phase in {"betting", *CARDS_OUT}:
        found += ["void_pass"]
    if role == "croupier" and state.phase == "resolved" and not state.suspended:
        kinds = ("confused_deal", "basketed_unseen", "miscall", "too_many_bank_cards", "two_third_cards")
        found += [kind for kind in kinds if is_open(state, kind)]
    return found


def is_open(state: State, kind: str) -> bool:
    """Whether it can have happened to the hands of a pass whose cards are known."""
    current = state.current
    spoken = {"punto": current.will or current.punto_told, "banca": current.bank_choice}
    hands = {"punto": current.punto, "banca": current.banca}
    possible = {
        "confused_deal": True,
        "basketed_unseen": any(len(cards) in (1, 2) and not spoken[hand] for hand, cards in hands.items()),
        "miscall": len(current.punto) == 2 and len(current.banca) < 3,
        "too_many_bank_cards": len(current.banca) == 2 and not current.banca_counts_nothing,
        "two_third_cards": len(current.banca) == 3 or len(current.punto) == 3,
    }
    listed = kind in REGLAMENTOS[state.reglamento].incidents
    return listed and possible[kind] and (kind == "confused_deal" or not current.forfeit)


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_what_another_may_sign_is_asked_for_when_it_could_be_done(reglamento: str) -> None:
    random, seen = Random(3), set()
    table = opened(reglamento, random)
    for before, *_ in play(table, random, COMMANDS_PLAYED):
        for role in Role:
            asked = on_request(game_of(before, role))
            assert asked == to_be_signed(before, role)
            seen.update(asked)
    assert seen >= {"burn_shoe", "void_pass"}
    assert on_request(game_of(new_state())) == []
