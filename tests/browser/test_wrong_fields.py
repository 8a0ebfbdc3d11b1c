"""What is wrong with a field is said beside it in the reader's language; the browser's own bubble never shows."""

import sqlite3

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import GIVE, Hand, to_betting
from tests.browser.houses import House
from tests.browser.test_counter import choose

# After the product's own listeners: whether the browser may still show its bubble.
BUBBLES = """() => {
    window.bubbles = [];
    for (const field of document.querySelectorAll("input, select, textarea"))
        field.addEventListener("invalid", (event) => event.defaultPrevented || bubbles.push(field.name));
}"""


def bubbles(page: Page) -> list[str]:
    found: list[str] = page.evaluate("() => window.bubbles")
    return found


def test_a_choice_that_is_missing_is_asked_for_below_its_buttons(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#act-incident")
    step = hand.page.locator("#step-exposed_card")
    step.locator("summary").tap()
    hand.page.evaluate(BUBBLES)
    step.locator("button.primary").tap()
    wrong = step.locator("fieldset .wrong")
    expect(wrong).to_have_text("Elija una opción.")
    assert bubbles(hand.page) == []
    version = hand.version()
    assert (
        hand.page.evaluate(
            GIVE, [{"command": "place_bet", "player": "bea", "chance": "punto", "amount": 100}]
        )
        == []
    )
    expect(hand.page.locator("body")).to_have_attribute("data-version", str(version + 1))
    expect(wrong).to_have_text("Elija una opción.")
    step.locator(".pick", has_text="7").tap()
    expect(wrong).to_have_count(0)


def test_a_field_that_is_missing_says_so_and_is_described_by_it(visit: Visit) -> None:
    page = visit("/tables/mesa-2/", "julio")
    page.locator("[data-opens=do-limits]").tap()
    page.fill("#do-limits [name=minimum]", "")
    page.fill("#do-limits [name=reason]", "Más jugadores")
    page.evaluate(BUBBLES)
    page.locator("#do-limits button.primary").tap()
    field, wrong = page.locator("#do-limits [name=minimum]"), page.locator("#do-limits .wrong")
    expect(wrong).to_have_text("Falta completar este dato.")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert field.get_attribute("aria-describedby") == wrong.get_attribute("id")
    page.fill("#do-limits [name=minimum]", "uno")
    expect(wrong).to_contain_text("no es claramente un solo importe")
    page.fill("#do-limits [name=minimum]", "100")
    expect(wrong).to_have_count(0)
    assert bubbles(page) == []


def test_what_cannot_be_answered_with_yes_has_no_yes(visit: Visit) -> None:
    page = visit("/tables/mesa-2/money/", "camila")
    choose(page, "ana")
    page.fill("#slip-amount", "99999999999")
    page.locator("#slip-go").tap()
    expect(page.locator("#refusal")).to_contain_text("Es demasiado")
    expect(page.locator("#refusal [data-yes]")).not_to_be_visible()
    page.locator("#kind-cash_out").tap()
    choose(page, "bea")
    page.fill("#slip-amount", "3000")
    page.locator("#slip-go").tap()
    expect(page.locator("#refusal [data-yes]")).to_be_visible()


def test_what_the_server_refuses_of_a_form_stands_beside_its_field(visit: Visit, house: House) -> None:
    page = visit("/tables/mesa-2/", "julio")
    with sqlite3.connect(house.folder / "casino.sqlite3") as database:
        database.execute("UPDATE accounts_user SET role = 'administrator' WHERE username = 'julio'")
    page.goto(f"{house.url}/administration/people/?new")
    page.fill("[name=username]", "carla")
    page.locator("label:has([value=croupier])").first.tap()
    page.locator("[name=act][value=add]").click()
    login = page.locator("[name=username]")
    expect(login).to_be_focused()
    expect(login).to_have_attribute("aria-invalid", "true")
    expect(page.locator("label:has([name=username]) + .wrong")).to_contain_text("carla")
    expect(page.locator(".refused-line")).to_have_count(0)
    page.goto(f"{house.url}/administration/tables/?new")
    for name, amount in {"first": "50", "minimum": "100", "maximum": "10030", "chip": "50"}.items():
        page.fill(f"[name={name}]", amount)
    page.locator("[name=act][value=add]").click()
    expect(page.locator("label:has([name=maximum]) + .wrong")).to_contain_text("múltiplo")
    expect(page.locator("[name=minimum]")).to_have_value("100")


def test_a_mail_address_that_is_none_is_said_to_be_none(visit: Visit) -> None:
    page = visit("/tables/mesa-2/", "julio")
    form = '<form id="mailed"><label>x <input type="email" name="address" value="nobody"></label></form>'
    page.evaluate("(form) => document.querySelector('main').insertAdjacentHTML('beforeend', form)", form)
    page.evaluate("document.getElementById('mailed').requestSubmit()")
    expect(page.locator("#mailed .wrong")).to_contain_text("dirección de correo")
