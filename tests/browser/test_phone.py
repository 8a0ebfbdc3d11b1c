"""The staff's pages on a phone: none is wider than it."""

import sqlite3

from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.hand import a_first_pass
from tests.browser.houses import House

PHONE = {"width": 390, "height": 844}
LONG = "W" * 60
PATHS = (
    *("/tables/mesa-3/", "/account/", "/reports/", "/tables/mesa-3/money/", "/slips/5/"),
    *("/reports/floor/", "/reports/tables/mesa-3/", "/reports/slips/", "/reports/differences/"),
    *("/reports/duty/", "/reports/shifts/mesa-3/1/"),
)
ADMINISTRATION = ("settings", "people", "tables", "displays", "reglamentos", "acts", "status")


def wide(page: Page) -> int:
    """px to which the page scrolls, as a phone or a window of its size would."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def test_no_page_of_a_jefe_or_administrator_is_wider_than_a_phone(visit: Visit, house: House) -> None:
    """With a second session, a pass that was paid, and a long name of a table and of himself."""
    page = visit("/tables/mesa-3/", "julio", PHONE)
    a_first_pass(page, "3 9 4 10")
    visit("/floor/", "julio")
    with sqlite3.connect(house.folder / "casino.sqlite3") as database:
        database.execute(
            "UPDATE tables_table SET name = ? WHERE slug = 'mesa-2'", ["Mesa privada del salón dorado"]
        )
        database.execute("UPDATE accounts_user SET first_name = ? WHERE username = 'julio'", [LONG])
    found = {path: wide(page) for path in PATHS if page.goto(house.url + path)}
    with sqlite3.connect(house.folder / "casino.sqlite3") as database:
        database.execute("UPDATE accounts_user SET role = 'administrator' WHERE username = 'julio'")
    found |= {path: wide(page) for path in ADMINISTRATION if page.goto(f"{house.url}/administration/{path}/")}
    assert found == dict.fromkeys((*PATHS, *ADMINISTRATION), PHONE["width"])
