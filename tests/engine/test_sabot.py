"""The sabot that its holder gives up, the end of a suite with its shoe, and what is asked before a shoe is played."""

import pytest

from tables.engine import NoHistory, State, bounds_of, new_state
from tables.engine.bank.events import BankReturned
from tables.engine.context import CommandContext
from tables.engine.copying import replace
from tables.engine.event import evolve
from tables.engine.game import Bounds, bounds
from tables.engine.phase import Phase
from tables.engine.shoe import end
from tables.engine.shoe.events import CutterChanged
from tables.engine.shoe.sabot import give_up, holder_leaves
from tables.engine.state import Bank, Cutting, Resume, Shoe
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.fields import game_of


def context_of(state: State, reglamento: str = "spain") -> CommandContext:
    return CommandContext(state, REGLAMENTOS[reglamento], "croupier", NoHistory())


def with_sabot(seat: int | None, phase: Phase = "shuffling") -> State:
    state = new_state()
    seats = {**state.seats, 3: "ana", 5: "bea"}
    names = {"ana": "Ana", "bea": "Bea"}
    shoe = Shoe(1, 6, holder="ana", seat=seat)
    return replace(state, open=True, phase=phase, seats=seats, names=names, shoe=shoe, reglamento="spain")


@pytest.mark.parametrize(("seat", "given_up_at"), [(3, 3), (None, 14)])
def test_a_sabot_is_offered_from_where_it_was_given_up(seat: int | None, given_up_at: int) -> None:
    context = context_of(with_sabot(seat))
    assert give_up(context) == given_up_at
    assert context.shoe.holder is None and context.shoe.seat == given_up_at


def test_without_a_shoe_it_is_offered_from_the_croupiers_left() -> None:
    assert give_up(context_of(replace(with_sabot(3), shoe=None))) == 14


def test_after_the_shuffle_it_is_offered_from_the_seat_of_who_has_left() -> None:
    context = context_of(with_sabot(3))
    holder_leaves(context)()
    assert context.state.resume == Resume("offer", 3)


def test_in_betting_it_is_offered_at_once() -> None:
    context = context_of(with_sabot(3, "betting"))
    holder_leaves(context)()
    assert context.state.offer and (context.state.phase, context.state.offer.asked) == ("offer", "bea")


def test_a_suite_ends_with_its_shoe_and_says_so() -> None:
    """Argentina art. 42."""
    bank = replace(Bank("ana", 3, 200, 200, 500, "suite"), first_giver=5)
    context = context_of(replace(with_sabot(3), bank=bank), "argentina")
    assert end.suite_over(context) == Resume("offer", 5)
    [returned] = [happened for happened in context.events if isinstance(happened, BankReturned)]
    assert (returned.why, returned.player, returned.amount) == ("suite_over", "ana", 200)


def test_another_is_asked_to_cut_and_who_has_declined_stays_so() -> None:
    state = replace(new_state(), cutting=Cutting("ana", ("bea",)))
    assert evolve(state, CutterChanged(asked="carl")).cutting == Cutting("carl", ("bea",))
    assert evolve(state, CutterChanged(asked=None)).cutting is None
    assert evolve(new_state(), CutterChanged(asked="carl")).cutting == Cutting("carl", ())


def test_a_shoe_is_shuffled_as_often_as_the_house_asks_or_more() -> None:
    state = replace(with_sabot(3), settings={"riffles_minimum": 4})
    assert bounds_of(game_of(state), "shuffle") == Bounds(4, 1000)


def test_bounds_are_multiples_of_their_step_and_of_one_where_none_is_named() -> None:
    assert bounds(3, 7) == Bounds(3, 7) == Bounds(3, 7, 1)
    assert bounds(3, 9, 5) == Bounds(5, 5, 5) and bounds(6, 9, 5) is None
