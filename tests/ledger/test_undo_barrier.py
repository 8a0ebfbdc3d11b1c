"""Behind a signed count nothing is undone."""

import pytest

from ledger.cage import selectors
from ledger.cage.models import UndoBarrier
from tables.door.service import read
from tests.ledger.mesa import BOOK, closed, everything, tray, until_the_tray_moves
from tests.support.counter import MESA, ask, audited, done, go, held, into_the_tray, moved, table, undo
from tests.support.house import Croupier, game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]


@pytest.mark.parametrize(
    ("kind", "barred"),
    [
        *((kind, True) for kind in ("count", "closing", "opening", "cagnotte_out")),
        *((kind, False) for kind in ("fill", "credit", "buy_in", "cash_out", "tip", "tips_out", "drop_out")),
    ],
)
def test_behind_a_signed_count_nothing_is_undone(kind: str, barred: bool) -> None:
    table()
    game(MESA, 12)
    if kind == "opening":
        closed()
        game(MESA, 2)
    version = read(MESA)[1].version
    counted = {"count", "closing", "opening"}
    if kind == "cagnotte_out":
        done(kind, 0)
        assert not UndoBarrier.objects.filter(slip__kind=kind).exists(), "nothing was found: nothing is fixed"
        done(kind, selectors.balances(BOOK).get("cagnotte", 0) + 10, reason="a chip more")
    else:
        done(kind, tray() if kind in counted else 0 if kind in ("tips_out", "drop_out") else 100)
    before = everything()
    if not barred:
        assert undo(MESA) is None
        return
    assert undo(MESA) == undo(MESA, version - 1) == "counted_since"
    assert everything() == before
    game(MESA, 3)
    assert undo(MESA, version - 1) == "counted_since"
    assert undo(MESA) is None
    assert undo(MESA, version) is None
    assert undo(MESA) == "counted_since"
    assert moved(before[0], held()) == {}
    audited()


def test_a_count_that_waits_or_is_void_bars_no_undo() -> None:
    table()
    game(MESA, 12)
    slip = ask("count", tray())
    assert undo(MESA) is None
    go(slip, "void", "jefe", "miscounted")
    assert undo(MESA) is None
    assert UndoBarrier.objects.count() == 1, "the opening's"


def test_a_count_of_one_table_bars_no_undo_of_another() -> None:
    table()
    table("mesa-5")
    game("mesa-5", 5)
    done("count", tray())
    assert undo("mesa-5") is None
    assert undo(MESA) == "counted_since"


def test_after_undos_and_counts_the_tray_is_what_the_game_says() -> None:
    table()
    croupier, beside = Croupier(5), 10_000
    for number in range(4):
        until_the_tray_moves()
        version = read(MESA)[1].version
        game(MESA, 25, croupier)
        assert undo(MESA, version) is None
        done("count", tray() + number, reason="as counted")
        beside += number
        assert tray() == beside + into_the_tray(MESA)
    audited()
