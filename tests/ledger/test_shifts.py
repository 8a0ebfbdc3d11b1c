"""Shifts, from count to count: nothing falls between two, and their papers are never changed."""

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from ledger import selectors as ledger
from ledger.cage import selectors
from ledger.cage.models import Closing, Shift, Slip, Step, UndoBarrier
from ledger.models import Transfer
from tables.door.service import create_table, execute
from tables.models import Table
from tests.ledger.mesa import BOOK, closed, tray, until_the_tray_moves
from tests.support.counter import MESA, MOVED, OF_THE_CAGE, ask, done, go, held, refusal, table
from tests.support.house import JEFE, Croupier, game, opening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house")]
OF_THE_TABLE = [kind for kind in MOVED if kind not in OF_THE_CAGE]


@pytest.mark.parametrize("kind", [kind for kind in OF_THE_TABLE if kind != "opening"])
def test_before_the_opening_count_there_is_no_shift(kind: str) -> None:
    create_table(MESA, MESA)
    assert refusal(lambda: done(kind, 0 if kind in ("count", "closing") else 10)) == "no_shift"
    opened = ask("opening", 0)
    assert refusal(lambda: done(kind, 0 if kind in ("count", "closing") else 10)) == "no_shift"
    go(opened, "signed", "jefe")
    closed()
    assert refusal(lambda: done(kind, 0 if kind in ("count", "closing") else 10)) == "no_shift"


def test_a_shift_is_opened_once() -> None:
    create_table(MESA, MESA)
    first = ask("opening", 0)
    assert refusal(lambda: ask("opening", 0)) == "pending_slips"
    go(first, "signed", "jefe")
    assert refusal(lambda: ask("opening", 0)) == "shift_open"
    assert Shift.objects.get() == selectors.current_shift(BOOK) == selectors.last_shift(BOOK)


def test_a_void_opening_opens_nothing_and_a_void_closing_closes_nothing() -> None:
    create_table(MESA, MESA)
    go(ask("opening", 0), "void", "jefe", "miscounted")
    assert not Shift.objects.exists()
    done("opening", 0)
    go(ask("closing", 0), "void", "jefe", "miscounted")
    assert selectors.current_shift(BOOK) and not Closing.objects.exists()


PENDING = ["count", "fill", "credit", "tips_out", "cagnotte_out", "drop_out"]


@pytest.mark.parametrize("kind", PENDING)
@pytest.mark.parametrize("after", [False, True], ids=["asked before", "asked while it waits"])
def test_no_shift_closes_over_a_slip_that_waits(kind: str, after: bool) -> None:
    table()
    amount = {"count": tray(), "fill": 100, "credit": 100}.get(kind, 0)
    closing = ask("closing", tray()) if after else None
    waiting = ask(kind, amount)
    act = (lambda: go(closing, "signed", "jefe")) if closing else (lambda: ask("closing", tray()))
    assert refusal(act) == "pending_slips"
    assert selectors.current_shift(BOOK)
    go(waiting, "void", "jefe", "not now")
    assert refusal(act) is None
    assert bool(selectors.current_shift(BOOK)) != after


def test_a_second_closing_does_not_wait_beside_the_first() -> None:
    table()
    ask("closing", tray())
    assert refusal(lambda: ask("closing", tray())) == "pending_slips"


def test_a_slip_of_another_table_or_of_the_cage_stops_no_closing() -> None:
    table()
    table("mesa-5")
    ask("fill", 100, table="mesa-5")
    ask("cage_chips_in", 100)
    closed()
    assert selectors.current_shift(BOOK) is None
    assert selectors.current_shift("table:mesa-5")


def test_the_next_shift_expects_what_the_last_one_counted() -> None:
    table()
    until_the_tray_moves()
    done("closing", tray() - 35, reason="three chips short")
    left = tray()
    opened = ask("opening", left - 5, reason="and one more")
    assert opened.expected == left
    go(opened, "signed", "jefe")
    assert (tray(), held()["house:main:over_short"]) == (left - 5, 40)


def test_a_closing_keeps_every_balance_of_its_table() -> None:
    table()
    done("buy_in", 500, player="ana")
    done("tip", 200, player="ana")
    croupier = Croupier(4)
    while not selectors.balances(BOOK)["cagnotte"]:
        game(MESA, 1, croupier)
    wanted = {kind: selectors.balances(BOOK)[kind] for kind in selectors.TABLE_ACCOUNTS}
    closed()
    game(MESA, 20, croupier)
    kept = Closing.objects.get().balances
    assert {kind: kept.get(kind, 0) for kind in selectors.TABLE_ACCOUNTS} == wanted
    assert (wanted["tips"], wanted["drop"]) == (200, 500) and "chips" not in kept


def test_nothing_falls_between_two_shifts() -> None:
    table()
    table("mesa-5")
    croupier = Croupier(3)
    for number in range(3):
        game(MESA, 15, croupier)
        done("buy_in", 100 + number, player="ana")
        game("mesa-5", 15)
        done("closing", tray() + number, reason="as counted")
        game(MESA, 15, croupier)
        if number < 2:
            done("opening", tray() - number, reason="as counted")
    shifts = list(Shift.objects.filter(book=BOOK).order_by("number"))
    assert [shift.number for shift in shifts] == [1, 2, 3]
    assert [(shift.first, shift.first_record) for shift in shifts[1:]] == [
        (shift.closing.last, shift.closing.last_record) for shift in shifts[:2]
    ]
    done("opening", tray())
    windows = [(shift.first, shift.closing.last) for shift in shifts] + [(shifts[2].closing.last, 10**18)]
    own = Transfer.objects.filter(entries__account__book=BOOK).distinct().values_list("pk", flat=True)
    assert len(own) > 50
    assert all(sum(first < pk <= last for first, last in windows) == 1 for pk in own)


def test_what_was_played_before_the_first_count_is_no_shifts() -> None:
    create_table(MESA, MESA)
    for command in opening():
        assert execute(MESA, command, JEFE).ok
    game(MESA, 40, Croupier(3))
    before = (ledger.last_transfer(), Table.objects.get(slug=MESA).records)
    done("opening", 5_000, reason="the float that was there")
    shift = Shift.objects.get()
    assert (shift.first, shift.first_record) == before
    assert before[0] > 0


@pytest.mark.parametrize("model", [Slip, Step, Shift, Closing, UndoBarrier])
@pytest.mark.parametrize("act", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_the_database_refuses_to_change_a_paper(model: Any, act: str) -> None:
    create_table(MESA, MESA)
    for command in opening():
        assert execute(MESA, command, JEFE).ok
    done("opening", 0)
    done("closing", 0)
    papers = list(model.objects.order_by("pk").values())
    assert papers
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(act.format(model._meta.db_table))
    assert list(model.objects.order_by("pk").values()) == papers
