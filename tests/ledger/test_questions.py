"""What a person is asked once more before a slip is written, and a program is not."""

from collections.abc import Collection
from typing import Any

import pytest

from ledger.cage.models import Slip
from tests.support.counter import ask, done, refusal
from tests.support.own_house import HouseHas

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]


def asked(kind: str, amount: int, sure: Collection[str] | None = (), **said: Any) -> str | None:
    answers = None if sure is None else frozenset(sure)
    return refusal(lambda: ask(kind, amount, sure=answers, **said))


@pytest.fixture(autouse=True)
def _large_sums_need_nobody(house_has: HouseHas) -> None:
    house_has(counter_limit=1_000)


@pytest.mark.parametrize("kind", ["cage_cash_in", "cage_chips_in"])
def test_a_sum_far_beyond_the_usual_is_asked_about(kind: str) -> None:
    """Without slips of its kind the counter's limit says what is usual."""
    slips = Slip.objects.count()
    assert asked(kind, 100_001) == "unusual_amount"
    assert Slip.objects.count() == slips
    assert asked(kind, 100_000) is None
    assert asked(kind, 100_001, sure=["unusual_amount"]) is None
    assert asked(kind, 100_001, sure=None) is None, "a program is not asked"


def test_the_usual_is_what_the_last_slips_came_to() -> None:
    for _ in range(5):
        done("tip", 5)
    assert asked("tip", 501) == "unusual_amount"
    assert asked("tip", 500) is None


def test_a_box_that_holds_a_hundredth_of_what_was_counted_is_asked_about() -> None:
    done("buy_in", 20)
    assert asked("drop_out", 2_001, reason="found") == "unusual_amount"
    assert asked("drop_out", 2_000, reason="found") is None


def test_chips_of_who_never_bought_any_are_asked_about() -> None:
    assert asked("cash_out", 100, player="ana") == "never_bought"
    assert asked("cash_out", 100, player="ana", sure=["never_bought"]) is None
    done("buy_in", 100, player="bea")
    assert asked("cash_out", 300, player="bea") is None, "the screen says by how much that is more"


def test_a_tray_is_counted_without_a_question() -> None:
    """It would tell who counts blind what should be there."""
    assert asked("count", 9_999_995, by="croupier") is None
