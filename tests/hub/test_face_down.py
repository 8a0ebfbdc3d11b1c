"""What the players are shown does not depend on cards that lie face down: on banca's before punto has finished (art.
24), and where the banker may choose, on punto's first two before he has acted."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from random import Random

import pytest

from casino.common.json_input import Json
from casino.people.permissions import Role
from tables.door.service import create_table
from tables.engine import Game, State, encode_state
from tables.engine.dealing.drawing import banca_lies_face_down, punto_lies_face_down
from tables.live.audience import Audience, render
from tables.models import Table
from tables.rules.cards import RANKS, total_of
from tables.rules.drawing import NATURALS
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens import wall
from tables.view.snapshot import take
from tests.engine.fields import game_of
from tests.engine.wild import opened, play
from tests.support.memory_table import chemin

MESA = "mesa-4"
SEEDS, COMMANDS, ENOUGH = 6, 250, 20
FACE_DOWN = [slug for slug, rules in REGLAMENTOS.items() if rules.face_down]
LANGUAGE = "es"
FOR_THE_PLAYERS = [
    Audience("snapshot", Role.DISPLAY),
    Audience("snapshot", Role.DEVICE),
    Audience("screen", Role.DISPLAY, wall.SCREEN, LANGUAGE),
]
IN_PUBLIC = [audience for audience in FOR_THE_PLAYERS if audience.role == Role.DISPLAY]
WITH_A_CHOICE = "chemin-de-fer"


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


@pytest.mark.django_db
def test_the_public_sees_the_same_whatever_the_first_two_of_punto_are() -> None:
    create_table(MESA, "Mesa 4")
    seen: Counter[str] = Counter()
    for state in states(WITH_A_CHOICE):
        if len(state.current.punto) > 1 and punto_lies_face_down(game_of(state)):
            alike = shown(state, IN_PUBLIC)
            assert all(shown(other, IN_PUBLIC) == alike for other in with_other_first_two(state))
            seen[state.phase] += 1
    assert seen["will"] and seen.total() >= ENOUGH


@pytest.mark.parametrize(("will", "third", "banca"), [("draw", "9", ("K", "3")), ("draw", "4", ("2", "3"))])
def test_a_banker_who_chooses_has_not_seen_the_first_two_of_punto(
    will: str, third: str, banca: tuple[str, str]
) -> None:
    table = chemin(100)
    table.bet("bea", 100)
    table.key("2", banca[0])
    assert punto_in_public(table.state) == {"cards": [], "hidden": 1, "total": None}
    for hand, card in (("punto", "3"), ("banca", banca[1])):
        table.give("card", hand=hand, card=card)
    seen = take(MESA, Game(table.state, table.rules, Role.DISPLAY))
    assert (table.state.phase, seen["phase"], seen["pass"]["next"]) == ("will", "dealing", None)
    table.give("will", choice=will)
    table.give("card", hand="punto", card=third)
    assert table.state.phase == "bank_choice"
    assert punto_in_public(table.state) == {"cards": [third], "hidden": 2, "total": None}
    table.give("bank_choice", choice="draw")
    assert punto_in_public(table.state)["cards"] == ["2", "3", third]


def test_a_natural_of_punto_is_shown_at_once() -> None:
    table = chemin(100)
    table.bet("bea", 100)
    table.key("9", "2", "K")
    assert punto_in_public(table.state) == {"cards": ["9", "K"], "total": 9}


def punto_in_public(state: State) -> Json:
    seen: Json = take(MESA, Game(state, REGLAMENTOS[WITH_A_CHOICE], Role.DISPLAY))["pass"]["punto"]
    return seen


def test_the_first_two_of_punto_are_shown_once_the_banker_has_acted() -> None:
    for state in states(WITH_A_CHOICE):
        current = state.current
        acted = state.phase == "resolved" or current.bank_choice or len(current.banca) > 2
        if acted or (current.punto[:2] in NATURALS and not current.punto_told):
            assert not punto_lies_face_down(game_of(state))


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


def with_other_first_two(state: State) -> Iterator[State]:
    """Two others with which punto does the same: he draws with less than five, stands with six and seven, and with five
    as he has said, or will say."""
    current = state.current
    draws = total_of(current.punto[:2]) < 5 or current.will != "stand"
    draws = draws and total_of(current.punto[:2]) < 6
    told = current.punto_told is not None
    for total in range(6) if draws else range(5, 8):
        is_asked = total == 5 and len(current.punto) == 2 and draws and not told and len(current.banca) != 1
        will = ("draw" if draws else "stand") if total == 5 and not is_asked and not told else None
        phase = state.phase if state.phase not in ("will", "dealing") else "will" if is_asked else "dealing"
        cards = ("K", str(total)) if total > 1 else ("9", "A" if not total else "2")
        yield replace(
            state, phase=phase, current=replace(current, punto=(*cards, *current.punto[2:]), will=will)
        )


def shown(state: State, audiences: list[Audience] = FOR_THE_PLAYERS) -> object:
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
    return render(MESA, audiences).parts
