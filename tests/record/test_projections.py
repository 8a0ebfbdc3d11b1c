"""The rows kept for reading: what the database holds is what the same changes give in memory, whatever is played."""

from collections.abc import Iterator
from importlib import import_module
from itertools import permutations
from random import Random

import pytest
from django.apps import apps
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.common import clock
from tables.door import notify
from tables.door.service import create_table, execute, read
from tables.engine import new_state
from tables.management.memory_database import memory_database
from tables.models import Line, Record, Shoe, Table
from tables.record.audit import prove
from tables.record.projections.database import rebuild, stored
from tables.record.projections.memory import Rows
from tables.record.projections.rows import Link, line_row
from tables.record.replay import Replay
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.roles import Actor
from tests.engine.conftest import SEEDS
from tests.engine.fields import likely
from tests.engine.wild import CAST, LIMITS, USUAL
from tests.support.house import JEFE, SETTINGS, Croupier, game, opening

pytestmark = pytest.mark.django_db
MESA = "mesa-4"
COMMANDS, EXAMPLES = 150, 4
FAR_BACK = 0.02  # of the commands are undos of many others


@pytest.fixture
def short_shoe() -> Iterator[str]:
    """An open table whose shoes end after a pass or two."""
    create_table(MESA, "Mesa 4")
    give({"command": "open_table", **SETTINGS, "settings": {"stop_card": 300}})
    for seat, player in enumerate(CAST, 1):
        give({"command": "join", "player": player})
        give({"command": "sit", "player": player, "seat": seat})
    return MESA


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
@settings(SEEDS, max_examples=EXAMPLES, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_stored_in_memory_and_rebuilt_are_one(reglamento: str, seed: int) -> None:
    with notify.silence(), memory_database():
        play(reglamento, Random(seed))
        table = Table.objects.get()
        rows = followed(table)
        assert stored(table) == rows
        rebuild(table.pk, rows)
        assert stored(table) == rows
        prove(table)


def play(reglamento: str, random: Random) -> None:
    """Likely commands of every kind at a table with short shoes, and now and then an undo of many of them."""
    create_table(MESA, MESA)
    minimum, maximum, chip = LIMITS.get(reglamento, USUAL)
    limits = {"minimum": minimum, "maximum": maximum, "chip": chip}
    give({"command": "open_table", "reglamento": reglamento, **limits, "settings": {"stop_card": 290}})
    for seat, player in enumerate(CAST, 1):
        give({"command": "join", "player": player})
        give({"command": "sit", "player": player, "seat": seat})
    for _ in range(COMMANDS):
        role = random.choice(("croupier", "croupier", "jefe"))
        state = read(MESA)[1]
        command = likely(random, state, role)
        if random.random() < FAR_BACK:
            command = {"command": "undo", "to": random.randint(0, state.version), "reason": "a mistake"}
        execute(MESA, command, Actor(role, role))


def followed(table: Table) -> Rows:
    replay, rows = Replay(), Rows.of_a_new_table()
    for record in Record.objects.filter(table=table).order_by("number"):
        step = replay.step(record)
        rows.follow(step.before, step.after, Link(record.number, record.at, record.actor, record.command))
    return rows


def test_an_undo_behind_the_last_shoe_gives_that_shoe_back_whole(short_shoe: str) -> None:
    croupier = Croupier()
    while not Shoe.objects.filter(dealt__gt=0).exists():
        game(MESA, 1, croupier)
    dealt, version = Shoe.objects.get().dealt, read(MESA)[0].version
    while Shoe.objects.count() < 2:
        game(MESA, 1, croupier)
    assert Shoe.objects.get(number=1).last_pass
    give({"command": "undo", "to": version, "reason": "misdealt"})
    shoe = Shoe.objects.get()
    assert (shoe.number, shoe.dealt, shoe.last_pass) == (1, dealt, False)
    prove(Table.objects.get())


def give(command: dict[str, object]) -> None:
    answer = execute(MESA, command, JEFE)
    assert answer.ok, answer.error


@pytest.mark.django_db
def test_the_lines_of_records_from_before_are_written_with_the_migration() -> None:
    create_table(MESA, "Mesa")
    for command in opening():
        give(command)
    game(MESA, 60)
    give({"command": "undo", "to": read(MESA)[1].version - 9, "reason": "misdealt"})
    columns = ("table_id", "number", "hand", "words")
    kept = list(Line.objects.order_by("number").values_list(*columns))
    Line.objects.all().delete()
    import_module("tables.migrations.0007_lines").fill(apps, None)
    assert kept and list(Line.objects.order_by("number").values_list(*columns)) == kept


def test_a_line_does_not_depend_on_the_order_of_what_was_said() -> None:
    said = {"command": "note", "text": "seen", "article": "9"}
    state = new_state()
    lines = {
        line_row(state, state, Link(1, clock.now(), "julio", dict(order)))
        for order in permutations(said.items())
    }
    assert len(lines) == 1
