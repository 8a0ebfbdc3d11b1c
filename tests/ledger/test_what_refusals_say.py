"""A refusal of the counter says with what it would have been accepted, or what stands against it."""

from collections.abc import Callable
from typing import Any

import pytest

from casino.common.currency import LARGEST
from casino.common.refusals import Refusal
from ledger.cage import selectors, slip_postings
from tests.ledger.mesa import BOOK
from tests.support.counter import ask, done, go

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]


def sent_to_be_received() -> None:
    go(go(ask("fill", 100), "sent", "cambista"), "sent", "cambista")


def more_than_the_tray_holds() -> None:
    ask("credit", selectors.balances(BOOK)["tray"] + 5)


def chips_that_nobody_holds() -> None:
    ask("fill", 10_000_000)


def money_that_the_cage_has_not_for_the_tips_that_it_has() -> None:
    done("tips_out", done("tip", 200).amount)
    done("cage_cash_out", selectors.balances("cage:main")["cash"] - 100)
    done("tronc_out", 200)


@pytest.mark.parametrize(
    ("act", "code", "said"),
    [
        (lambda: ask("buy_in", 100, player="zoe"), "unknown_player", {"player": "zoe"}),
        (lambda: ask("buy_in", 0), "not_an_amount", {"least": 1, "most": LARGEST}),
        (lambda: ask("drop_out", -1), "not_an_amount", {"least": 0, "most": LARGEST}),
        (lambda: ask("fill", 301, chips={"100": 3}), "chips_do_not_add_up", {"total": 300}),
        (lambda: ask("tip", 10, number=0), "not_a_number", {"most": LARGEST}),
        (lambda: ask("tip", 10, number=1), "slip_number_used", {"number": 1}),
        (sent_to_be_received, "not_this_step", {"next": "received"}),
        (more_than_the_tray_holds, "not_that_much", {"account": "tray", "called": "Tray", "most": 10_000}),
        (
            chips_that_nobody_holds,
            "not_that_much",
            {"account": "stock", "called": "Chips in the cage", "most": 90_000},
        ),
        (
            money_that_the_cage_has_not_for_the_tips_that_it_has,
            "not_that_much",
            {"account": "cash", "called": "Money in the cage", "most": 100},
        ),
    ],
)
def test_a_refusal_of_the_counter_says_with_what(
    act: Callable[[], object], code: str, said: dict[str, Any]
) -> None:
    with pytest.raises(Refusal) as refused:
        act()
    assert (refused.value.code, refused.value.fields) == (code, said)


def test_an_account_that_was_filled_meanwhile_is_no_fault_of_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slip = ask("fill", 90_000)
    done("cage_chips_out", 1)
    monkeypatch.setattr(slip_postings, "balance", lambda code: 10**9)
    with pytest.raises(Refusal) as refused:
        go(slip, "sent", "cambista")
    assert refused.value.code == "not_that_much"


def test_a_tray_may_be_emptied_to_the_last_chip() -> None:
    done("credit", selectors.balances(BOOK)["tray"])
    assert selectors.balances(BOOK)["tray"] == 0
