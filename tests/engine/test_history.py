"""What an undo leaves of the record, and what is kept of each of several persons or passes."""

from tables.engine import new_state
from tables.engine.conduct_notes import ConductNotes
from tables.engine.event import evolve
from tables.engine.history import Standing, standing_after
from tables.engine.incidents.events import ConductNoted, PassVoided, PlayerReadmitted
from tables.engine.table.events import TableResumed
from tables.engine.undo.events import Undone

FIRST, SECOND, THIRD = (
    Standing(number, before=10 * number, version=10 * number + 10, role="croupier", command="card")
    for number in (1, 2, 3)
)
UNDO = Standing(4, before=40, version=41, role="jefe", command="undo")


def test_an_undo_leaves_what_had_come_before_and_does_not_stand_itself() -> None:
    back_to_second = Undone(to=SECOND.version, records=(3,), reason="misdealt")
    assert standing_after([FIRST, SECOND, THIRD], UNDO, [back_to_second]) == [FIRST, SECOND]
    assert standing_after([FIRST, SECOND], THIRD, [TableResumed()]) == [FIRST, SECOND, THIRD]


def test_notes_on_one_player_leave_those_on_another() -> None:
    state = new_state()
    for player in ("ana", "bea"):
        noted = ConductNoted(player=player, name=player.title(), article="12", sent_away=True)
        state = evolve(state, noted)
    state = evolve(state, PlayerReadmitted(player="ana", reason=None))
    assert {player: notes.sent_away for player, notes in state.conduct.items()} == {"ana": False, "bea": True}


def test_every_voided_pass_is_remembered() -> None:
    state = new_state()
    for number in (1, 2):
        state = evolve(state, PassVoided(number=number, reason="stuck cards", cards=0))
    assert [*state.voided] == [1, 2]


def test_the_first_note_about_a_player_is_the_first_and_sends_nobody_away() -> None:
    noted = ConductNoted(player="ana", name="Ana", article="12", sent_away=False)
    first = evolve(new_state(), noted)
    assert first.conduct == {"ana": ConductNotes("Ana", 1, sent_away=False, article=None)}
    assert evolve(first, noted).conduct["ana"].count == 2
