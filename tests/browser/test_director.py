"""The ten questions of a director, each answered in three acts at most from the page at which he begins."""

import subprocess
import sys
from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.houses import House, environment
from tests.support.embedded_houses import MANAGE

START = "/dashboard/"
MOST = 3  # acts


@pytest.fixture
def played(house: House) -> None:
    """A few passes of the robot's at mesa-2, where players hold the bank."""
    command = [sys.executable, MANAGE, "simulate", "mesa-2", "--url", house.url]
    options = ["--passes", "4", "--pace", "0", "--seed", "3"]
    subprocess.run(
        [*command, *options], env=environment(house.folder), check=True, capture_output=True, timeout=300
    )


class Walk:
    """A way through the pages, which counts its acts."""

    def __init__(self, page: Page) -> None:
        self.page, self.acts = page, 0

    def go(self, selector: str, address: str) -> None:
        """Touch what is there and wait for the page behind it."""
        self.acts += 1
        self.page.locator(selector).first.click()
        self.page.wait_for_url(f"**{address}*")

    def back(self) -> None:
        """To where every question begins."""
        assert self.acts <= MOST
        self.acts = 0
        self.page.goto(urljoin(self.page.url, START))

    def reads(self, heading: str, *words: str) -> None:
        """The section with that title has these words."""
        section = self.page.locator("section", has=self.page.get_by_role("heading", name=heading, exact=True))
        for word in words:
            expect(section.first).to_contain_text(word)


Question = Callable[[Walk], None]


def win_per_table_hour(walk: Walk) -> None:
    walk.go(".kpis a[href*='/reports/yield/']", "/reports/yield/")
    walk.reads("Por mesa", "Ganancia por mesa-hora", "Mesa 2")


def each_reglamento(walk: Walk) -> None:
    walk.go(".kpis a[href*='/reports/yield/']", "/reports/yield/")
    walk.reads("Por reglamento", "Pases por hora", "Ganancia por mesa-hora")


def hold_with_last_year(walk: Walk) -> None:
    walk.reads("Retención por mes")


def best_players(walk: Walk) -> None:
    walk.go("nav a[href='/reports/guests/']", "/reports/guests/")
    walk.go("nav.period .segment a:has-text('Mes')", "/reports/guests/")
    walk.reads("Jugadores", "Apuesta media", "Visitas")


def cagnotte_per_bank(walk: Walk) -> None:
    walk.go("nav a[href='/reports/']", "/reports/")
    walk.go("main a[href*='/reports/banks/']", "/reports/banks/")
    walk.reads("Banqueros", "Cagnotte por banca")


def occupancy_by_hour(walk: Walk) -> None:
    walk.reads("Ocupación por hora")
    walk.go(".kpis a[href*='/reports/hours/']", "/reports/hours/")
    walk.reads("Por hora", "Ocupación")


def tips(walk: Walk) -> None:
    walk.go(".kpis a[href*='/reports/tips/']", "/reports/tips/")
    walk.reads("Por mesa", "No hubo propinas")


def each_croupier(walk: Walk) -> None:
    walk.go("nav a[href='/reports/']", "/reports/")
    walk.go("main a[href*='/reports/croupiers/']", "/reports/croupiers/")
    walk.reads("Teoría y práctica", "Distancia en σ")


def thursday(walk: Walk) -> None:
    walk.go("a[href*='weekday=3'] text", "/reports/hours/")
    expect(walk.page.locator("h1")).to_have_text("jueves")
    expect(walk.page.get_by_role("heading", name="Por mesa", exact=True)).to_be_visible()


def each_chance(walk: Walk) -> None:
    walk.go("table a[href*='/reports/floor/']", "/reports/floor/")
    walk.reads("Volumen por chance", "Punto", "Banca")


QUESTIONS: tuple[Question, ...] = (
    win_per_table_hour,
    hold_with_last_year,
    best_players,
    cagnotte_per_bank,
    occupancy_by_hour,
    tips,
    each_croupier,
    each_reglamento,
    thursday,
    each_chance,
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
