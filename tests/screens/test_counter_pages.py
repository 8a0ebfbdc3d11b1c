"""The counter's pages: who may open them, the forms that they offer, and that they are whole."""

import re
from typing import Any

import pytest
from django.test import Client

from ledger.cage import selectors
from ledger.cage.models import Slip
from tables.screens import console, table_page
from tables.service import execute
from tests.counter import MESA, ask, done
from tests.house import CROUPIER, JEFE, Croupier, game
from tests.screens.counter_pages import (
    CAGE,
    CONSOLE,
    FILL,
    FLOOR,
    LANGUAGES,
    MONEY,
    REPORTS,
    ROLES,
    SHEET,
    SLIP,
    TRAY,
    Marks,
    as_role,
    counted,
    page,
    seen,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counter_house")]


# Who comes in

OPEN_TO = {
    FLOOR: {"cambista", "jefe", "inspector"},
    CAGE: {"cambista", "jefe", "inspector"},
    REPORTS: {"cambista", "jefe", "inspector"},
    SHEET: {"cambista", "jefe", "inspector"},
    MONEY: set(ROLES),
    SLIP: set(ROLES),
}


@pytest.mark.parametrize("path", OPEN_TO)
@pytest.mark.parametrize("role", ROLES)
def test_each_page_is_open_to_its_roles_only(role: str, path: str) -> None:
    assert as_role(role).get(path).status_code == (200 if role in OPEN_TO[path] else 403)


@pytest.mark.parametrize("path", OPEN_TO)
def test_a_stranger_is_led_to_the_login(path: str) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer.headers["Location"].split("?")[0]) == (302, "/login/")


# What is asked for

FORMS = {
    "cambista": ["buy_in", "cash_out", "tip", "count", "tips_out", "cagnotte_out", "drop_out", "closing"],
    "croupier": ["tip", "fill", "credit", "count", "closing"],
    "jefe": ["fill", "credit", "count", "closing"],
    "inspector": [],
}


def forms(html: str) -> list[str]:
    return list(Marks(html).values("data-kind"))


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_offered_what_it_may_ask_for_the_most_asked_first(role: str) -> None:
    assert forms(page(role)) == FORMS[role]


@pytest.mark.parametrize("role", ROLES)
def test_a_closed_day_is_only_opened(role: str) -> None:
    done("closing", chips=counted(TRAY))
    assert forms(page(role)) == ([] if role == "inspector" else ["opening"])


@pytest.mark.parametrize("role", ["cambista", "jefe", "inspector"])
def test_the_jefe_alone_fills_the_cage(role: str) -> None:
    found = {"cage_chips_in", "cage_chips_out", "cage_cash_in", "cage_cash_out"} & set(
        forms(page(role, CAGE))
    )
    assert len(found) == (4 if role == "jefe" else 0)


def test_the_exchange_stands_open_and_the_players_are_in_the_order_of_their_seats() -> None:
    html = page("cambista")
    opened = [attrs["id"] for tag, attrs in Marks(html).found if tag == "details" and "open" in attrs]
    assert opened == ["ask-buy_in"]
    of_buy = html.split('id="form-buy_in"')[1].split("</form>")[0]
    assert list(Marks(of_buy).values("data-player")) == ["", "ana", "bea", "carl", "dora", "leo"]


def test_who_has_exchanged_and_left_may_still_be_chosen() -> None:
    assert execute(MESA, {"command": "leave", "player": "ana"}, CROUPIER).ok
    assert execute(MESA, {"command": "leave", "player": "bea"}, CROUPIER).ok
    players = set(Marks(page("cambista")).values("data-player"))
    assert "ana" in players and "bea" not in players


def test_no_chip_is_offered_that_the_tables_game_does_not_take(settings: Any) -> None:
    settings.DENOMINATIONS = (1, 5, 10, 500, 5_000)
    assert execute(MESA, {"command": "close_table"}, JEFE).ok
    opened = {
        "command": "open_table",
        "reglamento": "argentina",
        "minimum": 500,
        "maximum": 5_000,
        "chip": 500,
    }
    assert execute(MESA, opened, JEFE).ok
    marks = Marks(page("cambista"))
    assert set(marks.values("data-add")) == {"500", "5000"}
    assert set(marks.values("data-chip")) == {"1", "5", "10", "500", "5000"}  # a tray is counted whole


@pytest.mark.parametrize(
    ("decimals", "good", "bad"),
    [
        (
            0,
            ["5000", "5.000", "5,000", "5 000", "1.234.567"],
            ["5.00", "5.0000", "5,5", "-1", "", "1e3", ".500"],
        ),
        (2, ["5000", "125,50", "125.5", "1.000,50"], ["5.000", "125,505", "-1", "", ","]),
    ],
)
def test_what_may_be_typed_is_one_amount_only(
    decimals: int, good: list[str], bad: list[str], settings: Any
) -> None:
    settings.DECIMALS = decimals
    pattern = next(Marks(page("cambista")).values("pattern"))
    assert [text for text in good + bad if re.fullmatch(pattern, text)] == good


# Whole pages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", [*OPEN_TO, CONSOLE])
def test_each_page_is_whole_in_each_language_and_has_nothing_inline(path: str, language: str) -> None:
    ask("fill", chips=FILL)
    answer = as_role("jefe", language).get(path)
    assert answer.status_code == 200
    marks = Marks(answer.content.decode())
    assert next(marks.values("lang")) == language
    for tag, attrs in marks.found:
        assert tag != "style" and "style" not in attrs, (tag, attrs)
        assert not [name for name in attrs if name.startswith("on")], (tag, attrs)
        assert tag != "script" or attrs.get("src"), (tag, attrs)


def test_no_element_has_the_id_of_another() -> None:
    ask("fill", chips=FILL)
    ask("count", chips=counted(TRAY))
    for role in ROLES:
        found = list(Marks(page(role)).values("id"))
        assert sorted(found) == sorted(set(found))


def test_the_newest_forty_slips_are_listed() -> None:
    for _ in range(45):
        ask("tip", 1)
    shown = re.findall(r'id="slip-(\d+)"', seen("croupier")["money-slips"])
    last = Slip.objects.order_by("-number").first()
    assert last and shown == [str(last.number - back) for back in range(40)]


def test_the_cage_says_what_the_staff_has_in_tips() -> None:
    done("tip", 77)
    done("tips_out", 77)
    page = as_role("jefe").get(CAGE).content.decode()
    assert re.search(r"<dt>The staff.{1,6}s tips</dt>\s*<dd[^>]*>\s*77</dd>", page), page


def test_the_consoles_cagnotte_is_what_lies_there_and_not_all_that_the_game_put_in() -> None:
    croupier = Croupier(4)
    while not (there := selectors.balances(f"table:{MESA}")["cagnotte"]):
        game(MESA, 1, croupier)
    parts = {console: "console-croupier", table_page: "table-play"}

    def shown(amount: int) -> list[bool]:
        said = (
            re.search(r"Cagnotte.*?(\d[\d,]*)", seen("jefe", page)[part], re.DOTALL)
            for page, part in parts.items()
        )
        return [found is not None and found[1] == f"{amount:,}" for found in said]

    assert shown(there) == [True, True]
    done("cagnotte_out", there)
    assert shown(0) == [True, True]
