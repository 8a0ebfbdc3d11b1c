"""A choice among many: a list that is searched by typing, and by finger; the system's own on a phone."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit

SHIFT = '[name="command"]'


def chosen(page: Page) -> str:
    return page.locator("[role=search]").locator(SHIFT).input_value()


def in_its_chip(page: Page) -> Locator:
    """Open the chip that this choice lies in."""
    field = page.locator("[role=search]").locator(SHIFT)
    page.locator("[role=search] .chip-of", has=page.locator(SHIFT)).locator("summary").tap()
    expect(field).to_be_visible()
    return field


def test_it_is_searched_and_chosen_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/inspector/", "irene")
    field, choices = page.locator("[role=search]").locator(SHIFT), page.locator("#choices")
    page.locator("[role=search] .chip-of", has=page.locator(SHIFT)).locator("summary").focus()
    page.keyboard.press("Enter")
    field.focus()
    page.keyboard.type("mezcl")
    expect(choices.locator("[role=option]:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    assert chosen(page) == "shuffle"
    expect(field).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(choices).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("Escape")
    expect(choices).to_be_hidden()
    assert chosen(page) == "shuffle"
    expect(field).to_be_focused()


def test_a_finger_sees_the_list_before_the_keyboard(visit: Visit) -> None:
    """And what is chosen closes the list alone, not the chip that it lies in."""
    page = visit("/inspector/", "irene")
    field = in_its_chip(page)
    field.tap()
    expect(page.locator("#choices ul")).to_be_focused()
    page.locator("#choices [role=option]").nth(2).tap()
    expect(page.locator("#choices")).to_be_hidden()
    assert chosen(page)
    expect(field).to_be_focused()


def test_a_mouse_chooses_and_the_chip_stays_open(visit: Visit) -> None:
    page = visit("/inspector/", "irene", touch=False)
    field = page.locator("[role=search]").locator(SHIFT)
    page.locator("[role=search] .chip-of", has=page.locator(SHIFT)).locator("summary").click()
    field.click()
    page.locator("#choices [role=option]").nth(2).click()
    expect(page.locator("#choices")).to_be_hidden()
    assert chosen(page)
    expect(field).to_be_focused()
    page.locator("header h1").click()
    expect(field).to_be_hidden()


def test_a_phone_opens_its_own_list(visit: Visit) -> None:
    page = visit("/inspector/", "irene")
    page.set_viewport_size({"width": 390, "height": 844})
    in_its_chip(page).tap()
    expect(page.locator("#choices")).to_be_hidden()


def test_the_counter_opens_no_list_over_the_chips_by_itself(visit: Visit) -> None:
    page = visit("/counter/", "camila")
    expect(page.locator("#slip-form")).to_be_visible()
    expect(page.locator("#money-people")).to_be_hidden()
