"""What the wall says of the pass on the table, from the snapshot alone."""

import pytest

from tables.screen import Json
from tables.screens.roads_view import counts, predictions, shares
from tables.screens.shoe import is_last_pass, number_in_shoe


def at(phase: str, results: str = "PB", last: bool = False, shoe: bool = True) -> Json:
    return {"phase": phase, "results": results, "shoe": {"last_pass": last} if shoe else None}


@pytest.mark.parametrize("phase", ["betting", "dealing", "will", "bank_choice", "resolved", "suite"])
def test_a_last_pass_is_one_while_it_is_under_way(phase: str) -> None:
    assert is_last_pass(at(phase, last=True))
    assert not is_last_pass(at(phase))


@pytest.mark.parametrize("phase", ["shuffling", "cutting", "auction", "offer", "closed"])
def test_a_last_pass_is_none_any_more_once_it_is_paid(phase: str) -> None:
    assert not is_last_pass(at(phase, last=True))
    assert not is_last_pass(at(phase, shoe=False))


def test_a_pass_has_its_number_in_the_shoe() -> None:
    assert number_in_shoe(at("betting", "")) == 1
    assert number_in_shoe(at("resolved")) == number_in_shoe(at("offer")) == 3
    assert number_in_shoe(at("shuffling")) is None
    assert number_in_shoe(at("seating", shoe=False)) is None


def test_predictions_are_drawn_as_the_road_that_they_are_of() -> None:
    found = predictions("BBPPPBPBB")
    assert {name: {one.shape for one in told} for name, told in found.items()} == {
        "eye": {"hollow"},
        "small": {"dots"},
        "pig": {"slashes"},
    }
    assert [(one.letter, one.side, one.mark, one.colour) for one in found["eye"]] == [
        ("P", "punto", "blue", "punto"),
        ("B", "banca", "red", "banca"),
    ]
    assert [one.colour for one in predictions("")["pig"]] == [None, None]


def test_counts_and_shares_name_the_same_sides() -> None:
    assert counts("PPBT") == {"punto": 2, "banca": 1, "tie": 1}
    assert shares("PPBT") == {"punto": 50, "banca": 25, "tie": 25}
