"""The ten questions of a director, each answered in three acts at most from the page at which he begins."""

import sqlite3
import subprocess
import sys

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.houses import House, environment
from tests.browser.questions import QUESTIONS, START, Walk
from tests.pages.faults import MOST, Loading
from tests.support.embedded_houses import MANAGE


@pytest.fixture
def played(house: House) -> None:
    """A few passes of the robot's at mesa-2, where players hold the bank."""
    command = [sys.executable, MANAGE, "simulate", "mesa-2", "--url", house.url]
    options = ["--passes", "4", "--pace", "0", "--seed", "3"]
    subprocess.run(
        [*command, *options], env=environment(house.folder), check=True, capture_output=True, timeout=300
    )


def begun(house: House, visit: Visit) -> Page:
    """The director at his page. It has no socket, for which a visit waits."""
    page = visit("/floor/", "elena")
    page.goto(f"{house.url}{START}")
    return page


def test_ten_questions_are_answered_in_three_acts(house: House, played: None, visit: Visit) -> None:
    walk = Walk(begun(house, visit))
    assert len(QUESTIONS) == 10
    for question in QUESTIONS:
        question(walk)
        walk.back()


@pytest.mark.parametrize("house_settings", [{"DAY_BEGINS": str((timezone.localtime().hour - 6) % 24)}])
def test_the_line_of_today_is_read_with_a_cursor(house: House, played: None, visit: Visit) -> None:
    page = begun(house, visit)
    line = page.locator(".drawing.drawn .uplot")
    expect(line).to_be_visible()
    newest = page.locator(".readout").inner_text()
    assert "Hoy" in newest
    before = page.locator("[data-course]").bounding_box()
    place = line.bounding_box()
    assert place and before
    page.mouse.move(place["x"] + 80, place["y"] + place["height"] / 2)
    expect(page.locator(".readout")).not_to_have_text(newest)
    assert page.locator("[data-course]").bounding_box() == before  # nothing moves
    page.emulate_media(media="print")
    expect(line).to_be_hidden()
    expect(page.locator("[data-course] > svg")).to_be_visible()


ROOM = 2048  # bytes that a night of more figures may add


def test_the_heaviest_page_is_light_where_a_language_has_letters_of_its_own(
    house: House, played: None, visit: Visit
) -> None:
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute("UPDATE accounts_user SET language = 'sl' WHERE username = 'elena'")
    page = begun(house, visit)
    loading = Loading(page)
    page.reload()
    expect(page.locator(".drawing.drawn .uplot")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "sl"
    assert loading.weight < MOST - ROOM
