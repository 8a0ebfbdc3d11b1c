"""The players before the glass: readable from ten metres, of any shape, and the result as long as it matters."""

import re
from collections.abc import Iterable, Iterator

from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.conftest import GLASS, Visit
from tests.browser.hand import a_first_pass, give, played, to_first_bets, to_no_more_bets, to_result
from tests.browser.houses import House

SMALL_GLASS = {"width": 1280, "height": 720}
GLASSES = ((1920, 1080), (1280, 720), (3840, 2160), (1080, 1920), (768, 1024), (1280, 1024))
LETTER = 39  # px of a letter in a cell at 1080p: on a 55-inch glass 18 mm high, which is 6′ of arc at 10 m
COUNT = 27  # px of a number of ties
MARK = 21  # px of a mark on a derived road

# Every text on the sheet that is not a letter in a road: its size, and whether it keeps within the 5 % margins.
TEXTS = """() => {
  const [x, y] = [innerWidth * 0.05 - 1, innerHeight * 0.05 - 1];
  const walker = document.createTreeWalker(document.querySelector(".wall-sheet"), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || node.parentElement.closest("svg, .hidden-text")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const outside = box.left < x || box.right > innerWidth - x || box.top < y - 12 || box.bottom > innerHeight - y + 12;
    found.push({ text: node.data.trim(), size: parseFloat(getComputedStyle(node.parentElement).fontSize), outside });
  }
  return found;
}"""

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
  const boxes = [...line.children].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  const size = parseFloat(getComputedStyle(line.lastElementChild).fontSize);
  return boxes.slice(1).map((box, index) => (box.left - boxes[index].right) / size);
})"""


def wall_of(visit: Visit, house: House, query: str = "", size: dict[str, int] = GLASS) -> Page:
    return visit(f"/wall/{house.secrets['walls']['mesa-3']}/{query}", size=size)


APART = """() => {
  const [plate, counts] = [".wall-plate svg", ".wall-counts"].map((one) => document.querySelector(one));
  const [{ right, height }, { left }] = [plate.getBoundingClientRect(), counts.getBoundingClientRect()];
  return height > 0 && right <= left;
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


def readable(glass: Page, scale: float) -> None:
    texts = glass.evaluate(TEXTS)
    assert [text for text in texts if text["size"] < 64 * scale] == []
    assert [text for text in texts if text["outside"]] == []
    assert max(text["size"] for text in texts) >= 127 * scale
    assert {"P 9", "7 B"} <= {" ".join(text["text"].split()) for text in texts}


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


def test_the_result_stands_until_the_payment(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    to_first_bets(jefe)
    glass = wall_of(visit, house)
    state = glass.locator("#wall-state")
    to_no_more_bets(jefe)
    expect(state).to_contain_text("No va más")
    to_result(jefe, "K 4 2 5")
    expect(glass.locator("#wall-outcome")).to_have_text(re.compile(r"Gana Banco\s+9\s+· natural"))
    expect(state).not_to_contain_text("No va más")
    give(jefe, "settle")
    expect(glass.locator("#wall-outcome")).to_have_count(0)


def test_a_tie_says_what_stays(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    to_first_bets(jefe)
    glass = wall_of(visit, house)
    to_no_more_bets(jefe)
    to_result(jefe, "K 4 7 3")
    expect(glass.locator("#wall-outcome")).to_contain_text("7")
    expect(glass.locator("#wall-stays")).to_have_text(re.compile(r"QUEDAN\s+Punto"))


def test_the_last_pass_is_said_only_while_it_is_played(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    to_first_bets(jefe)
    pages = (
        wall_of(visit, house),
        visit("/tables/mesa-3/console/", "julio"),
        visit("/floor/", "julio"),
        jefe,
    )
    give(jefe, "stop_card")
    for page in pages:
        expect(page.locator("body")).to_contain_text("Último pase del mazo")
    to_no_more_bets(jefe)
    to_result(jefe, "9 2 K 5")
    give(jefe, "settle")
    for page in pages:
        expect(page.locator("body")).not_to_contain_text("Último pase del mazo")


def test_the_wall_counts_the_passes_of_the_shoe(visit: Visit, house: House) -> None:
    jefe = visit("/tables/mesa-3/", "julio")
    glass = wall_of(visit, house)
    a_first_pass(jefe, "9 2 K 5")
    give(jefe, "accept_bank", player="bea")
    expect(glass.locator("#wall-head")).to_have_text(re.compile(r"SABOT\s+1\s+PASE\s+2"))
    give(jefe, "burn_shoe", reason="Un naipe marcado", consent="jefe")
    expect(glass.locator("#wall-head")).not_to_contain_text("PASE")


def test_the_wall_says_what_each_result_would_bring_to_the_roads_and_the_shares(
    visit: Visit, house: House
) -> None:
    """The vector BPBPBP of `tests/data/roads.json`: another B repeats what was, another P does not."""
    played(visit("/tables/mesa-3/", "julio"), "BPBPBP")
    glass = wall_of(visit, house)
    foreseen = glass.locator(".wall-next")
    expect(foreseen).to_have_count(3)
    for one in foreseen.all():
        marks = [mark.get_attribute("aria-label") for mark in one.get_by_role("img").all()]
        assert marks == ["azul", "rojo"]
    expect(glass.locator(".wall-counts span")).to_have_text(["50\u00a0%", "50\u00a0%", "0\u00a0%"])


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
