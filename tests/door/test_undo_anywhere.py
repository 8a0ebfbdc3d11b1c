"""Undo to any earlier version: the record allows it, so every read model follows, and the audit holds after each."""

from random import Random

import pytest

from tables.door.service import create_table, execute, read
from tables.models import Record, Table
from tables.record.audit import prove
from tables.record.projections.database import stored
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.roles import Actor
from tests.engine.fields import likely
from tests.engine.wild import CAST, LIMITS, USUAL
from tests.record.test_projections import followed
from tests.support.house import JEFE

pytestmark = pytest.mark.django_db
MESA = "mesa-4"
ROUNDS, COMMANDS = 8, 18
SHOES = (  # what changes shoes; each is tried now and then, and refused where it is not its time
    {"command": "burn_shoe", "reason": "a trial", "consent": "inspector"},
    {"command": "incident", "kind": "cards_exhausted"},
    {"command": "stop_card"},
)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_every_read_model_follows(reglamento: str, seed: int) -> None:
    random = Random(f"{reglamento}-{seed}")
    seated_table(reglamento)
    for _ in range(ROUNDS):
        play_on(random)
        undo_to(random.choice(ends_since_the_opening()))
        table = Table.objects.get()
        prove(table)
        assert stored(table) == followed(table)


def test_back_to_the_shoe_before_the_burned_one_and_on_from_there() -> None:
    seated_table("argentina")
    give({"command": "shuffle", "riffles": 4})
    first = read(MESA)[1].version
    for command in (
        SHOES[0],
        {"command": "shuffle", "riffles": 4},
        SHOES[0],
        {"command": "shuffle", "riffles": 5},
    ):
        give(command)
    undo_to(first)
    prove(Table.objects.get())
    for command in ({"command": "bid", "player": "ana", "amount": 100}, {"command": "close_auction"}):
        give(command)
    give({"command": "cut", "player": read(MESA)[1].cutting.asked, "depth": 100})  # type: ignore[union-attr]
    give({"command": "close_betting"})
    give({"command": "card", "hand": "punto", "card": "7"})
    prove(Table.objects.get())
    assert stored(Table.objects.get()) == followed(Table.objects.get())


def seated_table(reglamento: str) -> None:
    """An open table with everybody seated; a shoe lasts a few passes."""
    create_table(MESA, MESA)
    limits = dict(zip(("minimum", "maximum", "chip"), LIMITS.get(reglamento, USUAL), strict=True))
    give({"command": "open_table", "reglamento": reglamento, **limits, "settings": {"stop_card": 290}})
    for seat, player in enumerate(CAST, 1):
        give({"command": "join", "player": player})
        give({"command": "sit", "player": player, "seat": seat})


def play_on(random: Random) -> None:
    for _ in range(COMMANDS):
        role = random.choice(("croupier", "jefe"))
        command = likely(random, read(MESA)[1], role)
        if random.random() < 0.1:
            command = random.choice(SHOES)
        if command["command"] != "close_table":  # no undo goes back behind the next opening
            execute(MESA, command, Actor(role, role))


def ends_since_the_opening() -> list[int]:
    """The versions at which a command ended, from the opening to the last but one."""
    return [*Record.objects.order_by("number").values_list("version", flat=True)][:-1]


def undo_to(version: int) -> None:
    answer = execute(MESA, {"command": "undo", "to": version, "reason": "a mistake"}, JEFE)
    assert answer.ok or answer.error["code"] == "nothing_to_undo", answer.error  # type: ignore[index]


def give(command: dict[str, object]) -> None:
    answer = execute(MESA, command, JEFE)
    assert answer.ok, answer.error
