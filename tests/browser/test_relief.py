"""A console changes hands in two touches and a PIN, and a jefe relieves in one touch."""

import sqlite3
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, Hand, in_phase
from tests.browser.houses import House, environment
from tests.embedded_houses import MANAGE

PIN = "2580"
DIEGO = f"""
from casino.accounts import pins
from casino.accounts.models import User
pins.choose(User.objects.create_user("diego", password="a long evening", role="croupier", first_name="Diego"), "{PIN}")
"""


@pytest.fixture(autouse=True)
def diego(house: House) -> None:
    """Another croupier, who has chosen his PIN."""
    shell = [sys.executable, MANAGE, "shell", "--no-imports", "-c", DIEGO]
    subprocess.run(shell, env=environment(house.folder), check=True, capture_output=True)


def recorded(house: House) -> tuple[str, str]:
    """Who gave the last command of the visitors' table, and which."""
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        query = "SELECT actor, r.name FROM tables_record r JOIN tables_table t ON t.id = table_id"
        actor, name = database.execute(f"{query} WHERE slug = 'mesa-2' ORDER BY r.id DESC").fetchone()
    return actor, name


def test_the_next_croupier_takes_over_and_the_record_has_his_name(visit: Visit, house: House) -> None:
    page = visit(CONSOLE, "carla")
    page.locator("#to-relief").tap()
    page.locator(".comer", has_text="Diego").tap()
    for digit in PIN:
        page.locator(f'[data-digit="{digit}"]').tap()
    page.locator(".keys .primary").tap()
    page.wait_for_url(f"{house.url}{CONSOLE}")
    page.wait_for_selector('html[data-line="up"]')
    expect(page.locator("#to-relief")).to_contain_text("diego")
    Hand(page).corner()
    in_phase(page, "auction")
    assert recorded(house) == ("diego", "shuffle")


def test_a_jefe_relieves_in_one_touch_and_sees_it(visit: Visit, house: House) -> None:
    page = visit("/tables/mesa-2/", "julio")
    begin = page.locator("#begin-pagador")
    begin.locator("select").select_option("carla")
    begin.locator("button").tap()
    expect(page.locator(".on-duty")).to_contain_text("carla")
    page.locator(".on-duty form", has_text="Diego").locator("button").tap()
    expect(page.locator(".on-duty b")).to_have_text("diego")


def test_the_tablet_of_whom_a_jefe_relieves_waits_for_the_next_one(visit: Visit, house: House) -> None:
    console, page = visit(CONSOLE, "carla"), visit("/tables/mesa-2/", "julio")
    begin = page.locator("#begin-pagador")
    begin.locator("select").select_option("carla")
    begin.locator("button").tap()
    page.locator(".on-duty form", has_text="Diego").locator("button").tap()
    console.wait_for_url("**/locked/?next=*")
    console.locator("#to-relief").tap()
    expect(console.locator(".comer input:checked")).to_have_count(1)
    for digit in PIN:
        console.locator(f'[data-digit="{digit}"]').tap()
    console.locator(".keys .primary").tap()
    console.wait_for_url(f"{house.url}{CONSOLE}")
    expect(console.locator("#to-relief")).to_contain_text("diego")
    expect(page.locator(".on-duty b")).to_have_text("diego")
