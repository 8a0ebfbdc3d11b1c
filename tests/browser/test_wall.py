"""The players before the glass: readable from ten metres, of any shape, and the result as long as it matters."""

import re
from collections.abc import Iterable, Iterator

from django.conf import settings
from playwright.sync_api import Page, expect

from tables.screens.wall import ACROSS, UPRIGHT
from tests.browser.conftest import GLASS, Visit
from tests.browser.hand import a_first_pass, give, played, to_first_bets, to_no_more_bets, to_result
from tests.browser.houses import House

SMALL_GLASS = {"width": 1280, "height": 720}
GLASSES = ((1920, 1080), (1280, 720), (3840, 2160), (1080, 1920), (768, 1024), (1280, 1024))
LETTER = 39  # px of a letter in a cell at 1080p: on a 55-inch glass 18 mm high, which is 6′ of arc at 10 m
COUNT = 27  # px of a number of ties
MARK = 21  # px of a mark on a derived road

# Every text that is shown on the sheet and is no letter in a road: its size, whether it is one of those that decide,
# and whether it keeps within the margins.
TEXTS = """() => {
  const [x, y] = [innerWidth * 0.033 - 1, innerHeight * 0.033 - 1];
  const deciding = ".wall-head > p:not(.wall-brand), h1, .wall-phase, .wall-bank, .wall-counts p, h2, .wall-total";
  const walker = document.createTreeWalker(document.querySelector(".wall-sheet"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const holder = node.parentElement;
    if (!node.data.trim() || holder.closest("svg, .unseen")) continue;
    if (!holder.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const line = holder.closest(".wall-facts, .wall-page")?.getBoundingClientRect();
    if (line && box.top >= line.bottom) continue; // it has no room in its line
    const outside = box.left < x || box.right > innerWidth - x || box.top < y - 12 || box.bottom > innerHeight - y + 12;
    const decides = Boolean(holder.closest(deciding)) && !holder.closest(".wall-tag");
    found.push({ text: node.data.trim(), size: parseFloat(getComputedStyle(holder).fontSize), decides, outside });
  }
  return found;
}"""
DECIDING, SECOND, OUTCOME = 56, 34, 500  # px of letters at 1080p

# One scene fades in while another fades out.
ONE_SCENE = """() => [...document.querySelectorAll(".wall-board, .wall-scene")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true })).length === 1"""

# Every letter in a cell and every mark without one: what it is, and its height in pixels of the glass.
MARKS = """() => {
  const scale = (one) => one.ownerSVGElement.getScreenCTM().a;
  const texts = [...document.querySelectorAll(".wall-sheet svg.road text")].map((one) => ({
    kind: one.classList.contains("tie-count") ? "count" : "letter",
    size: parseFloat(getComputedStyle(one).fontSize) * scale(one),
  }));
  const drawn = document.querySelectorAll(".wall-one svg.road :is(circle, .slash)");
  const stroke = (one) => (one.matches(".full") ? 0 : parseFloat(getComputedStyle(one).strokeWidth) * scale(one));
  const height = (one) => one.getBoundingClientRect().height + stroke(one);
  return [...texts, ...[...drawn].map((one) => ({ kind: "mark", size: height(one) }))];
}"""

# Between each count and its share, and each letter and its count: the room in heights of the share's letters.
GAPS = """() => [...document.querySelectorAll(".wall-counts p")].flatMap((line) => {
  const boxes = [...line.querySelectorAll("b, span")].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  const size = parseFloat(getComputedStyle(line.querySelector("span")).fontSize);
  const beside = boxes.slice(1).map((box, index) => [boxes[index], box]).filter(([one, box]) => box.left > one.left);
  return beside.map(([one, box]) => (box.left - one.right) / size);
})"""


def wall_of(visit: Visit, house: House, query: str = "", size: dict[str, int] = GLASS) -> Page:
    return visit(f"/wall/{house.secrets['walls']['mesa-3']}/{query}", size=size)


APART = """() => {
  const [plate, counts] = [".wall-plate svg", ".wall-counts"].map((one) => document.querySelector(one));
  const [one, other] = [plate.getBoundingClientRect(), counts.getBoundingClientRect()];
  return one.height > 0 && (one.right <= other.left || one.top >= other.bottom || one.bottom <= other.top);
}"""


