"""Art. 24: what the players are shown does not depend on banca's cards before punto has finished."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from random import Random

import pytest

from casino.people.permissions import Role
from tables.door.service import create_table
from tables.engine import State, encode_state
from tables.engine.dealing.drawing import banca_lies_face_down
from tables.live.audience import Audience, render
from tables.models import Table
from tables.rules.cards import RANKS, total_of
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens import wall
from tests.engine.fields import game_of
from tests.engine.wild import opened, play

MESA = "mesa-4"
SEEDS, COMMANDS, ENOUGH = 6, 250, 20
FACE_DOWN = [slug for slug, rules in REGLAMENTOS.items() if rules.face_down]
LANGUAGE = "es"
FOR_THE_PLAYERS = [
    Audience("snapshot", Role.DISPLAY),
    Audience("snapshot", Role.DEVICE),
    Audience("screen", Role.DISPLAY, wall.SCREEN, LANGUAGE),
]


@pytest.mark.django_db
@pytest.mark.parametrize("reglamento", FACE_DOWN)
def test_every_message_for_the_players_is_the_same_whatever_banca_has(reglamento: str) -> None:
    create_table(MESA, "Mesa 4")
    seen = 0
    for state in states(reglamento):
        if banca_lies_face_down(game_of(state)):
            assert shown(state) == shown(with_other_cards(state))
            seen += 1
    assert seen >= ENOUGH


@pytest.mark.parametrize("reglamento", FACE_DOWN)
def test_they_are_shown_once_punto_has_finished(reglamento: str) -> None:
    """The property does not hold because banca is always hidden."""
    for state in states(reglamento):
        if state.phase == "resolved" and not state.current.forfeit:
            assert not banca_lies_face_down(game_of(state))


def states(reglamento: str) -> Iterator[State]:
    for seed in range(SEEDS):
        random = Random(seed)
        table = opened(reglamento, random)
        for _ in play(table, random, COMMANDS):
            yield table.state


def with_other_cards(state: State) -> State:
    """Another first card, or two others of the same total, so that the same rules apply."""
    has = state.current.banca
    several = product(RANKS, repeat=len(has))
    cards = next(
        other for other in several if other != has and (len(has) < 2 or total_of(other) == total_of(has))
    )
    return replace(state, current=replace(state.current, banca=cards))


def shown(state: State) -> object:
    """All that goes to displays, walls and devices, as the sockets send it."""
    text = encode_state(state)
    Table.objects.filter(slug=MESA).update(
        state=text,
        head=sha256(text.encode()).hexdigest(),
        version=state.version,
        phase=state.phase,
        open=state.open,
        reglamento=state.reglamento,
    )
    return render(MESA, FOR_THE_PLAYERS).parts
