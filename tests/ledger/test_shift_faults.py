"""Shifts that do not follow each other, made by somebody who owns the database: each fault is told in a sentence."""

from collections.abc import Callable, Iterator

import pytest
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from casino.common import append_only
from ledger import selectors as ledger
from ledger.cage import selectors
from ledger.cage.models import Closing, Shift, Slip
from ledger.cage.shift_audit import shift_faults
from ledger.models import Entry
from tests.built import built_for_a_module
from tests.counter import MESA, cage, done, table
from tests.ledger.mesa import BOOK, closed, until_the_tray_moves

pytestmark = pytest.mark.django_db
GAME = f"{MESA}#"


@pytest.fixture(scope="module")
def two_shifts(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """One that is closed and one that is open, with money of the game and of the counter in both."""
    with built_for_a_module(django_db_blocker, _two_shifts):
        yield


def _two_shifts() -> None:
    cage()
    table()
    until_the_tray_moves()
    closed()
    done("opening", selectors.balances(BOOK)["tray"])
    until_the_tray_moves()
    done("buy_in", 100, player="ana")


def told() -> list[str]:
    moved = ledger.moved_by_reference(BOOK, GAME) | ledger.moved_by_reference(BOOK, GAME, others=True)
    return list(shift_faults(BOOK, moved, number_of))


def number_of(reference: str) -> int | None:
    return int(reference.removeprefix(GAME)) if reference.startswith(GAME) else None


def release() -> None:
    with connection.cursor() as cursor:
        for model in (Shift, Closing, Slip, Entry):
            for statement in append_only.release(connection, model._meta.db_table):
                cursor.execute(statement)


def first() -> Shift:
    return Shift.objects.get(book=BOOK, number=1)


def second() -> Shift:
    return Shift.objects.get(book=BOOK, number=2)


def number_is_left_out() -> None:
    Shift.objects.filter(pk=second().pk).update(number=3)


def a_gap_between_them() -> None:
    Shift.objects.filter(pk=second().pk).update(first_record=second().first_record + 1)


def opened_by_a_fill() -> None:
    fill = Slip.objects.filter(book=BOOK, kind="fill").earliest("number")
    Shift.objects.filter(pk=first().pk).update(opening=fill)


def never_closed() -> None:
    Closing.objects.all().delete()


def ended_before_it_began() -> None:
    Shift.objects.filter(pk=first().pk).update(first_record=Closing.objects.get().last_record + 1)


def money_of_another_shift() -> None:
    Closing.objects.update(last=Closing.objects.get().last - 1)


def other_balances() -> None:
    Closing.objects.update(balances=Closing.objects.get().balances | {"tray": 1})


CHANGES: dict[Callable[[], None], str] = {
    number_is_left_out: "shift 2 should be there",
    a_gap_between_them: "does not begin where the one before it ended",
    opened_by_a_fill: "was opened by",
    never_closed: "was never closed",
    ended_before_it_began: "ended before it began",
    money_of_another_shift: "its money lies in another shift than its record",
    other_balances: "was closed with other balances than had moved until then",
}


@pytest.mark.usefixtures("two_shifts")
def test_shifts_that_follow_each_other_have_no_fault() -> None:
    assert told() == []


@pytest.mark.usefixtures("two_shifts")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_shift_that_was_changed_is_told(change: Callable[[], None]) -> None:
    release()
    change()
    assert any(CHANGES[change] in fault for fault in told()), told()


@pytest.mark.usefixtures("two_shifts")
def test_money_that_is_not_in_the_order_of_the_record_is_told() -> None:
    moved = ledger.moved_by_reference(BOOK, GAME)
    earlier, later = sorted(moved, key=lambda of: number_of(of) or 0)[:2]
    moved[earlier], moved[later] = moved[later], moved[earlier]
    faults = list(shift_faults(BOOK, moved | ledger.moved_by_reference(BOOK, GAME, others=True), number_of))
    assert any("is not in the order of the record" in fault for fault in faults), faults
