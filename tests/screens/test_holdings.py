"""Whoever confirms an exchange sees what the player has bought, given back and should hold; what was above it stays."""

import re

import pytest
from django.utils import translation

from casino.common.house import house
from ledger.cage.exchanges import beyond, exchanged
from ledger.cage.selectors import current_shift
from tables.models import Table
from tables.reports.shift_sheet import shift_sheet
from tests.screens.counter_pages import as_role
from tests.support import counter
from tests.support.house import client_of
from tests.support.own_house import HouseHas
from tests.support.reading import section

pytestmark = pytest.mark.django_db
MESA, BOOK = counter.MESA, counter.BOOK


@pytest.fixture(autouse=True)
def mesa() -> None:
    counter.cage()
    counter.table()


def page(role: str) -> str:
    client = client_of(role)
    return client.get(f"/tables/{MESA}/money/").content.decode()


def test_what_a_player_bought_gave_back_and_should_hold() -> None:
    counter.done("buy_in", 500, player="ana")
    counter.done("buy_in", 300, player="ana")
    counter.done("cash_out", 200, player="ana")
    counter.done("tip", 50, player="ana")
    gone = counter.done("buy_in", 900, player="ana")
    counter.go(gone, "void", "jefe", "typed wrongly")
    shift = current_shift(BOOK)
    assert shift
    found = exchanged(shift, {"ana", "bea", ""})
    assert (found["ana"].bought, found["ana"].given_back, found["ana"].holds) == (800, 200, 550)
    assert (found["bea"].bought, found["bea"].holds) == (0, 0)
    assert "" not in found


@pytest.mark.parametrize("role", ["jefe", "cambista", "inspector"])
def test_whoever_confirms_sees_it_and_is_warned(role: str, house_has: HouseHas) -> None:
    counter.done("buy_in", 500, player="ana")
    house_has(counter_limit=1000)
    counter.ask("cash_out", 1800, player="ana")
    shown = page(role)
    assert "Should hold" in shown and "More than the player should hold, by" in shown
    assert "1,300" in shown


def asked(role: str, **query: str) -> tuple[int, str]:
    answer = as_role(role).get(f"/tables/{MESA}/money/foreseen/", query)
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize(
    ("query", "warns", "tells"),
    [
        ({"kind": "cash_out", "player": "ana", "amount": "500"}, False, True),
        ({"kind": "tip", "player": "ana", "amount": "501"}, True, True),
        ({"kind": "buy_in", "player": "ana", "amount": "9000"}, False, True),
        ({"kind": "count", "player": "ana", "amount": "1"}, False, False),
        ({"kind": "cash_out", "player": "", "amount": "9000"}, False, False),
        ({"kind": "cash_out", "player": "ana", "amount": "9" * 40}, False, True),
        ({"kind": "cash_out", "player": "ana", "amount": "²"}, False, True),
        ({}, False, False),
    ],
)
def test_only_what_gives_chips_is_warned_of(query: dict[str, str], warns: bool, tells: bool) -> None:
    counter.done("buy_in", 500, player="ana")
    _, said = asked("jefe", **query)
    assert ("More than the player" in said, "Should hold" in said) == (warns, tells)


def test_who_gave_more_chips_than_he_had_here_should_hold_no_negative_sum() -> None:
    counter.done("buy_in", 500, player="ana")
    counter.done("cash_out", 1800, player="ana")
    _, said = asked("cambista", kind="cash_out", player="ana", amount="100")
    assert "Should hold" not in said and "−" not in said
    assert re.search(r"Chips from elsewhere, at least\s+1,300", said)


def test_what_a_slip_will_need_is_said_before_it_is_asked_for(house_has: HouseHas) -> None:
    house_has(counter_limit=1000)
    counter.done("buy_in", 700, player="ana")
    _, said = asked("cambista", kind="buy_in", player="ana", amount="400")
    assert "bought today 700" in " ".join(said.split())
    assert "1,100" in said and "Above 1,000 a jefe signs it" in said and 'data-place="act"' in said
    _, said = asked("cambista", kind="buy_in", player="ana", amount="300")
    assert "a jefe signs it" not in said and 'data-place="act"' not in said
    assert re.search(r"Tray <b>9,000</b>.*Drop <b>1,000</b>", said, re.DOTALL)
    _, said = asked("cambista", kind="buy_in", player="", amount="1001")
    assert "known by name" in said
    _, said = asked("cambista", kind="buy_in", player="ana", amount="99999999")
    assert "Too much" in said and "Afterwards" not in said


def test_a_difference_is_said_before_the_count_to_who_may_know_it() -> None:
    _, said = asked("cambista", kind="count", chips="1000:9")
    assert "−1,000" in said and "A jefe signs it" in said
    _, said = asked("croupier", kind="count", chips="1000:9")
    assert "1,000" not in said
    _, said = asked("croupier", kind="credit", chips="50000:9")
    assert "10,000" not in said


def test_a_person_is_known_by_what_he_exchanged_at_another_table() -> None:
    counter.table("otra", tray=5000)
    counter.ask("buy_in", 250, player="ana", table="otra")
    _, said = asked("cambista", kind="buy_in", player="ana", amount="1")
    assert "bought today 250" in " ".join(said.split())


def test_a_croupier_who_counts_blind_is_not_told(house_has: HouseHas) -> None:
    house_has(counter_limit=1000)
    counter.ask("cash_out", 1800, player="ana")
    assert "Should hold" not in page("croupier")


def test_what_was_above_stays_in_the_list_and_on_the_sheet() -> None:
    counter.done("buy_in", 500, player="ana")
    counter.done("cash_out", 400, player="ana")
    over = counter.done("cash_out", 250, player="ana")
    counter.done("buy_in", 1000, player="ana")
    shift = current_shift(BOOK)
    assert shift and beyond(shift) == [(over, 150)]
    with translation.override("en"):
        report = shift_sheet(Table.objects.get(slug=MESA), shift)
    [note] = [str(note) for note in report.notes if str(over.number) in str(note)]
    assert "150 more than" in note and "ana" in note
    assert "above what was held, by" in page("cambista")


def test_chips_of_a_player_who_is_not_known_are_above_nothing() -> None:
    counter.done("cash_out", 250)
    shift = current_shift(BOOK)
    assert shift and beyond(shift) == []


def test_what_was_void_is_above_nothing() -> None:
    over = counter.done("cash_out", 250, player="ana")
    counter.go(over, "void", "jefe", "typed wrongly")
    shift = current_shift(BOOK)
    assert shift and beyond(shift) == []


def test_the_check_by_hand_is_on_the_sheet() -> None:
    counter.done("buy_in", 500, player="ana")
    counter.done("cash_out", 200, player="ana")
    counter.done("credit", 1000)
    shift = current_shift(BOOK)
    assert shift and house().decimals == 0
    with translation.override("en"):
        shown = section(shift_sheet(Table.objects.get(slug=MESA), shift), "Manual check")
        rows = {str(row.title): row.amount for row in shown.rows}
    assert rows["Tray at the end"] == 8700
    assert (rows["− fills"], rows["+ credits"], rows["+ drop"], rows["− paid out"]) == (
        -10_000,
        1000,
        500,
        -200,
    )
    assert rows["= by hand"] == rows["= the house's result by the ledger"] == rows["Difference"] == 0
