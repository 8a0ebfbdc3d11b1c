"""A console changes hands in two touches and a PIN, and a jefe relieves in one touch."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE
from tests.browser.houses import House, environment
from tests.support.embedded_houses import MANAGE

PIN = "2580"
DIEGO = f"""
from casino.people.login import pins
from casino.people.models import User
pins.choose(User.objects.create_user("diego", password="a long evening", role="croupier", first_name="Diego"), "{PIN}")
"""


@pytest.fixture(autouse=True)
def diego(house: House) -> None:
    """Another croupier, who has chosen his PIN."""
    shell = [sys.executable, MANAGE, "shell", "--no-imports", "-c", DIEGO]
    subprocess.run(shell, env=environment(house.folder), check=True, capture_output=True)


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
    expect(console.locator("#to-relief")).to_contain_text("Diego")
    expect(page.locator(".on-duty b")).to_have_text("Diego")
