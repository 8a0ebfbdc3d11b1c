"""Shifts, from count to count: nothing falls between two, and behind a signed count nothing is undone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from ledger import selectors as ledger
from ledger.cage import selectors
from ledger.cage.models import Closing, Shift, Slip, Step, UndoBarrier
from ledger.models import Transfer
from tables.models import Record, Reply, Table
from tables.service import create_table, execute, read
from tests.counter import (
    MESA,
    MOVED,
    OF_THE_CAGE,
    ask,
    audited,
    cage,
    done,
    go,
    held,
    into_the_tray,
    moved,
    refusal,
    table,
    undo,
)
from tests.house import JEFE, Croupier, game, opening

pytestmark = pytest.mark.django_db
BOOK = f"table:{MESA}"
OF_THE_TABLE = [kind for kind in MOVED if kind not in OF_THE_CAGE]


@pytest.fixture(autouse=True)
def house() -> None:
    cage()


def tray() -> int:
    return selectors.balances(BOOK)["tray"]


def closed(**said: Any) -> None:
    done("closing", tray(), **said)


def everything() -> tuple[Any, ...]:
    models = (Table, Record, Reply, Transfer, Slip, Step, Shift, Closing, UndoBarrier)
    return held(), [list(model.objects.order_by("pk").values()) for model in models]


def until_the_tray_moves() -> None:
    before, croupier = tray(), Croupier()
    while tray() == before:
        game(MESA, 1, croupier)


# Opening and closing


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


# Counts


BETWEEN: dict[str, Callable[[], object]] = {
    "a pass settled": until_the_tray_moves,
    "a fill received": lambda: done("fill", 100),
    "a credit sent": lambda: done("credit", 100),
    "chips sold": lambda: done("buy_in", 100),
    "chips brought": lambda: done("cash_out", 100),
    "an undo": lambda: undo(MESA),
}


@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize(("kind", "amount"), [("count", 0), ("closing", 0), ("count", 15)])
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


# The cagnotte

SUITE = [
    {"command": "shuffle", "riffles": 4},
    {"command": "bid", "player": "ana", "amount": 100},
    {"command": "close_auction"},
    {"command": "cut", "player": "dora", "depth": 100},
    {"command": "close_betting"},
    *(
        {"command": "card", "hand": hand, "card": card}
        for hand, card in (("punto", "Q"), ("banca", "J"), ("punto", "6"), ("banca", "8"))
    ),
    {"command": "settle"},
    {"command": "suite"},
]


def test_a_cagnotte_is_emptied_and_the_audit_holds() -> None:
    table()
    croupier = Croupier(4)
    for emptied in range(2):
        while not (there := selectors.balances(BOOK)["cagnotte"]):
            game(MESA, 1, croupier)
        before = held()
        done("cagnotte_out", there)
        assert moved(before, held()) == {f"{BOOK}:cagnotte": -there, "cage:main:stock": there}
        assert read(MESA)[1].cagnotte > 0, f"the game goes on counting, {emptied}"
        audited()
    done("count", tray())
    game(MESA, 3, croupier)
    assert undo(MESA) is None
    audited()


def test_not_while_a_suite_is_offered_whose_deduction_may_have_to_go_back() -> None:
    table()
    for command in SUITE[:-1]:
        assert execute(MESA, command, JEFE).ok, command
    earlier = ask("cagnotte_out", 0)
    assert execute(MESA, SUITE[-1], JEFE).ok
    suite = read(MESA)[1].suite
    assert suite and suite.deduction == selectors.balances(BOOK)["cagnotte"] == 10
    assert refusal(lambda: ask("cagnotte_out", 10)) == "suite_offered"
    assert refusal(lambda: go(earlier, "signed", "jefe")) == "suite_offered"
    assert refusal(lambda: done("drop_out", 0)) is None
    go(earlier, "void", "jefe", "counted too early")
    assert execute(MESA, {"command": "take_suite", "player": str(suite.asked)}, JEFE).ok
    done("cagnotte_out", 10)
    audited()


# Undo


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


# Append-only


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
