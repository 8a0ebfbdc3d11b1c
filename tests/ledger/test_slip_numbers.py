"""A slip's number is its own, and its key gives the first slip again."""

from typing import Any

import pytest

from casino.common.currency import LARGEST
from ledger.cage.models import Series, Slip
from tests.ledger.mesa import everything
from tests.support.counter import ask, go, refusal
from tests.support.own_house import HouseHas

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]
KEY = "cora:k1"


def test_slips_are_numbered_without_gaps_whatever_is_refused_between(house_has: HouseHas) -> None:
    house_has(counter_limit=LARGEST)
    for _ in range(3):
        ask("tip", 10)
        assert refusal(lambda: ask("tip", 0)) == "not_an_amount"
        assert refusal(lambda: ask("cash_out", 100_001)) == "not_that_much", "found out after it was numbered"
    numbers = list(Slip.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_printed_number_is_used_once_and_the_series_goes_round_it() -> None:
    last = Slip.objects.count()
    assert ask("tip", 10, number=last + 2).number == last + 2
    assert [ask("tip", 10).number for _ in range(3)] == [last + 1, last + 3, last + 4]
    before = everything()
    for used in (1, last + 1, last + 2, last + 4):
        assert refusal(lambda used=used: ask("tip", 10, number=used)) == "slip_number_used"
    assert everything() == before


@pytest.mark.parametrize("number", [0, -1, True, 1.5, "7", LARGEST + 1, 10**30])
def test_a_printed_number_is_a_number(number: Any) -> None:
    before = everything()
    assert refusal(lambda: ask("tip", 10, number=number)) == "not_a_number"
    assert everything() == before


def test_the_largest_number_may_be_printed() -> None:
    assert ask("tip", 10, number=LARGEST).number == LARGEST


# Keys


@pytest.mark.parametrize("again", [{}, {"reason": " "}])
def test_a_key_repeated_gives_the_first_slip(again: dict[str, Any]) -> None:
    said: dict[str, Any] = {"kind": "buy_in", "amount": 100, "by": "cambista", "key": KEY}
    first = ask(**said)
    before = everything()
    assert ask(**{**said, **again}) == first
    assert everything() == before


@pytest.mark.parametrize(
    "other",
    [
        *({"amount": 700}, {"amount": None}, {"player": "ana"}, {"kind": "cash_out"}, {"kind": "gift"}),
        *({"number": 901}, {"reason": "another paper"}),
    ],
)
def test_a_key_is_not_used_for_another_slip(other: dict[str, Any]) -> None:
    said: dict[str, Any] = {"kind": "buy_in", "amount": 100, "by": "cambista", "key": KEY}
    ask(**said)
    before = everything()
    assert refusal(lambda: ask(**{**said, **other})) == "key_used"
    assert everything() == before


def test_a_key_that_was_refused_is_free_and_one_of_a_void_slip_is_not() -> None:
    assert refusal(lambda: ask("fill", 0, key=KEY)) == "not_an_amount"
    slip = ask("fill", 100, key=KEY)
    go(slip, "void", "jefe", "miscounted")
    assert ask("fill", 100, key=KEY) == slip
    assert ask("fill", 100, key="cora:k2") != slip


def test_the_series_keeps_the_last_number_that_it_gave() -> None:
    slip = ask("tip", 10)
    assert Series.objects.get(name="slips").last == slip.number
    ask("tip", 10, number=slip.number + 5)
    assert Series.objects.get().last == slip.number, "a printed number is not of the series"
