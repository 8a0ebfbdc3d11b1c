"""A passkey in a real browser, on a device that the browser plays (WebAuthn's virtual authenticator): made, used at the
login, before a grave act, refused, and ended."""

import sqlite3
from typing import Any

import pyotp
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.houses import House

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def house_settings() -> dict[str, str]:
    return {"SECOND_FACTOR": "roles"}


@pytest.fixture
def address(house: House) -> str:
    """The name under which browsers take passkeys without HTTPS."""
    return house.url.replace("127.0.0.1", "localhost")


def give_passphrase(page: Page, address: str, house: House) -> None:
    page.goto(f"{address}/login/?next=/floor/")
    page.fill("[name=username]", "julio")
    page.fill("[name=password]", house.secrets["passphrase"])
    page.click("form button.primary")


def set_up_phone(page: Page, address: str) -> None:
    secret = page.locator("#secret").inner_text().replace(" ", "")
    page.fill("[name=code]", pyotp.TOTP(secret).now())
    page.click("form:has([name=code]) button.primary")
    page.click("a.primary")
    page.wait_for_url(f"{address}/floor/")


def make_passkey(page: Page, address: str) -> None:
    page.goto(f"{address}/second-factor/")
    form = page.locator("[data-passkey=make]")
    form.locator("[name=name]").fill("Mi llave")
    form.locator("button").click()
    expect(page.get_by_role("cell", name="Mi llave")).to_be_visible()


def touch(page: Page, purpose: str) -> None:
    page.locator(f"[data-passkey={purpose}] button").click()


def test_a_jefe_makes_a_passkey_and_comes_in_with_it(visit: Visit, house: House, address: str) -> None:
    page = visit("/")
    device: Any = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    key = device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]
    give_passphrase(page, address, house)
    set_up_phone(page, address)
    make_passkey(page, address)

    page.context.clear_cookies()
    give_passphrase(page, address, house)
    page.wait_for_url("**/login/code/")
    device.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": False})
    touch(page, "come-in")
    expect(page.locator("[data-passkey] [role=alert]")).to_be_visible()
    device.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": True})
    touch(page, "come-in")
    page.wait_for_url(f"{address}/floor/")

    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute("UPDATE accounts_staffsession SET confirmed = datetime(confirmed, '-1 hour')")
    page.goto(f"{address}/second-factor/")
    page.wait_for_url("**/confirm/?next=*")
    touch(page, "confirm")
    page.wait_for_url(f"{address}/second-factor/")

    page.get_by_role("row", name="Mi llave").get_by_role("button").click()
    expect(page.get_by_role("cell", name="Mi llave")).to_have_count(0)
    page.context.clear_cookies()
    give_passphrase(page, address, house)
    page.wait_for_url("**/login/code/")
    expect(page.locator("[data-passkey]")).to_have_count(0)


def test_under_an_address_without_https_it_says_why_not(visit: Visit, house: House) -> None:
    page = visit("/")
    give_passphrase(page, house.url, house)
    set_up_phone(page, house.url)
    page.goto(f"{house.url}/second-factor/")
    page.locator("[data-passkey=make] [name=name]").fill("Mi llave")
    touch(page, "make")
    expect(page.locator("[data-passkey] [role=alert]")).to_contain_text("https://")
