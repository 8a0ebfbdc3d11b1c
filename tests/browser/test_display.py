"""A display shows its wall with the cookie for which its link was exchanged."""

from playwright.sync_api import expect

from tests.browser.conftest import GLASS, Visit
from tests.browser.houses import House


def test_a_wall_goes_on_without_the_token_of_its_link(visit: Visit, house: House) -> None:
    """Also after the server was restarted, and after the page was loaded again; the server's log never has it."""
    secret = house.secrets["walls"]["mesa-3"]
    glass = visit(f"/wall/{secret}/?language=en", size=GLASS)
    assert glass.url == f"{house.url}/tables/mesa-3/wall/?language=en"
    house.stop()
    expect(glass.locator("#no-signal")).to_be_visible()
    house.start()
    expect(glass.locator("html")).to_have_attribute("data-line", "up")
    glass.reload()
    expect(glass.locator("html")).to_have_attribute("data-line", "up")
    assert secret not in glass.content() + house.log()
    assert glass.evaluate("document.cookie").count("wall") == 0
