"""The counter's pages: who may open them, the forms that they offer, and that they are whole."""

import re

import pytest

from ledger.cage import selectors
from ledger.cage.models import Slip
from tables.door.service import execute
from tables.screens.console import screen as console
from tables.screens.table import screen as table_page
from tests.screens.counter_pages import (
    CAGE,
    FILL,
    MONEY,
    ROLES,
    TRAY,
    Marks,
    as_role,
    counted,
    page,
    seen,
)
from tests.support.counter import MESA, ask, done
from tests.support.house import CROUPIER, JEFE, Croupier, game
from tests.support.own_house import HouseHas

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counter_house")]


# Who comes in

# What is asked for

FORMS = {
    "cambista": ["buy_in", "cash_out", "tip", "count", "tips_out", "cagnotte_out", "drop_out", "closing"],
    "croupier": ["tip", "fill", "credit", "count", "closing"],
    "jefe": ["fill", "credit", "count", "closing"],
    "inspector": [],
}


def forms(html: str) -> list[str]:
    return [
        attrs["value"] or ""
        for tag, attrs in Marks(html).found
        if tag == "input" and attrs.get("name") == "kind"
    ]


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


def test_the_exchange_is_chosen_and_the_players_are_in_the_order_of_their_seats() -> None:
    html = page("cambista")
    chosen = [attrs["value"] for _tag, attrs in Marks(html).found if "checked" in attrs]
    assert chosen == ["buy_in"]
    options = [
        attrs["data-player"] for tag, attrs in Marks(html).found if tag == "li" and "data-player" in attrs
    ]
    assert options == ["ana", "bea", "carl", "dora", "leo", ""]


def test_every_kind_has_a_letter_of_its_own() -> None:
    for path in (MONEY, CAGE):
        for role in ("cambista", "jefe"):
            letters = list(Marks(page(role, path)).values("data-letter"))
            assert letters and len(set(letters)) == len(letters) and not {"M", "J", "I", "N"} & set(letters)


def test_who_has_exchanged_and_left_may_still_be_chosen() -> None:
    assert execute(MESA, {"command": "leave", "player": "ana"}, CROUPIER).ok
    assert execute(MESA, {"command": "leave", "player": "bea"}, CROUPIER).ok
    players = set(Marks(page("cambista")).values("data-player"))
    assert "ana" in players and "bea" not in players


def test_no_chip_is_offered_that_the_tables_game_does_not_take(house_has: HouseHas) -> None:
    house_has(denominations=(1, 5, 10, 500, 5_000))
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
    assert set(marks.values("data-chip")) == {"1", "5", "10", "500", "5000"}  # a tray is counted whole
    assert len(list(marks.values("data-only-counted"))) == 3


# Whole pages


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
    parts = {console: "console-croupier", table_page: "table-head"}

    def shown(amount: int) -> list[bool]:
        said = (
            re.search(r"Cagnotte.*?(\d[\d,]*)", seen("jefe", page)[part], re.DOTALL)
            for page, part in parts.items()
        )
        return [found is not None and found[1] == f"{amount:,}" for found in said]

    assert shown(there) == [True, True]
    done("cagnotte_out", there)
    assert shown(0) == [True, True]
