"""What the floor tells of a table's tablet and cards, and how long its phases take: seen in a browser."""

import re
import sqlite3
from contextlib import closing, suppress

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import give, settled, to_first_bets
from tests.browser.houses import House

DESK = {"width": 1600, "height": 1000}
MESA = "mesa-3"


def alert_of(floor: Page, words: str) -> None:
    expect(floor.locator(f"#alerts-{MESA} .alert:visible")).to_contain_text(words)


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
    alert_of(floor, "tableta sin conexión")
    alert_of(floor, "Carla")
    expect(floor.locator(f"#tile-{MESA} .tag:not([data-after])")).to_contain_text("Sin conexión")
    expect(floor.locator(f"#alerts-{MESA} a.button")).to_have_attribute(
        "href", f"/tables/{MESA}/#table-staff"
    )
    visit(f"/tables/{MESA}/console/", "carla")
    expect(floor.locator(f"#alerts-{MESA} .alert:visible")).to_have_count(0)


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


def test_an_alert_says_since_when_and_for_how_long_it_has_waited(visit: Visit) -> None:
    """The time is counted on, also after news of the table, and keeps what the server says beside it."""
    floor, jefe = visit("/floor/", "julio", size=DESK), visit(f"/tables/{MESA}/", "julio")
    give(jefe, "suspend", reason="Falta un naipe")
    alert = floor.locator(f"#alerts-{MESA} .alert:visible")
    expect(alert).to_contain_text(re.compile(r"Julio ·\s+Falta un naipe ·\s+\d\d:\d\d ·\s+\d:(?!00)\d\d"))
    give(jefe, "note", text="Viene otro sabot")
    expect(alert).to_contain_text(re.compile(r"Julio ·\s+Falta un naipe ·\s+\d\d:\d\d ·\s+\d:(?!00)\d\d"))
    settled(floor)
    alert.locator("button[data-post]").tap()
    expect(alert.locator("time")).to_have_text(re.compile(r"^\d:\d\d$"))
    expect(jefe.locator("#table-alerts time").first).to_have_text(re.compile(r"^\d:\d\d$"))
