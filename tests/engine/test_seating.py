"""People at the table: the ids that they get, and who may move."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from tables.engine import State
from tables.engine.available import actions
from tables.engine.seating.handlers import new_id
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.fields import Fields, game_of
from tests.engine.test_bounds import is_taken
from tests.engine.wild import opened, play

MOVES = ("sit", "stand_up", "leave", "queue", "unqueue")


@pytest.mark.parametrize(
    ("name", "taken", "given"),
    [
        ("Doña Inés", (), "donaines"),
        ("Doña Inés", ("donaines",), "donaines2"),
        ("Doña Inés", ("donaines", "donaines2", "donaines4"), "donaines3"),
        ("J. R. O'Neil_2", (), "jroneil2"),
        ("House", (), "house2"),
        ("standing", ("standing2",), "standing3"),
        ("--- !", (), "p"),
        ("", ("p",), "p2"),
        ("x" * 25, (), "x" * 24),
        ("x" * 25, ("x" * 24,), "x" * 24 + "2"),
    ],
)
def test_who_comes_without_an_id_gets_one_of_his_name_that_nobody_has(
    name: str, taken: tuple[str, ...], given: str
) -> None:
    assert new_id(name, taken) == given


def ways(state: State, name: str) -> Iterator[Fields]:
    for player in state.names:
        for seat in state.seats if name == "sit" else (None,):
            yield {"command": name, "player": player} | ({"seat": seat} if seat else {})


@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_a_move_is_offered_where_somebody_may_make_it_and_nowhere_else(reglamento: str) -> None:
    looked: Counter[tuple[str, bool]] = Counter()
    for seed in range(2):
        random = Random(seed)
        table = opened(reglamento, random)
        for number, _ in enumerate(play(table, random, 200)):
            if number % 4 or not table.state.open or table.state.reglamento != reglamento:
                continue
            crowded = crowd(table.state) if number % 8 else table.state
            table.state, before = crowded, table.state
            offered = actions(game_of(crowded))
            for name in set(MOVES) & {*game_of(crowded).rules.commands}:
                possible = any(is_taken(table, fields) for fields in ways(crowded, name))
                assert (name in offered) == possible, (name, table.script)
                looked[name, possible] += 1
            table.state = before
    assert looked["sit", True] and looked["stand_up", True] and looked["leave", True]


def crowd(state: State) -> State:
    """All seats are taken, and nobody stands who has not asked for one."""
    free = [seat for seat, sitter in state.seats.items() if not sitter]
    guests = {f"guest{seat}": seat for seat in free}
    return replace(
        state,
        seats={**state.seats, **{seat: guest for guest, seat in guests.items()}},
        names={**state.names, **{guest: guest for guest in guests}},
        waiting=state.standing,
    )
