"""The first login of a jefe sets up his phone; the next one asks for its code, and so does a grave act; a recovery code
does instead."""

import sqlite3

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.houses import House


@pytest.fixture
def house_settings() -> dict[str, str]:
    return {"SECOND_FACTOR": "roles"}


def give_passphrase(page: Page, house: House) -> None:
    page.goto(f"{house.url}/login/?next=/floor/")
    page.fill("[name=username]", "julio")
    page.fill("[name=password]", house.secrets["passphrase"])
    page.click("form button.primary")


def give_code(page: Page, code: str) -> None:
    page.fill("[name=code]", code)
    page.click("form button.primary")


def test_what_was_typed_waits_while_the_page_asks_who_is_there(visit: Visit, house: House) -> None:
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute("UPDATE accounts_user SET role = 'administrator' WHERE username = 'julio'")
    page = visit("/")
    give_passphrase(page, house)
    give_code(page, pyotp.TOTP(page.locator("#secret").inner_text().replace(" ", "")).now())
    code = page.locator(".codes code").first.inner_text()
    page.goto(f"{house.url}/administration/people/?new")
    page.fill("[name=username]", "nora")
    page.fill("[name=last_name]", "Núñez")
    page.locator("label:has([name=role][value=croupier])").tap()
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute("UPDATE accounts_staffsession SET confirmed = datetime(confirmed, '-1 hour')")
    page.click("button[name=act][value=add]")
    for wrong_first in ("000000", code):
        page.wait_for_url("**/confirm/**")
        page.fill("[name=secret]", wrong_first)
        page.click("form button.primary")
    page.wait_for_url(f"{house.url}/administration/people/?new")
    expect(page.locator("[name=username]")).to_have_value("nora")
    expect(page.locator("[name=last_name]")).to_have_value("Núñez")
    expect(page.locator("[name=role][value=croupier]")).to_be_checked()
    page.click("button[name=act][value=add]")
    expect(page.locator("main")).to_contain_text("nora")

    page.goto(f"{house.url}/administration/people/?new")
    page.fill("[name=username]", "nobody")
    page.goto(f"{house.url}/")
    page.goto(f"{house.url}/administration/people/?new")
    expect(page.locator("[name=username]")).to_have_value("")