def test_no_grid_goes_through_the_counts(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    played(jefe, "PBT" * 5)
    glass = wall_of(visit, house)
    for width, height in GLASSES:
        glass.set_viewport_size({"width": width, "height": height})
        assert glass.evaluate(APART), (width, height)


def test_the_wall_is_read_from_ten_metres_in_every_language(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    a_first_pass(jefe, "9 2 K 5")
    give(jefe, "set_limits", minimum=5_000, maximum=1_000_000)
    glasses = [wall_of(visit, house, f"?language={code}") for code, _ in settings.LANGUAGES]
    for glass in glasses:
        readable(glass, 1)
    to_second_bets(jefe)
    give(jefe, "set_limits", minimum=10_000, maximum=2_000_000)
    for glass in glasses:
        expect(glass.locator("#wall-state .abnormal")).to_be_visible()
        readable(glass, 1)
        glass.set_viewport_size(SMALL_GLASS)
        readable(glass, 2 / 3)


CUT = """() => [...document.querySelectorAll(".wall-phase, .wall-head h1, .wall-bank")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent.trim())"""


def test_no_phase_is_cut_in_any_language(visit: Visit, house: House) -> None:
    """On a glass that lies and on one that stands: place your bets, no more bets, the offer."""
    jefe = visit("/tables/mesa-3/", "julio")
    glasses = [
        wall_of(visit, house, f"?language={code}", size)
        for code, _ in settings.LANGUAGES
        for size in (GLASS, {"width": 1080, "height": 1920})
    ]

    def whole(version: int) -> None:
        for glass in glasses:
            glass.wait_for_function(f"() => document.body.dataset.version >= {version}")
            assert glass.evaluate(CUT) == [], (glass.url, glass.viewport_size)

    to_first_bets(jefe)
    whole(give(jefe, "place_bet", player="ana", chance="punto", amount=5_000)["version"])
    whole(give(jefe, "close_betting")["version"])
    to_result(jefe, "9 2 K 5")
    whole(give(jefe, "settle")["version"])


# The edges of the roads' windows, and of the last column that each shows, in pixels.
ENDS = """() => [...document.querySelectorAll(".wall-window")].map((one) => {
  const [window, road] = [one, one.querySelector("svg")].map((box) => box.getBoundingClientRect());
  const cell = road.width / (Number(one.querySelector("svg").viewBox.baseVal.width));
  return ((window.width - 0.1 * cell) / cell) % 1;
})"""


def test_no_grid_ends_within_a_cell(visit: Visit, house: House) -> None:
    played(visit("/tables/mesa-3/", "julio"), "PBT")
    glass = wall_of(visit, house)
    for width, height in GLASSES:
        glass.set_viewport_size({"width": width, "height": height})
        for part in glass.evaluate(ENDS):
            assert min(part, 1 - part) < 0.1, (width, height, part)


# How many whole columns each window has room for, and whether they have room below one another.
ROOM = """() => Object.fromEntries([...document.querySelectorAll(".wall-window")].map((one) => {
  const [box, road] = [one, one.querySelector("svg")].map((each) => each.getBoundingClientRect());
  const cell = road.width / one.querySelector("svg").viewBox.baseVal.width;
  const columns = road.bottom > box.bottom + 1 ? 0 : Math.floor((box.width + 1) / cell);
  return [one.parentElement.id.replace("wall-", ""), columns];
}))"""
SHAPES = (*GLASSES, (1920, 1200), (1280, 800), (1024, 768), (640, 400), (540, 960))


def test_the_newest_column_is_whole_on_glasses_of_any_shape(visit: Visit, house: House) -> None:
    """A road of more columns than these shows the newest of them."""
    played(visit("/tables/mesa-3/", "julio"), "PBT")
    glass = wall_of(visit, house)
    for width, height in SHAPES:
        glass.set_viewport_size({"width": width, "height": height})
        assert glass.evaluate(ROOM) == (ACROSS if width >= height else UPRIGHT), (width, height)


def readable(glass: Page, scale: float) -> None:
    glass.wait_for_function(ONE_SCENE)
    texts = glass.evaluate(TEXTS)
    least = {True: DECIDING, False: SECOND}
    assert [text for text in texts if text["size"] < least[text["decides"]] * scale - 0.01] == []
    assert [text for text in texts if text["outside"]] == []
    assert {"P 9", "B 7"} <= {" ".join(text["text"].split()) for text in texts}


def to_second_bets(jefe: Page) -> None:
    """The shoe is offered on after punto's win; bets lie, so that new limits wait."""
    give(jefe, "accept_bank", player="bea")
    give(jefe, "place_bet", player="ana", chance="punto", amount=5_000)


FITS = "(sheet) => sheet.scrollHeight <= sheet.clientHeight && sheet.scrollWidth <= sheet.clientWidth"


def test_the_wall_fits_glasses_of_any_shape(visit: Visit) -> None:
    page = visit("/tables/mesa-1/wall/", "julio")
    for width, height in on_glasses(page, GLASSES):
        assert page.locator(".wall-sheet").evaluate(FITS), (width, height)
        for part in ("counts", "big", "plate", "derived"):
            box = page.locator(f".wall-{part}").bounding_box()
            assert box and box["y"] + box["height"] <= height and box["x"] + box["width"] <= width, part
            assert box["height"] > 0.1 * min(width, height), part


def test_every_letter_and_mark_in_a_cell_is_read_from_ten_metres(visit: Visit, house: House) -> None:
    """A 4K glass has twice the pixels for the same size."""
    played(visit("/tables/mesa-3/", "julio"), "PTTBPPBBPBPPBBPB")
    page = wall_of(visit, house)
    least = {"letter": LETTER, "count": COUNT, "mark": MARK}
    for width, height in on_glasses(page, GLASSES[:4]):
        scale = min(width, height) / 1080
        found = page.evaluate(MARKS)
        assert {one["kind"] for one in found} == {"letter", "count", "mark"}
        assert [one for one in found if one["size"] < least[one["kind"]] * scale] == [], (width, height)


def on_glasses(page: Page, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The page on a glass of each of these sizes in turn, loaded anew."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(page.url)
        page.wait_for_selector('html[data-line="up"]')
        yield width, height


def test_a_long_name_gives_way_to_limits_and_shoe(visit: Visit, house: House) -> None:
    glass = wall_of(visit, house)
    glass.locator("#wall-head h1").evaluate(
        "(name) => { name.textContent = 'Salón privado de la planta alta'; }"
    )
    last = glass.locator("#wall-head p").last.bounding_box()
    assert last and last["x"] + last["width"] <= 0.95 * GLASS["width"] + 1


def test_upright_a_house_of_some_words_is_named_whole(visit: Visit, house: House) -> None:
    glass = wall_of(visit, house)
    glass.set_viewport_size({"width": 1080, "height": 1920})
    name = glass.locator(".wall-brand b")
    limits = glass.locator("#wall-head p").last
    before = limits.bounding_box()
    name.evaluate("(name) => { name.textContent = 'Casino de Monte-Carlo'; }")
    assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")
    assert name.evaluate(
        "(name) => name.getBoundingClientRect().height < 2.5 * parseFloat(getComputedStyle(name).fontSize)"
    )
    assert limits.bounding_box() == before


def test_the_result_stands_until_the_payment(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    to_first_bets(jefe)
    glass = wall_of(visit, house)
    to_no_more_bets(jefe)
    expect(glass.locator("#wall-state")).to_contain_text("No va más")
    to_result(jefe, "K 4 2 5")
    outcome = glass.locator("#wall-outcome")
    expect(outcome).to_be_visible()
    expect(outcome).to_have_text(re.compile(r"Gana Banco\s+natural"))
    expect(glass.locator(".wall-side.winner .wall-total")).to_have_text("9")
    expect(glass.locator(".wall-board")).to_be_hidden()
    assert max(text["size"] for text in glass.evaluate(TEXTS)) >= OUTCOME
    give(jefe, "settle")
    expect(outcome).to_be_hidden()
    expect(glass.locator(".wall-board")).to_be_visible()
    glass.set_viewport_size({"width": 1080, "height": 1920})
    expect(glass.locator("#wall-last b")).to_have_text(["P 2", "B 9"])


def test_a_result_that_is_paid_at_once_has_its_moment(visit: Visit, house: House) -> None:
    """By the page's own clock: four seconds from when it came."""
    jefe = visit("/tables/mesa-3/", "julio")
    to_first_bets(jefe)
    glass = visit(f"/wall/{house.secrets['walls']['mesa-3']}/", size=GLASS, clock=True)
    to_no_more_bets(jefe)
    to_result(jefe, "K 4 2 5")
    outcome = glass.locator("#wall-outcome")
    expect(outcome).to_be_visible()
    version = give(jefe, "settle")["version"]
    glass.wait_for_function(f"() => document.body.dataset.version >= {version}")
    expect(outcome).to_be_visible()
    glass.clock.fast_forward(4000)
    expect(outcome).to_be_hidden()


def test_an_incident_takes_the_cards_off_the_glass(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    to_first_bets(jefe)
    glass = wall_of(visit, house)
    to_no_more_bets(jefe)
    to_result(jefe, "K 4 2 5")
    expect(glass.locator("#wall-outcome")).to_be_visible()
    give(jefe, "suspend", reason="Una discusión")
    expect(glass.locator("#wall-state")).to_contain_text("Un momento")
    expect(glass.locator(".wall-board")).to_be_visible()
    expect(glass.locator("#wall-outcome")).to_have_count(0)


def test_a_tie_says_what_stays(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    to_first_bets(jefe)
    glass = wall_of(visit, house)
    to_no_more_bets(jefe)
    to_result(jefe, "K 4 7 3")
    expect(glass.locator(".wall-moment .wall-total")).to_have_text(["7", "7"])
    expect(glass.locator("#wall-stays")).to_have_text(re.compile(r"QUEDAN\s+Punto"))


# The parts of what is shown that lie over one another, as pairs of their names.
OVERLAPS = """() => {
  const parts = `.wall-head > *, .wall-board > *, .wall-side, .wall-moment > h2, .wall-foot > *, .wall-idle > *,
    .wall-limits > *`;
  const boxes = [...document.querySelectorAll(parts)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one.id || one.className, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height);
  return boxes.flatMap(([name, one], index) => boxes.slice(index + 1)
    .filter(([, other]) => one.left < other.right - 1 && other.left < one.right - 1
      && one.top < other.bottom - 1 && other.top < one.bottom - 1)
    .map(([other]) => [name, other]));
}"""


# Whether a text that takes two lines has room between them.
LINES = """() => [...document.querySelectorAll(".wall-house, .wall-next-game, .wall-limits > p")]
  .map((one) => getComputedStyle(one)).every((one) => parseFloat(one.lineHeight) >= parseFloat(one.fontSize))"""


def test_nothing_lies_over_anything_in_any_scene(visit: Visit, house: House) -> None:
    """On a glass that lies and on one that stands: idle, board, hands, a third card, the moment."""
    jefe = visit("/tables/mesa-3/", "julio")
    glasses = [
        wall_of(visit, house, size=size) for size in (GLASS, {"width": 1080, "height": 1920}, SMALL_GLASS)
    ]

    def apart(scene: str) -> None:
        for glass in glasses:
            expect(glass.locator(scene)).to_be_visible()
            glass.wait_for_function(ONE_SCENE)
            assert glass.evaluate(OVERLAPS) == [], (scene, glass.viewport_size)
            assert glass.locator(".wall-sheet").evaluate(FITS), (scene, glass.viewport_size)

    apart("#wall-idle .wall-house")
    assert glasses[1].evaluate(LINES)
    played(jefe, "PBTPPBBB")
    apart("#wall-plate")
    give(jefe, "close_betting")
    for hand, card in (("punto", "2"), ("banca", "4"), ("punto", "3"), ("banca", "A")):
        give(jefe, "card", hand=hand, card=card)
    apart("#wall-hands .wall-run")
    give(jefe, "card", hand="punto", card="4")
    apart("#wall-hands .third")
    give(jefe, "card", hand="banca", card="10")
    apart("#wall-outcome")
    give(jefe, "settle")


def test_a_count_and_its_share_never_run_together(visit: Visit, house: House) -> None:
    """Also where a share has three digits, or a count two: a third of the share's letters lies between them."""
    played(visit("/tables/mesa-3/", "julio"), "BB")
    glass = wall_of(visit, house)
    for results in ("2", "48"):
        glass.locator(".wall-counts .count").nth(1).evaluate(
            "(one, said) => { one.textContent = said; }", results
        )
        for width, height in GLASSES:
            glass.set_viewport_size({"width": width, "height": height})
            assert min(glass.evaluate(GAPS)) > 1 / 3, (results, width, height)
            assert [text for text in glass.evaluate(TEXTS) if text["outside"]] == []


def test_the_sound_of_the_wall_can_be_muted(visit: Visit, house: House) -> None:
    glass = wall_of(visit, house)
    button = glass.locator("#sound")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    glass.keyboard.press("m")
    expect(button).to_have_attribute("aria-pressed", "false")
