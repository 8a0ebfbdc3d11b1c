"""The ten questions of a director, and the way to the answer of each."""

from collections.abc import Callable
from urllib.parse import urljoin

from playwright.sync_api import Page, expect

START = "/dashboard/"
MOST = 3  # acts


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
        """The section with that title is shown, and has these words."""
        title = self.page.get_by_role("heading", name=heading, exact=True)
        section = self.page.locator("section", has=title).first
        section.scroll_into_view_if_needed()
        for word in words:
            expect(section).to_contain_text(word)


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
    walk.reads("Banqueros", "Pozo por banca")


def occupancy_by_hour(walk: Walk) -> None:
    walk.reads("Ocupación por hora")
    walk.go(".kpis a[href*='/reports/hours/']", "/reports/hours/")
    walk.reads("Por hora", "Ocupación")


def tips(walk: Walk) -> None:
    walk.go(".kpis a[href*='/reports/tips/']", "/reports/tips/")
    expect(walk.page.locator("h1")).to_have_text("Propinas")
    expect(walk.page.locator("main :is(table, .empty)").first).to_be_visible()  # or that there was none


def each_croupier(walk: Walk) -> None:
    walk.go("nav a[href='/reports/']", "/reports/")
    walk.go("main a[href*='/reports/croupiers/']", "/reports/croupiers/")
    walk.reads("Teoría y práctica", "Distancia en σ")


def thursday(walk: Walk) -> None:
    walk.go("a[href*='weekday=3'] text", "/reports/hours/")
    expect(walk.page.locator("h1")).to_have_text("Jueves")
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
