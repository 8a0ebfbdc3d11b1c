"""What was counted is signed only while the tray is as it was counted."""

from collections.abc import Callable

import pytest

from ledger.cage import selectors
from ledger.cage.models import UndoBarrier
from tests.ledger.mesa import BOOK, closed, everything, tray, until_the_tray_moves
from tests.support.counter import MESA, ask, done, go, refusal, table, undo
from tests.support.house import Croupier, game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]
BETWEEN: dict[str, Callable[[], object]] = {
    "a pass settled": until_the_tray_moves,
    "a fill received": lambda: done("fill", 100),
    "a credit sent": lambda: done("credit", 100),
    "chips sold": lambda: done("buy_in", 100),
    "chips brought": lambda: done("cash_out", 100),
    "an undo": lambda: undo(MESA),
}


@pytest.mark.parametrize(
    ("between", "kind", "amount"),
    [
        *((between, "count", 0) for between in BETWEEN),
        ("chips sold", "closing", 0),
        ("chips sold", "count", 15),
    ],
)
def test_a_tray_that_has_moved_since_is_counted_again(between: str, kind: str, amount: int) -> None:
    table()
    until_the_tray_moves()
    slip = ask(kind, tray() + amount, "croupier", reason="as counted")
    BETWEEN[between]()
    before = everything()
    assert refusal(lambda: go(slip, "signed", "jefe")) == "tray_moved"
    assert everything() == before
    go(slip, "void", "jefe", "the tray moved")
    done("count", tray())


def test_an_opening_too_is_counted_again() -> None:
    table()
    closed()
    slip = ask("opening", tray())
    until_the_tray_moves()
    assert refusal(lambda: go(slip, "signed", "jefe")) == "tray_moved"


def test_bets_that_lie_on_the_cloth_move_no_tray() -> None:
    table()
    slip = ask("count", tray())
    croupier = Croupier()
    while not selectors.balances(BOOK)["stakes"]:
        game(MESA, 1, croupier)
    go(slip, "signed", "croupier")
    assert UndoBarrier.objects.filter(slip=slip).exists()


def test_what_came_into_the_drop_since_it_was_counted_stays_there() -> None:
    table()
    done("buy_in", 500)
    slip = ask("drop_out", 500)
    done("buy_in", 70)
    go(slip, "signed", "jefe")
    assert selectors.balances(BOOK)["drop"] == 70
    twice = [ask("drop_out", 70) for _ in range(2)]
    go(twice[0], "signed", "jefe")
    assert refusal(lambda: go(twice[1], "signed", "jefe")) == "not_that_much"
