"""A planted loss or double is found in what clients saw."""

from typing import Any

import pytest

from casino.people.permissions import Role
from tables.door.service import create_table, execute, game_of, read
from tables.rules.roles import Actor
from tables.view.snapshot import take
from tests.live.checking import compared
from tests.live.histories.game import Table
from tests.live.histories.linear import NotLinear, linearize
from tests.live.histories.operation import COMMAND, SNAPSHOT, Json, Operation

SLUG, JEFE = "mesa-1", Actor("julio", Role.JEFE)
OPENING = {"command": "open_table", "reglamento": "argentina", "minimum": 100, "maximum": 10_000, "chip": 10}
JOIN, UNDO = {"command": "join", "player": "ana"}, {"command": "undo", "reason": "a slip of the finger"}


def given(command: Json) -> tuple[str, Json, Json]:
    return COMMAND, command, execute(SLUG, command, JEFE, outside=True).as_dict()


def looked() -> tuple[str, Json, Json]:
    table, state = read(SLUG)
    return SNAPSHOT, {}, take(SLUG, game_of(state, JEFE.role), table.name)


def history(*seen: tuple[str, Json, Json]) -> list[Operation]:
    """An operation a second."""
    return [
        Operation(
            SLUG,
            kind,
            asked,
            JEFE.name,
            JEFE.role,
            at,
            at + 0.5,
            200 if answer.get("ok", True) else 409,
            answer,
        )
        for at, (kind, asked, answer) in enumerate(seen)
    ]


@pytest.mark.django_db
def test_a_true_history_holds_and_what_was_done_twice_or_lost_is_found() -> None:
    create_table(SLUG, "Mesa 1")
    seen = [given(OPENING), looked(), given(JOIN), looked()]
    assert linearize(Table(SLUG), history(*seen)).state.version == read(SLUG)[1].version
    seen.append(given({"command": "note", "text": "once"}))
    given({"command": "note", "text": "once"})  # done twice, and answered once
    with pytest.raises(NotLinear):
        linearize(Table(SLUG), history(*seen, looked()))
    given(UNDO)
    given(UNDO)  # stands for a crash that lost what was answered
    with pytest.raises(NotLinear):
        linearize(Table(SLUG), history(*seen, looked()))


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ([("b", 2), ("a", 1)], []),
        ([("a", 1)], ["lost: command b was answered as done and is not there"]),
        ([("a", 1), ("b", 2), ("b", 3)], ["doubled: command b was done 2 times"]),
        ([("a", 1), ("b", 2), ("c", 3)], ["unasked: command c is there, and nobody was told"]),
    ],
)
def test_what_is_written_is_compared_with_what_was_told(
    written: list[tuple[str, Any]], found: list[str]
) -> None:
    assert compared("command", {"a": 1, "b": 2}, written) == found
