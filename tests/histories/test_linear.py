"""What clients saw of a game is explained by an order of their commands, or it is found out."""

from dataclasses import replace

import pytest

from deploy.histories.game import Table
from deploy.histories.linear import NotLinear, linearize
from deploy.histories.operation import COMMAND, NEVER, SNAPSHOT, Operation
from tables.engine import encode_state
from tables.service import read
from tests.histories.conftest import SLUG, UNDO, Evening, overlapping

pytestmark = pytest.mark.django_db


def explained(operations: list[Operation]) -> Table:
    found: Table = linearize(Table(SLUG), operations)
    return found


def test_a_true_history_holds_and_gives_the_stored_state(evening: Evening) -> None:
    evening.play(120)
    for seed in range(5):
        after = explained(overlapping(evening.operations, seed))
        assert encode_state(after.state) == encode_state(read(SLUG)[1])


def test_an_undo_is_part_of_it(evening: Evening) -> None:
    for _ in range(12):
        evening.play(6)
        evening.give(UNDO)
    assert any(one.asked.get("command") == "undo" and one.status == 200 for one in evening.operations)
    explained(overlapping(evening.operations, 1))


def test_a_refusal_of_a_wrong_kind_is_found(evening: Evening) -> None:
    evening.give({"command": "settle"})
    refused = evening.operations[-1]
    assert refused.answer
    other = {"ok": False, "error": {**refused.answer["error"], "code": "stale"}}
    with pytest.raises(NotLinear):
        explained([*evening.operations[:-1], replace(refused, answer=other)])


def test_a_double_post_is_found_by_the_next_look(evening: Evening) -> None:
    bet = evening.play_until("place_bet")
    evening.give(bet)
    evening.give(bet, told=False)  # the answer was lost, and the repetition done again
    evening.look()
    with pytest.raises(NotLinear) as found:
        explained(evening.operations)
    assert found.value.operations[-1].kind == SNAPSHOT


def test_a_double_post_is_found_by_the_next_command(evening: Evening) -> None:
    bet = evening.play_until("place_bet")
    evening.give(bet, told=False)
    evening.give(bet)
    with pytest.raises(NotLinear):
        explained(evening.operations)


def test_a_command_that_was_answered_and_lost_is_found(evening: Evening) -> None:
    bet = evening.play_until("place_bet")
    answer = evening.give(bet)
    evening.give(UNDO, told=False)  # stands for a crash that lost what was answered
    evening.operations[-1] = replace(evening.operations[-1], answer=answer)
    evening.look()
    with pytest.raises(NotLinear):
        explained(evening.operations)


def test_a_look_that_is_older_than_an_answer_is_found(evening: Evening) -> None:
    evening.play(20)
    old = evening.look()
    evening.give({"command": "note", "text": "so it was"})
    evening.saw(SNAPSHOT, {}, old)
    with pytest.raises(NotLinear):
        explained(evening.operations)
    while_it_was_given = replace(evening.operations[-1], sent=evening.operations[-2].sent)
    explained([*evening.operations[:-1], while_it_was_given])


def test_what_was_never_answered_may_have_happened_or_not(evening: Evening) -> None:
    note = {"command": "note", "text": "nobody answers"}
    lost = Operation(SLUG, COMMAND, note, "julio", "jefe", 1.9, NEVER)
    evening.look()
    explained([*evening.operations, lost])
    evening.give(note, told=False)
    evening.look()
    explained([*evening.operations, lost])
    with pytest.raises(NotLinear):
        explained(evening.operations)  # nobody asked for it


def test_an_answer_that_came_late_to_a_repetition_holds(evening: Evening) -> None:
    bet = evening.play_until("place_bet")
    evening.give(bet)
    place = len(evening.operations) - 1
    evening.play(10)
    late = replace(evening.operations[place], answered=evening.operations[-1].answered + 5)
    explained([*evening.operations[:place], late, *evening.operations[place + 1 :]])


def test_an_answer_before_its_time_is_found(evening: Evening) -> None:
    """A command that was sent after the answer to another cannot stand before it."""
    evening.give({"command": "note", "text": "first"})
    evening.give({"command": "note", "text": "second"})
    first, second = evening.operations[-2:]
    swapped = [
        replace(first, sent=second.sent, answered=second.answered),
        replace(second, sent=first.sent, answered=first.answered),
    ]
    with pytest.raises(NotLinear):
        explained([*evening.operations[:-2], *swapped])
