"""Several tables closed at once: each by its own command, with what hinders it said before."""

import pytest
from django.test import Client

from casino.people.models import User
from tables.door.access import Caller
from tables.door.closings import close_many, closings
from tables.door.service import read
from tables.models import Record, Table
from tests.support.casa import give, opened
from tests.support.house import CROUPIER, JEFE, Croupier, game, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def floor() -> None:
    """A free table, one with a bet, one with a card out, and one with a player's bank."""
    for slug in ("free", "bet", "cards"):
        opened(slug)
    for slug in ("bet", "cards"):
        give(slug, "place_bet", player="bea", chance="banca", amount=300)
    give("cards", "close_betting")
    give("cards", "card", hand="punto", card="7")
    open_table("bank", "bank")
    croupier = Croupier(seed=3)
    while not read("bank")[1].bank:
        game("bank", 1, croupier)


def versions() -> dict[str, int]:
    return {one.table.slug: one.state.version for one in closings()}


def test_what_hinders_each_is_known_before() -> None:
    found = {one.table.slug: (one.can, one.bets, bool(one.banker), one.is_free) for one in closings()}
    assert found["free"] == (True, 0, False, True)
    assert found["bet"] == (True, 300, False, False)
    assert found["cards"] == (False, 300, False, False)
    assert found["bank"][2:] == (True, False)


def test_each_is_closed_by_its_own_command_and_one_refusal_keeps_no_other_open() -> None:
    given = close_many(
        Caller(JEFE), versions(), ["free", "cards", "bet", "elsewhere"], "the night is over", "key"
    )
    assert {slug: answer["ok"] for slug, (_status, answer) in given.items()} == {
        "free": True,
        "cards": False,
        "bet": True,
    }
    assert given["cards"][1]["error"]["code"] == "in_play"
    assert set(Table.objects.filter(open=True).values_list("slug", flat=True)) == {"cards", "bank"}
    closed = Record.objects.filter(table__slug="free").latest("number")
    assert closed.command["reason"] == "the night is over"


def test_a_table_at_which_something_has_happened_since_is_left_as_it_is() -> None:
    seen = versions()
    give("free", "place_bet", player="ana", chance="punto", amount=100)
    [(status, answer)] = close_many(Caller(JEFE), seen, ["free"], "", "key").values()
    assert (status, answer["error"]["code"]) == (409, "stale")
    assert read("free")[1].open and read("free")[1].current.bets
    [(status, _answer)] = close_many(Caller(CROUPIER), versions(), ["free"], "", "key").values()
    assert status == 403


def test_the_page_says_of_each_what_hinders_and_what_happened() -> None:
    client = Client()
    client.force_login(User.objects.create_user("julio", role="jefe", language="en"))
    page = client.get("/floor/closings/").content.decode()
    assert page.count("disabled") == 1 and "A pass is under way" in page
    assert "Bets of 300 go back" in page and "goes back to him" in page
    said = {f"version-{slug}": version for slug, version in versions().items()}
    answer = client.post("/floor/closings/", {**said, "tables": ["free", "bet"], "key": "one"})
    assert "Closed: bet, free" in answer.content.decode()
    croupier = Client()
    croupier.force_login(User.objects.create_user("carla", role="croupier"))
    assert croupier.get("/floor/closings/").status_code == 403


def test_what_one_table_refuses_stays_chosen_with_the_reason_that_was_given() -> None:
    client = Client()
    client.force_login(User.objects.create_user("julio", role="jefe", language="en"))
    said = {f"version-{slug}": version for slug, version in versions().items()}
    give("bet", "place_bet", player="ana", chance="punto", amount=100)
    answer = client.post(
        "/floor/closings/", {**said, "tables": ["free", "bet"], "reason": "the night is over", "key": "one"}
    )
    page = answer.content.decode()
    row = page.partition('value="bet"')[2].partition("</tr>")[0]
    assert "Closed: free" in page and page.count("checked") == 1
    assert "checked" in row and "danger-text" in row
    assert 'value="the night is over"' in page
    again = {f"version-{slug}": version for slug, version in versions().items()}
    client.post("/floor/closings/", {**again, "tables": ["bet"], "key": "two"})
    assert not Table.objects.get(slug="bet").open
