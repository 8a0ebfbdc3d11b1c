"""Somebody sets the clock back: what came later is still later."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from casino.common import clock
from casino.common.refusals import Refusal
from ledger.cage import selectors
from tables.door.service import execute
from tables.models import Handover, Table
from tables.record.bundle import bundle
from tables.rules.roles import Actor
from tables.view import handovers
from tests.support.counter import BOOK, MESA, ask, done, go, refusal, table
from tests.support.counter import cage as fill_cage
from tests.support.house import CROUPIER, JEFE
from tests.support.own_house import HouseHas
from verify_shift import verify

JIMENA = Actor("jimena", "jefe")
NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)


class Clock:
    """A clock on the wall, which somebody sets."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time

    def goes_back(self, hours: float = 2) -> None:
        self.time -= timedelta(hours=hours)


@pytest.fixture
def wall() -> Iterator[Clock]:
    wall = Clock()
    with clock.running_on(wall):
        yield wall


@pytest.fixture
def mesa(db: None, wall: Clock) -> None:
    fill_cage()
    table()


@pytest.mark.usefixtures("mesa")
def test_what_a_count_has_put_right_is_not_put_right_again(wall: Clock) -> None:
    wrong = done("buy_in", 500, player="ana")
    wall.goes_back()
    done("count", selectors.balances(BOOK)["tray"] + 500, reason="nothing was bought")
    before = selectors.balances(BOOK)
    assert refusal(lambda: go(wrong, "void", "jefe", "typed wrongly")) == "counted_after"
    assert selectors.balances(BOOK) == before


@pytest.mark.usefixtures("mesa")
def test_a_count_that_was_asked_for_before_puts_nothing_right(wall: Clock, house_has: HouseHas) -> None:
    house_has(counter_limit=400)
    done("buy_in", 300, player="ana")
    done("tip", 50, player="ana")
    large = ask("tip", 500, player="ana")
    count = ask("tips_out", 50)
    wall.goes_back()
    go(large, "confirmed", "jefe")
    wall.goes_back(-3)
    go(count, "signed", "jefe")
    assert refusal(lambda: go(large, "void", "jefe", "typed wrongly")) is None


@pytest.mark.usefixtures("mesa")
def test_what_was_handed_over_is_taken_once_and_can_be_handed_over_again(wall: Clock) -> None:
    handovers.give(JEFE, "")
    wall.goes_back()
    handovers.accept(JIMENA)
    assert handovers.waits() is None
    with pytest.raises(Refusal, match="nobody_hands_over"):
        handovers.accept(JEFE)
    given = handovers.give(JIMENA, "")
    wall.goes_back()
    assert handovers.waits() == given
    handovers.accept(JEFE)
    assert handovers.waits() is None


@pytest.mark.usefixtures("mesa")
def test_who_takes_over_sees_what_was_noted_since_whatever_the_clock_said(wall: Clock) -> None:
    note(text="seen by julio")
    handovers.accept(JEFE, "the first one")
    wall.goes_back()
    note(text="for jimena")
    assert [record.command["text"] for record in handovers.what_is_open().notes] == ["for jimena"]


@pytest.mark.usefixtures("mesa")
def test_a_change_of_shift_that_says_no_numbers_goes_by_its_time(wall: Clock) -> None:
    note(text="seen by julio")
    Handover.objects.create(actor="julio", at=wall(), accepted={"disputes": []})
    note(text="for jimena")
    assert [record.command["text"] for record in handovers.what_is_open().notes] == ["for jimena"]


@pytest.mark.usefixtures("mesa")
def test_a_shift_taken_out_as_a_file_has_no_gap_and_proves_itself(wall: Clock) -> None:
    row = Table.objects.get(slug=MESA)
    note(text="one")
    wall.goes_back(5)
    note(text="two")
    wall.goes_back(-5)
    note(text="three")
    data = bundle(row, NOON, NOON + timedelta(hours=6))
    verify(data)
    assert data.count(b'"name":"note"') == 3


def note(text: str) -> None:
    assert execute(MESA, {"command": "note", "text": text}, CROUPIER).ok
