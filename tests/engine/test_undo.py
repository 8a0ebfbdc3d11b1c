"""How far back each role may undo, and what an undo remembers of the passes that it takes back."""

from random import Random

import pytest

from tables.engine import Refusal, new_state
from tables.engine.available import is_available
from tables.engine.commands import COMMANDS
from tables.engine.copying import replace
from tables.engine.state import UndoLimits
from tables.engine.undo.events import restore
from tables.engine.undo.limits import ends_the_croupiers_undo
from tests.engine.fields import game_of
from tests.engine.wild import WildTable, opened

UNDO = {"command": "undo", "reason": "a mistake"}


def test_the_croupier_undoes_nothing_beyond_a_payment_and_its_kin_or_a_command_of_the_jefe() -> None:
    ends = {name for name in COMMANDS if ends_the_croupiers_undo(name, "croupier")}
    assert ends == {"settle", "void_pass", "burn_shoe", "suite"}
    assert all(ends_the_croupiers_undo(name, "jefe") for name in COMMANDS)


def may_undo(table: WildTable, role: str) -> bool:
    return is_available(game_of(table.state, role), "undo")


def test_an_undo_is_offered_while_something_stands_that_the_role_may_take_back() -> None:
    table = WildTable()
    limits = {"minimum": 10, "maximum": 500, "chip": 5}
    table.give({"command": "open_table", "reglamento": "argentina", **limits}, "jefe")
    assert not may_undo(table, "croupier") and not may_undo(table, "jefe")
    table.give({"command": "join", "player": "ana"}, "croupier")
    assert may_undo(table, "croupier") and may_undo(table, "jefe")
    table.give({"command": "note", "text": "seen"}, "jefe")
    assert not may_undo(table, "croupier") and may_undo(table, "jefe")
    table.give(UNDO, "jefe")
    assert may_undo(table, "croupier"), "the note no longer stands"
    table.give(UNDO, "croupier")
    with pytest.raises(Refusal) as refused:
        table.give(UNDO, "jefe")
    assert refused.value.code == "nothing_to_undo"


def test_the_limits_count_the_commands_since_the_opening() -> None:
    table = opened("argentina", Random(1))
    assert table.state.undo_limits == UndoLimits(croupier=10, jefe=10)  # six joined, four sat down
    table.give({"command": "suspend", "reason": "a fire alarm"}, "jefe")
    assert table.state.undo_limits == UndoLimits(croupier=0, jefe=11)
    table.give({"command": "undo", "reason": "none", "to": 2}, "jefe")
    assert table.state.undo_limits.croupier == table.state.undo_limits.jefe < 10


def test_an_undo_remembers_the_passes_that_were_paid_and_not_those_that_were_void() -> None:
    earlier = new_state()
    later = replace(earlier, version=40, voided=(2,), undone=(7,), current=replace(earlier.current, number=4))
    back = restore(later, replace(earlier, current=replace(earlier.current, number=1)))
    assert (back.version, back.undone) == (41, (1, 3, 7))
