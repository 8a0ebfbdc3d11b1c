"""What a table, and whatever has just begun there, knows from the start: nothing but this."""

from dataclasses import MISSING, fields
from typing import Any

import pytest

from tables.engine import new_state
from tables.engine.last_pass import LastPass
from tables.engine.state import (
    RESERVED,
    Auction,
    Banco,
    Bank,
    Cutting,
    Lap,
    Limits,
    Offer,
    Pass,
    Resume,
    Shoe,
    Suite,
    UndoLimits,
)

BEGUN = (
    Limits(10, 500, 5),
    Shoe(1, 6),
    Bank("ana", 3, 100, 100, 500, "first"),
    Lap(),
    Auction(),
    Offer(14, 1),
    Suite("ana", 3, 100, 0, 100, "betting", 3),
    Banco("ana", "solo"),
    Cutting("ana"),
    Pass(1),
    LastPass(1, "banca", ("7", "K"), ("9", "K"), ()),
    Resume(),
    UndoLimits(),
)
KNOWN = {  # the first round of an auction; the seat to the croupier's left, from which a first bank is offered
    (Auction, "round"): 1,
    (Auction, "origin"): 14,
    (Resume, "how"): "first",
    (Resume, "seat"): 14,
}


@pytest.mark.parametrize("begun", BEGUN, ids=lambda begun: type(begun).__name__)
def test_what_has_just_begun_knows_nothing_that_was_not_said(begun: Any) -> None:
    for field in fields(begun):
        if field.default is not MISSING or field.default_factory is not MISSING:
            value, known = getattr(begun, field.name), KNOWN.get((type(begun), field.name))
            assert value == known if known else not value, field.name


def test_a_new_table_is_closed_and_empty() -> None:
    state = new_state()
    given = {
        "phase": "closed",
        "limits": Limits(0, 0, 1),
        "seats": dict.fromkeys(range(1, 15)),
        "resume": Resume(),
        "lap": Lap(),
        "current": Pass(1),
        "undo_limits": UndoLimits(),
    }
    for field in fields(state):
        value = getattr(state, field.name)
        assert value == given[field.name] if field.name in given else not value, field.name


def test_no_player_has_a_name_that_the_game_uses() -> None:
    assert {*RESERVED} == {"standing", "house", "croupier"}
