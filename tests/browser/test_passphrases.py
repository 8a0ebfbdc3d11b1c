"""After a reset a person replaces the passphrase that he was given before he is in: there is no way round the page,
and it takes none that many have."""

import json
import subprocess
import sys

from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.houses import House, environment

OWN = "una mesa con nueve sillas"
COMMON = "1q2w3e4r5t6y7u8i9o0p"  # one of the 20,000 that everybody tries


def reset(house: House) -> str:
    """A passphrase that the machine has made for julio."""
    done = subprocess.run(
        [sys.executable, "-m", "casino.operations.main", "user", "passphrase", "julio", "--json"],
        env=environment(house.folder),
        cwd=settings.BASE_DIR,
        check=True,
        capture_output=True,
        text=True,
    )
    return str(json.loads(done.stdout)["passphrase"])


def give(page: Page, house: House, passphrase: str) -> None:
    page.goto(f"{house.url}/login/?next=/floor/")
    page.fill("[name=username]", "julio")
    page.fill("[name=password]", passphrase)
    page.click("form button.primary")


def choose(page: Page, passphrase: str, again: str) -> None:
    page.fill("[name=new]", passphrase)
    page.fill("[name=again]", again)
    page.click("form button.primary")


def test_a_given_passphrase_is_replaced_before_anything_else(visit: Visit, house: House) -> None:
    at_work = visit("/floor/", "julio")
    given = reset(house)
    at_work.wait_for_url("**/login/**")
    page = visit("/")
    give(page, house, given)
    page.wait_for_url("**/passphrase/")
    page.goto(f"{house.url}/floor/")
    page.wait_for_url("**/login/**")

    give(page, house, given)
    page.wait_for_url("**/passphrase/")
    for new, again in ((OWN, f"{OWN} y más"), (COMMON, COMMON), ("corta", "corta"), (given, given)):
        choose(page, new, again)
        expect(page.get_by_role("alert")).to_be_visible()
        page.goto(f"{house.url}/passphrase/")
    choose(page, OWN, OWN)
    page.wait_for_url(f"{house.url}/floor/")

    another = visit("/")
    give(another, house, given)
    expect(another.locator("[name=password]")).to_be_visible()
    give(another, house, OWN)
    another.wait_for_url(f"{house.url}/floor/")
