"""An empty house, from the link that the installation prints to a table that is opened."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from deploy.shown.axe import violations
from tests.browser.conftest import PATIENCE, TABLET
from tests.browser.houses import House, Loaded, environment
from tests.embedded_houses import MANAGE

PASSPHRASE = "korrekt pferd batterie"
STAFF = "username,role,language\njulio,jefe,es\ncarla,croupier,es\n"
OF_A_HOUSE = {"DEMO": "0", "NOVAMAS_SETTINGS": os.devnull}


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[House]:
    folder = tmp_path / "var"
    folder.mkdir()
    (folder / "demo_logins.json").write_text("{}")
    subprocess.run(
        [sys.executable, MANAGE, "migrate", "--verbosity", "0"],
        env=environment(folder) | OF_A_HOUSE,
        check=True,
        capture_output=True,
    )
    loaded = Loaded(tmp_path / "house", folder, **OF_A_HOUSE)
    house = loaded.house()
    try:
        house.start()
        yield house
    finally:
        house.stop()
        loaded.end()
    assert not house.errors(), house.errors()


def link_of(house: House) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "casino.operations.main", "setup-link", "--json"],
        env=environment(house.folder) | OF_A_HOUSE | {"PORT": str(house.port)},
        cwd=settings.BASE_DIR,
        check=True,
        capture_output=True,
        text=True,
    )
    return str(json.loads(done.stdout)["link"])


def page_of(browser: Browser, complaints: list[str]) -> Page:
    page = browser.new_context(viewport=TABLET, locale="en-GB").new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
    return page


def log_in(page: Page, house: House, login: str, passphrase: str) -> None:
    page.goto(f"{house.url}/login/")
    page.fill("[name=username]", login)
    page.fill("[name=password]", passphrase)
    page.click("button.primary")
    page.wait_for_url(lambda url: "/login/" not in url and "/passphrase/" not in url)


def come_in(page: Page, house: House, login: str, given: str) -> None:
    """The first login of somebody whom the administrator has given a passphrase: he chooses another."""
    page.goto(f"{house.url}/login/")
    page.fill("[name=username]", login)
    page.fill("[name=password]", given)
    page.click("button.primary")
    expect(page.locator("[name=new]")).to_be_visible()
    assert violations(page) == []
    page.fill("[name=new]", f"{PASSPHRASE} {login}")
    page.fill("[name=again]", f"{PASSPHRASE} {login}")
    page.click("button.primary")
    page.wait_for_url(lambda url: "/login/" not in url and "/passphrase/" not in url)


def set_up(page: Page, house: House) -> None:
    """The link, the first login, and the first steps up to the people."""
    page.goto(link_of(house))
    assert violations(page) == []
    page.fill("[name=username]", "ana.admin")
    page.fill("[name=passphrase]", PASSPHRASE)
    page.fill("[name=again]", PASSPHRASE)
    page.click("form.panel button.primary")
    page.wait_for_url(f"{house.url}/login/")
    log_in(page, house, "ana.admin", PASSPHRASE)
    page.goto(f"{house.url}/administration/settings/")
    page.fill("[name=HOUSE_NAME]", "Casino de la Costa")
    page.click("form.settings button.primary")
    expect(page.locator(".told")).to_be_visible()
    page.goto(f"{house.url}/administration/tables/")
    for field, value in {"many": "3", "minimum": "100", "maximum": "1000", "chip": "10"}.items():
        page.fill(f"[name={field}]", value)
    page.click("[value=add]")
    expect(page.locator(".told")).to_be_visible()


def test_from_the_link_to_an_open_table(browser: Browser, empty: House) -> None:
    complaints: list[str] = []
    page = page_of(browser, complaints)
    set_up(page, empty)
    page.goto(f"{empty.url}/administration/people/")
    page.fill("[name=list]", STAFF)
    page.click("[value=import]")
    secret = page.locator(".once tr", has_text="julio").locator("code").inner_text()
    page.goto(f"{empty.url}/administration/displays/")
    page.click("[value=issue]")
    expect(page.locator(".once svg")).to_have_count(3)
    wall = page.locator(".once code").first.inner_text()
    expect(page.locator(".steps")).to_have_count(0)

    jefe = page_of(browser, complaints)
    come_in(jefe, empty, "julio", secret)
    expect(jefe.locator("h1")).to_have_text("La sala")
    jefe.goto(f"{empty.url}/")
    expect(jefe.locator("h1")).to_have_text("Casino de la Costa")
    jefe.goto(f"{empty.url}/tables/mesa-1/")
    jefe.wait_for_selector('html[data-line="up"]')
    jefe.click("#do-open button.primary")
    glass = page_of(browser, complaints)
    glass.goto(wall)
    glass.wait_for_selector('html[data-line="up"]')
    jefe.goto(f"{empty.url}/floor/")
    expect(jefe.locator("#tile-mesa-1")).to_contain_text("1.000")
    for one in (page, jefe, glass):
        one.context.close()
    assert complaints == []
