"""Two tablets at one table: what one of them shows may be older than what the other has just sent."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, Hand, bet, give, in_phase, to_betting

TOUCH_ON_OLD = """(place) => {
  document.body.dataset.version = 1;
  document.body.dataset.reached = 0;
  document.querySelector(place).click();
}"""


@pytest.fixture
def pair(visit: Visit) -> tuple[Hand, Hand]:
    """The croupier's tablet and the jefe's, at the same table in its first bets."""
    croupier, other = Hand(visit(CONSOLE, "carla")), Hand(visit(CONSOLE, "julio"))
    to_betting(croupier)
    in_phase(other.page, "betting")
    return croupier, other


def touch_as_of_before(page: Page, place: str) -> None:
    """Touch what stands there while the page shows the table as it was before the other tablet's last act."""
    page.wait_for_function("() => !document.querySelector('.deaf')")
    page.evaluate(TOUCH_ON_OLD, place)


def test_bets_names_and_seats_are_taken_whatever_the_other_tablet_did(pair: tuple[Hand, Hand]) -> None:
    croupier, other = pair
    bet(croupier, "bea", "punto")
    touch_as_of_before(other.page, "#spot-emilio-punto")
    for page in (croupier.page, other.page):
        expect(page.locator("#spot-emilio-punto .lying")).to_have_text("100")
        expect(page.locator("#spot-bea-punto .lying")).to_have_text("100")
    expect(other.page.locator("#refusal")).to_be_hidden()


def test_what_depends_on_what_was_seen_is_refused_as_a_person_would_say_it(pair: tuple[Hand, Hand]) -> None:
    croupier, other = pair
    bet(croupier, "bea", "punto")
    expect(other.page.locator("#act-primary")).to_be_visible()
    touch_as_of_before(other.page, "#act-primary")
    expect(other.page.locator("#refusal [data-message]")).to_have_text(
        "Otra persona tocó antes. Toque de nuevo."
    )
    in_phase(other.page, "betting")
    give(other.page, "join", player="yul")  # the newest is shown again
    other.shown()
    other.tap("#act-primary")
    in_phase(croupier.page, "dealing")
