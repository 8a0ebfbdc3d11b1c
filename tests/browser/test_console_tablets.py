"""What the croupier needs is in sight on each tablet, without a scroll: names, who is asked next, what is awaited."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, GIVE_ONE, Hand, bet, in_phase, opened, to_betting

TABLETS = [(1280, 800), (1180, 820), (1024, 768), (820, 1180)]
# Whether an element is seen whole where it lies: at the middle of each of its four edges.
WHOLE = """(element) => {
  const box = element.getBoundingClientRect();
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const edges = [[x, box.top + 3], [x, box.bottom - 3], [box.left + 3, y], [box.right - 3, y]];
  return edges.every((point) => element.contains(document.elementFromPoint(...point)));
}"""
NAMES = """() => [...document.querySelectorAll(".oval .person:not(.empty) .name")].map((name) => {
  const [key, words] = [name.closest(".person"), name].map((one) => one.getBoundingClientRect());
  return key.height >= 40 && words.top >= key.top && words.bottom <= key.bottom;
})"""


@pytest.fixture(params=TABLETS, ids=lambda size: "x".join(map(str, size)))
def tablet(request: pytest.FixtureRequest, visit: Visit) -> Hand:
    width, height = request.param
    return Hand(visit(CONSOLE, "carla", size={"width": width, "height": height}))


def test_every_name_is_read_and_the_next_who_is_asked_can_be_touched(tablet: Hand) -> None:
    to_betting(tablet)
    assert all(tablet.page.evaluate(NAMES))
    tablet.page.evaluate(GIVE_ONE, {"command": "leave", "player": "ana"})
    in_phase(tablet.page, "offer")
    for key in ("#away-bea", "#later-carlos"):
        expect(tablet.page.locator(key)).to_be_visible()
        assert tablet.page.locator(key).evaluate(WHOLE), key


def test_every_rank_can_be_touched_whole(tablet: Hand) -> None:
    to_betting(tablet)
    bet(tablet, "bea", "punto")
    tablet.corner()
    in_phase(tablet.page, "dealing")
    ranks = tablet.page.locator("#console-pad .rank")
    expect(ranks).to_have_count(13)
    assert [key.inner_text() for key in ranks.all() if not key.evaluate(WHOLE)] == []


def test_a_bid_moves_no_key(tablet: Hand) -> None:
    tablet.corner()
    in_phase(tablet.page, "auction")
    long = {"command": "join", "player": "long", "name": "Giuseppe Bartolomeo di Monteverde"}
    for command in (long, {"command": "sit", "player": "long", "seat": 14}):
        assert tablet.page.evaluate(GIVE_ONE, command)["ok"]
    tablet.page.locator("#bid-long").wait_for()
    place = tablet.page.locator("#bid-bea").bounding_box()
    tablet.tap("#bid-long")
    expect(tablet.page.locator(".bids")).to_contain_text("Giuseppe")
    assert tablet.page.locator("#bid-bea").bounding_box() == place


def test_what_is_awaited_stands_in_the_corner(visit: Visit) -> None:
    jefe = Hand(visit(CONSOLE, "julio", size={"width": 1180, "height": 820}))
    opened(jefe, "chemin-de-fer")
    jefe.corner()
    in_phase(jefe.page, "cutting")
    jefe.tap(".act-primary")
    in_phase(jefe.page, "offer")
    jefe.tap(".act-primary")
    in_phase(jefe.page, "betting")
    assert jefe.page.locator(".act-note").evaluate(WHOLE)
