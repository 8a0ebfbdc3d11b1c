"""A tablet that nobody touches locks itself, and a dealing croupier never meets the lock."""

import sqlite3

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, Hand, in_phase
from tests.browser.houses import House

PIN = "2580"


@pytest.fixture
def house_settings() -> dict[str, str]:
    return {"IDLE_MINUTES": "1"}


def choose_pin(page: Page, house: House) -> None:
    page.goto(f"{house.url}/account/")
    page.fill("[name=passphrase]", house.secrets["passphrase"])
    page.fill("[name=pin]", PIN)
    page.fill("[name=again]", PIN)
    page.click("form.pin button")
    expect(page.locator(".done")).to_contain_text("PIN")
    expect(page.locator("h2", has_text="Otro PIN")).to_be_visible()


def let_pass(house: House, seconds: int) -> None:
    """For the server nobody has touched any tablet for so long."""
    with sqlite3.connect(house.folder / "casino.sqlite3", timeout=20) as database:
        database.execute(
            "UPDATE accounts_staffsession SET active = datetime(active, ?)", [f"-{seconds} seconds"]
        )


def unlock(page: Page) -> None:
    for digit in PIN:
        page.locator(f'[data-digit="{digit}"]').tap()
    page.locator(".keys .primary").tap()


def test_an_idle_console_locks_by_itself_and_the_pin_leads_back_to_it(visit: Visit, house: House) -> None:
    page = visit(CONSOLE, "carla")
    choose_pin(page, house)
    page.goto(f"{house.url}{CONSOLE}")
    page.wait_for_selector('html[data-line="up"]')
    let_pass(house, 120)
    expect(page.locator("#pin")).to_be_visible()
    unlock(page)
    page.wait_for_url(f"{house.url}{CONSOLE}")
    expect(page.locator("html")).to_have_attribute("data-line", "up")


def test_a_digit_cannot_be_touched_before_it_counts(visit: Visit, house: House) -> None:
    page = visit(CONSOLE, "carla")
    choose_pin(page, house)
    held: list[Route] = []
    page.route("**/js/pin*.js", lambda route: held.append(route))
    page.goto(f"{house.url}/account/")
    page.click('form[action="/lock/"] button')
    expect(page.locator('[data-digit="2"]')).to_be_disabled()
    for route in held:
        route.continue_()
    unlock(page)
    expect(page.locator("#pin")).to_have_count(0)


def test_the_pin_is_typed_on_a_keyboard_wherever_the_focus_is(visit: Visit, house: House) -> None:
    page = visit(CONSOLE, "carla")
    choose_pin(page, house)
    page.goto(f"{house.url}/account/")
    page.click('form[action="/lock/"] button')
    field = page.locator("#pin")
    expect(page.locator('[data-digit="2"]')).to_be_enabled()
    field.blur()
    for key in ("9", "9", "Escape", *PIN, "0", "Backspace"):
        page.keyboard.press(key)
    expect(field).to_have_value(PIN)
    page.locator('[data-digit="cancel"]').tap()
    expect(field).to_have_value("")
    field.focus()
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(field).to_have_count(0)


def test_the_pad_of_the_pin_is_the_pad_of_the_amounts(visit: Visit, house: House) -> None:
    arrangement = (
        "() => [...document.querySelectorAll('.number-pad [data-digit]')].map((key) => key.dataset.digit)"
    )
    page = visit(CONSOLE, "carla")
    amounts = page.evaluate(arrangement)
    assert amounts == [*"789456123", "00", "0", "back", "cancel", "done"]
    choose_pin(page, house)
    page.goto(f"{house.url}/account/")
    page.click('form[action="/lock/"] button')
    expect(page.locator("#pin")).to_be_visible()
    assert page.evaluate(arrangement) == amounts[:-1]  # its OK sends the form


def test_a_page_without_a_socket_locks_too(visit: Visit, house: House) -> None:
    page = visit(CONSOLE, "julio", clock=True)
    page.goto(f"{house.url}/inspector/sign-ins/")
    page.clock.fast_forward(50_000)
    expect(page.locator("#locks-soon")).to_be_visible()
    let_pass(house, 120)
    page.clock.fast_forward(30_000)
    page.wait_for_url("**/locked/?next=*")


def test_touches_keep_the_console_open(visit: Visit, house: House) -> None:
    page = visit(CONSOLE, "carla")
    for _ in range(3):
        let_pass(house, 40)
        with page.expect_response("**/still-here/") as told:
            page.locator("#console-head").tap()
        assert told.value.status == 204
        page.reload()  # which forgets that the touch has been told
        page.wait_for_selector('html[data-line="up"]')


def test_a_floor_that_nobody_touches_goes_on_and_an_act_asks_for_the_pin(visit: Visit, house: House) -> None:
    page = visit("/floor/", "julio", clock=True)
    choose_pin(page, house)
    page.goto(f"{house.url}/floor/")
    page.wait_for_selector('html[data-line="up"]')
    let_pass(house, 120)
    page.clock.fast_forward(70_000)
    expect(page.locator("#only-shown")).to_be_visible()
    expect(page.locator("#locks-soon")).to_be_hidden()
    assert page.url == f"{house.url}/floor/"
    hand = Hand(visit(CONSOLE, "carla"))
    hand.corner()
    in_phase(hand.page, "auction")
    expect(page.locator("#tile-mesa-2")).to_contain_text("Remate")
    page.goto(f"{house.url}/tables/mesa-2/")
    page.wait_for_selector('html[data-line="up"]')
    expect(page.locator("#only-shown")).to_be_visible()
    page.locator("#begin-pagador button").tap()
    page.wait_for_url("**/locked/?next=*")
    unlock(page)
    page.wait_for_url(f"{house.url}/tables/mesa-2/")
    expect(page.locator("#only-shown")).to_be_hidden()


def test_what_was_typed_is_there_after_the_lock_for_the_same_person_alone(visit: Visit, house: House) -> None:
    page = visit("/floor/", "julio")
    page.goto(f"{house.url}/handover/")
    notes = page.locator("#handover-notes")
    notes.fill("la caja de mesa-2 espera")
    page.click('form[action="/lock/"] button')
    page.fill("[name=passphrase]", house.secrets["passphrase"])
    page.click("form.panel button.primary")
    expect(notes).to_have_value("la caja de mesa-2 espera")
    expect(page.locator("#restored")).to_be_visible()
    page.click('form[action="/lock/"] button')
    page.click('form[action="/logout/"] button')
    page.goto(f"{house.url}/login/?next=/handover/")
    page.fill("[name=username]", "julio")
    page.fill("[name=password]", house.secrets["passphrase"])
    page.click("form button.primary")
    expect(notes).to_have_value("")
