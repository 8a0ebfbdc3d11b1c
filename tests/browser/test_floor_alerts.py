"""What the floor tells of a table's tablet and cards, and how long its phases take: seen in a browser."""

import re
import sqlite3
from contextlib import closing, suppress

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import a_first_pass, give, to_first_bets
from tests.browser.houses import House

DESK = {"width": 1600, "height": 1000}
MESA = "mesa-3"
DECKS = 8  # of the demo's spanish table


def alert_of(floor: Page, words: str) -> None:
    expect(floor.locator(f"#alerts-{MESA} .alert")).to_contain_text(words)


def is_entered(house: House) -> bool:
    """Whether the worker has entered which console it has."""
    with closing(sqlite3.connect(house.folder / "casino.sqlite3")) as base:
        return base.execute("SELECT count(*) FROM tables_consoleseen").fetchone()[0] > 0


@pytest.mark.parametrize("house_settings", [{"TABLET_SECONDS": "1"}])
def test_a_lost_tablet_is_an_alert_until_a_console_is_back(visit: Visit, house: House) -> None:
    floor = visit("/floor/", "julio", size=DESK)
    to_first_bets(visit(f"/tables/{MESA}/", "julio"))
    tablet = visit(f"/tables/{MESA}/console/", "carla")
    expect(tablet.locator("#console-head .phase")).to_have_class(re.compile("phase-betting"))
    while not is_entered(house):
        tablet.wait_for_timeout(50)
    with suppress(Error):
        tablet.goto("chrome://crash")
    alert_of(floor, "Tableta sin conexión")
    alert_of(floor, "carla")
    expect(floor.locator(f"#tile-{MESA} .mark:not([data-after])")).to_contain_text("Tableta sin conexión")
    expect(floor.locator(f"#alerts-{MESA} a.button")).to_have_attribute(
        "href", f"/tables/{MESA}/#table-staff"
    )
    visit(f"/tables/{MESA}/console/", "carla")
    expect(floor.locator(f"#alerts-{MESA} .alert")).to_have_count(0)


@pytest.mark.parametrize("house_settings", [{"TABLET_SECONDS": "1"}])
def test_a_tablet_that_went_to_another_page_is_not_lost(visit: Visit, house: House) -> None:
    floor = visit("/floor/", "julio", size=DESK)
    to_first_bets(visit(f"/tables/{MESA}/", "julio"))
    tablet = visit(f"/tables/{MESA}/console/", "carla")
    while not is_entered(house):
        tablet.wait_for_timeout(50)
    tablet.locator("#act-menu").tap()
    tablet.get_by_role("link", name="Todas las mesas").tap()
    tablet.wait_for_url("**/")
    while is_entered(house):
        tablet.wait_for_timeout(50)
    expect(floor.locator(f"#alerts-{MESA}")).not_to_contain_text("La tableta")


def test_a_card_that_the_shoe_cannot_hold_stands_on_the_floor_until_it_is_seen(visit: Visit) -> None:
    floor, jefe = visit("/floor/", "julio", size=DESK), visit(f"/tables/{MESA}/", "julio")
    to_first_bets(jefe)
    for _ in range(DECKS):
        give(jefe, "incident", kind="exposed_card", card="Kh")
    answer = jefe.evaluate(
        """() => fetch("/api/tables/mesa-3/commands", { method: "POST",
        body: '{"command": "incident", "kind": "exposed_card", "card": "Kh"}',
        headers: { "Content-Type": "application/json", "X-CSRFToken": document.body.dataset.csrf,
          "Idempotency-Key": "once" } }).then((answer) => answer.json())"""
    )
    assert answer["error"]["code"] == "impossible_card"
    alert_of(floor, "Una carta de más: el sabot ya no la tiene")
    floor.locator(f"#alerts-{MESA} button[data-post]").tap()
    expect(floor.locator(f"#alerts-{MESA} .alert")).to_have_count(0)


def test_an_alert_says_since_when_and_for_how_long_it_has_waited(visit: Visit) -> None:
    """The time is counted on, also after news of the table, and keeps what the server says beside it."""
    floor, jefe = visit("/floor/", "julio", size=DESK), visit(f"/tables/{MESA}/", "julio")
    give(jefe, "suspend", reason="Falta un naipe")
    alert = floor.locator(f"#alerts-{MESA} .alert")
    expect(alert).to_contain_text(re.compile(r"julio ·\s+\d\d:\d\d ·\s+\d:(?!00)\d\d"))
    give(jefe, "note", text="Viene otro sabot")
    expect(alert).to_contain_text(re.compile(r"julio ·\s+\d\d:\d\d ·\s+\d:(?!00)\d\d"))
    alert.locator("button[data-post]").tap()
    expect(alert.locator("time")).to_have_text(re.compile(r"^\d:\d\d$"))
    expect(jefe.locator("#table-alerts time").first).to_have_text(re.compile(r"^\d:\d\d$"))


def test_the_time_per_phase_stands_on_the_tables_page_and_in_the_figures(visit: Visit) -> None:
    jefe = visit(f"/tables/{MESA}/", "julio")
    a_first_pass(jefe, "9 2 K 5")
    expect(jefe.locator("#table-pace")).to_contain_text("Umbral")
    expect(jefe.locator("#table-pace tbody tr")).not_to_have_count(0)
    floor = visit("/floor/", "julio", size=DESK)
    floor.locator("#pit summary").tap()
    expect(floor.locator("#floor-figures .pace")).to_contain_text("Mesa más lenta")
    assert floor.evaluate("document.documentElement.scrollWidth <= innerWidth")
