"""The line of the table's day: what the house has won there today, over all openings, and the band of the theory."""

import pytest

from tables.door.service import create_table, execute, read
from tables.models import Bet
from tables.screens.table.course import course
from tables.view.facts.table import today
from tables.view.screen import TableView, view_of
from tests.support.casa import BANCA_WITH_SEVEN, PUNTO_WITH_NINE, opened, played
from tests.support.house import JEFE, Croupier, game, open_table

pytestmark = pytest.mark.django_db


def view() -> TableView:
    return view_of(*read("mesa"), "jefe")


def test_a_table_without_a_payment_has_no_line() -> None:
    create_table("mesa", "Mesa")
    assert course(view()) is None


def test_it_ends_at_the_result_of_today() -> None:
    open_table("mesa", "Mesa")
    game("mesa", 60, Croupier(seed=3))
    found = course(view())
    assert found
    assert found.rows[-1].won == today(view()) != 0
    assert found.rows[-1].low < 0 < found.rows[-1].high, "the bank and the bets are both in the band"


def test_it_covers_every_opening_of_the_day() -> None:
    opened("mesa")
    played("mesa", [("bea", "banca", 1000)], BANCA_WITH_SEVEN)
    played("mesa", [("bea", "punto", 300)], PUNTO_WITH_NINE)
    before = course(view())
    assert execute("mesa", {"command": "close_table"}, JEFE).ok
    closed = course(view())
    assert before and closed and closed.rows[-1] == before.rows[-1]
    anew = {"command": "open_table", "reglamento": "slovenia", "minimum": 100, "maximum": 10_000, "chip": 10}
    assert execute("mesa", anew, JEFE).ok
    found = course(view())
    assert found and found.rows[-1].won == today(view()) == -1250
    assert Bet.objects.count() == 2
