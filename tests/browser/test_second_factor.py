"""The first login of a jefe sets up his phone; the next one asks for its code, and so does a grave act; a recovery code
does instead."""

import sqlite3

import pyotp
import pytest
from playwright.sync_api import Page, expect

from deploy.shown.axe import violations
from tests.browser.conftest import Visit
from tests.browser.hand import GIVE
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


def test_a_jefe_sets_up_his_phone_and_comes_in_with_a_recovery_code(visit: Visit, house: House) -> None:
    page = visit("/")
    give_passphrase(page, house)
    expect(page.locator("svg.qr")).to_be_visible()
    assert violations(page) == []
    secret = page.locator("#secret").inner_text().replace(" ", "")
    give_code(page, "000000")
    expect(page.get_by_role("alert")).to_be_visible()
    give_code(page, pyotp.TOTP(secret).now())
    codes = page.locator(".codes code").all_inner_texts()
    assert violations(page) == []
    page.click("a.primary")
    page.wait_for_url(f"{house.url}/floor/")

    another = visit("/")
    give_passphrase(another, house)
    another.wait_for_url("**/login/code/")
    assert violations(another) == []
    give_code(another, codes[0])
    another.wait_for_url(f"{house.url}/floor/")
    expect(another.locator("html")).to_have_attribute("data-line", "up")

    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute("UPDATE accounts_staffsession SET confirmed = datetime(confirmed, '-1 hour')")
    another.goto(f"{house.url}/tables/mesa-2/")
    another.wait_for_selector('html[data-line="up"]')
    # What a jefe does a croupier may not undo.
    assert another.evaluate(GIVE, [{"command": "note", "text": "Una prueba"}]) == []
    another.locator("#do-undo summary").tap()
    expect(another.locator("#do-undo .deed").first).to_contain_text("Nota")  # the list has it
    deed = another.locator("#do-undo [name=to]").nth(1)
    deed.check()
    chosen = deed.input_value()
    another.fill("#do-undo [name=reason]", "Un error")
    another.locator("#do-undo button.primary").tap()
    another.wait_for_url("**/confirm/?next=*")
    another.fill("[name=secret]", codes[1])
    another.click("form button.primary")
    another.wait_for_url(f"{house.url}/tables/mesa-2/")
    another.wait_for_selector('html[data-line="up"]')
    expect(another.locator("#do-undo [name=reason]")).to_have_value("Un error")
    expect(another.locator("#do-undo [name=to]:checked")).to_have_value(chosen)
    another.locator("#do-undo button.primary").tap()
    # Asked no more who he is, he is told why this is not undone.
    expect(another.locator("#refusal")).to_contain_text("el dinero de la mesa se contó")


def test_what_was_typed_waits_while_the_page_asks_who_is_there(visit: Visit, house: House) -> None:
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute("UPDATE accounts_user SET role = 'administrator' WHERE username = 'julio'")
    page = visit("/")
    give_passphrase(page, house)
    give_code(page, pyotp.TOTP(page.locator("#secret").inner_text().replace(" ", "")).now())
    code = page.locator(".codes code").first.inner_text()
    page.goto(f"{house.url}/administration/people/")
    page.fill("[name=username]", "nora")
    page.fill("[name=last_name]", "Núñez")
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute("UPDATE accounts_staffsession SET confirmed = datetime(confirmed, '-1 hour')")
    page.click("button[name=act][value=add]")
    for wrong_first in ("000000", code):
        page.wait_for_url("**/confirm/**")
        page.fill("[name=secret]", wrong_first)
        page.click("form button.primary")
    page.wait_for_url(f"{house.url}/administration/people/")
    expect(page.locator("[name=username]")).to_have_value("nora")
    expect(page.locator("[name=last_name]")).to_have_value("Núñez")
    page.click("button[name=act][value=add]")
    expect(page.locator("main")).to_contain_text("nora")

    page.fill("[name=username]", "nobody")
    page.goto(f"{house.url}/")
    page.goto(f"{house.url}/administration/people/")
    expect(page.locator("[name=username]")).to_have_value("")
