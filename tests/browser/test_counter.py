"""The counter on its tablets: slips that go from hand to hand, signatures, and what is half-typed meanwhile."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, GIVE, Hand, insist
from tests.browser.houses import House

MONEY = "/tables/mesa-2/money/"
KEYS = """() => ['.picks button:last-child', '[data-add]', 'button.primary'].map((key) => {
  const box = document.querySelector(`#form-cash_out ${key}`).getBoundingClientRect();
  return [box.x, box.y + scrollY, box.width];
})"""
SETTLED = 600  # ms after which a touch no longer counts for what lay there before
PRESS_WHEN_IT_MOVES = """() => document.addEventListener("screen:updated",
  () => document.querySelector(".slip.here button.primary").click(), { once: true })"""


def tray(page: Page) -> Any:
    return expect(page.locator(".accounts dd").first)


def waiting(page: Page) -> Any:
    return page.locator("#money-waiting .slip")


def told(page: Page) -> Any:
    return expect(page.locator("#told"))


def press(page: Page, selector: str) -> None:
    page.wait_for_timeout(SETTLED)
    page.locator(selector).tap()


def sign(page: Page) -> None:
    """The step that waits for this reader."""
    page.locator(".slip.here").wait_for()
    insist(page, lambda: press(page, ".slip.here button.primary"))


def unfold(page: Page, kind: str) -> None:
    page.locator(f"#ask-{kind} > summary").tap()


def chips(page: Page, kind: str, **numbers: int) -> None:
    """`c1000=20`: twenty of a thousand."""
    for chip, number in numbers.items():
        page.fill(f'#form-{kind} [data-chip="{chip.removeprefix("c")}"]', str(number))


def buy(page: Page, player: str, *amounts: int) -> None:
    page.locator(f"#buy_in-of-{player}").tap()
    for amount in amounts:
        page.locator(f'#form-buy_in [data-add="{amount}"]').tap()
    page.locator("#form-buy_in button.primary").tap()


def test_an_exchange_is_four_touches_and_its_receipt_one_more(visit: Visit) -> None:
    hand = Hand(visit("/counter/", "camila"))
    hand.tap("#tile-mesa-2 a")
    hand.page.wait_for_selector('html[data-line="up"]')
    hand.tap("#buy_in-of-ana")
    hand.tap('#form-buy_in [data-add="5000"]')
    expect(hand.page.locator("#form-buy_in button.primary")).to_have_text(re.compile(r"Ana\s+5\.000"))
    hand.tap("#form-buy_in button.primary")
    told(hand.page).to_contain_text(re.compile(r"Venta de fichas \d+ · Ana · 5\.000 · completado"))
    assert hand.touches == 4
    tray(hand.page).to_have_text("495.000")
    expect(hand.page.locator("#money-slips tbody tr").first).to_contain_text("Ana")
    expect(hand.page.locator("#form-buy_in [name=amount]")).to_have_value("")  # ready for the next
    hand.page.locator("#told a").tap()
    hand.page.wait_for_url(re.compile(r"/slips/\d+/"))
    expect(hand.page.locator("[data-print]")).to_be_visible()
    expect(hand.page.locator(".facts")).to_contain_text("5.000")
    hand.page.go_back()
    hand.page.wait_for_selector('html[data-line="up"]')
    types_five_thousand(hand.page)
    tray(hand.page).to_have_text("490.000")


def test_the_cambista_is_warned_while_he_types(visit: Visit) -> None:
    cambista = visit(MONEY, "camila")
    buy(cambista, "ana", 5_000, 5_000)
    cambista.locator("#ask-cash_out > summary").tap()
    cambista.locator("#cash_out-of-ana").tap()
    told = cambista.locator("#form-cash_out .holding")
    expect(told).to_contain_text("10.000")
    cambista.fill("#form-cash_out [name=amount]", "12000")
    expect(told.locator(".abnormal")).to_contain_text("2.000")
    cambista.fill("#form-cash_out [name=amount]", "4000")
    expect(told.locator(".abnormal")).to_have_count(0)


def test_the_keys_of_the_amount_stay_whoever_is_chosen(visit: Visit) -> None:
    for width in (1280, 1024, 400):
        cambista = visit(MONEY, "camila", size={"width": width, "height": 900})
        cambista.locator("#ask-cash_out > summary").tap()
        before = cambista.evaluate(KEYS)
        for person in cambista.locator("#form-cash_out [data-player]").all()[::-1]:
            person.tap()
            expect(person).to_have_attribute("aria-pressed", "true")
            cambista.wait_for_timeout(400)  # what the server says of him has come
            assert cambista.evaluate(KEYS) == before, width
        cambista.locator("#cash_out-of-ana").tap()
        cambista.fill("#form-cash_out [name=amount]", "9000")
        expect(cambista.locator("#form-cash_out .holding .abnormal")).to_be_visible()
        assert cambista.evaluate(KEYS) == before, width


def types_five_thousand(cambista: Page) -> None:
    """What is no amount is not sent; grouped thousands are thousands; a finger that trembles asks once."""
    slips = cambista.locator("#money-slips tbody tr")
    before = slips.count()
    cambista.locator("#buy_in-of-nobody").tap()
    cambista.fill("#form-buy_in [name=amount]", "5.00")
    cambista.locator("#form-buy_in button.primary").tap()
    assert cambista.locator("#form-buy_in [name=amount]").evaluate("(field) => field.matches(':invalid')")
    cambista.fill("#form-buy_in [name=amount]", "5.000")
    cambista.locator("#form-buy_in button.primary").dblclick()
    cambista.wait_for_timeout(SETTLED)
    expect(slips).to_have_count(before + 1)


@pytest.mark.parametrize("house_settings", [{"DECIMALS": "2"}])
def test_with_decimals_the_same_touches_are_smaller_money(visit: Visit) -> None:
    cambista = visit(MONEY, "camila")
    tray(cambista).to_have_text("5.000,00")
    buy(cambista, "ana", 5_000, 5_000)
    tray(cambista).to_have_text("4.900,00")
    cambista.locator("#buy_in-of-ana").tap()
    cambista.fill("#form-buy_in [name=amount]", "1,5")
    cambista.locator('#form-buy_in [data-add="100"]').tap()
    expect(cambista.locator("#form-buy_in button.primary")).to_contain_text("2,50")
    cambista.locator("#form-buy_in button.primary").tap()
    tray(cambista).to_have_text("4.897,50")


def test_a_fill_goes_from_the_console_over_three_screens_into_the_tray(visit: Visit) -> None:
    floor, jefe = visit("/counter/", "camila"), visit(MONEY, "julio")
    croupier = visit(CONSOLE, "carla")
    croupier.locator("#act-menu").tap()
    croupier.locator("#to-money").tap()
    croupier.wait_for_selector('html[data-line="up"]')
    unfold(croupier, "fill")
    chips(croupier, "fill", c1000=20, c100=50)
    expect(croupier.locator("#form-fill button.primary")).to_contain_text("25.000")
    croupier.locator("#form-fill button.primary").tap()
    told(croupier).to_contain_text("por enviar")
    alert = floor.locator("#waits-mesa-2 .alert.here")
    expect(alert).to_contain_text("25.000")
    alert.locator("a").tap()
    floor.wait_for_selector('html[data-line="up"]')
    expect(waiting(floor).locator(".stacks li")).to_have_text(["20 × 1.000", "50 × 100"])
    expect(jefe.locator(".slip.here")).to_have_count(0)
    sign(floor)
    told(floor).to_contain_text("por recibir")
    expect(jefe.locator(".slip.here button.primary")).to_be_visible()
    tray(floor).to_have_text("500.000")
    croupier.wait_for_timeout(SETTLED)
    croupier.locator(".slip.here button.primary").dblclick()  # a finger that trembles
    tray(floor).to_have_text("525.000")
    expect(croupier.locator("#refusal")).to_be_hidden()
    for page in (floor, jefe, croupier):
        expect(waiting(page)).to_have_count(0)


def test_above_the_limit_the_jefe_confirms_there_or_with_his_login_on_the_cambistas_tablet(
    visit: Visit, house: House
) -> None:
    cambista, jefe = visit(MONEY, "camila"), visit(MONEY, "julio")
    buy(cambista, "ana", 50_000, 50_000, 10)
    told(cambista).to_contain_text("a confirmar por el jefe")
    tray(cambista).to_have_text("500.000")
    sign(jefe)
    tray(cambista).to_have_text("399.990")
    buy(cambista, "ana", 10)  # with what she has exchanged already
    summary = waiting(cambista).locator("summary").first
    summary.tap()
    cambista.fill(".slip [name=passphrase]", "half a passphr")
    summary.tap()  # the jefe is called away: nobody signs with what he left
    summary.tap()
    cambista.fill(".slip [name=signer]", "julio")
    for passphrase in ("wrong", house.secrets["passphrase"]):
        expect(cambista.locator(".slip [name=passphrase]")).to_have_value("")
        cambista.fill(".slip [name=passphrase]", passphrase)
        press(cambista, ".slip details[open] button.primary")
        if passphrase == "wrong":
            expect(cambista.locator("#refusal")).to_contain_text("no se firma")
    tray(cambista).to_have_text("399.980")
    expect(cambista.locator("#money-slips tbody tr").first).to_contain_text("camila, julio")


def test_a_blind_count_with_a_difference_is_explained_and_signed_by_the_jefe(
    visit: Visit, house: House
) -> None:
    croupier, cambista, jefe = (visit(MONEY, name) for name in ("carla", "camila", "julio"))
    unfold(croupier, "count")
    chips(croupier, "count", c50000=9, c10000=4, c5000=1)
    croupier.locator("#form-count button.primary").tap()
    told(croupier).to_contain_text("por firmar")
    expect(waiting(jefe)).to_contain_text("Esperado 500.000, contado 495.000")
    expect(waiting(croupier)).to_contain_text("495.000")
    expect(waiting(croupier)).not_to_contain_text("500.000")
    expect(waiting(cambista)).to_have_count(1)
    expect(cambista.locator(".slip.here")).to_have_count(0)
    sign(jefe)
    assert jefe.locator("[data-step=signed] [name=reason]").evaluate("(field) => field.matches(':invalid')")
    jefe.fill("[data-step=signed] [name=reason]", "Falta una ficha")
    sign(jefe)
    tray(jefe).to_have_text("495.000")
    tray(cambista).to_have_text("495.000")
    jefe.goto(f"{house.url}/reports/differences/")
    expect(jefe.locator("main")).to_contain_text("Falta una ficha")


def test_what_is_half_typed_stays_while_the_game_and_the_others_go_on(visit: Visit) -> None:
    cambista, croupier, jefe = (
        visit(MONEY, "camila"),
        visit(MONEY, "carla"),
        visit("/tables/mesa-2/", "julio"),
    )
    cambista.locator("#buy_in-of-ana").tap()
    cambista.locator('#form-buy_in [data-add="5000"]').tap()
    cambista.locator("#form-buy_in .more summary").tap()
    cambista.fill("#form-buy_in [name=reason]", "half a rem")
    assert jefe.evaluate(GIVE, [{"command": "join", "player": "zoe", "name": "Zoe"}]) == []
    expect(cambista.locator("#buy_in-of-zoe")).to_be_visible()
    unfold(croupier, "tip")
    croupier.locator("#tip-of-nobody").tap()
    croupier.locator('#form-tip [data-add="100"]').tap()
    croupier.locator("#form-tip button.primary").tap()
    expect(cambista.locator("#money-slips")).to_contain_text("Propina")
    expect(cambista.locator("#form-buy_in [name=reason]")).to_be_focused()
    expect(cambista.locator("#form-buy_in [name=reason]")).to_have_value("half a rem")
    expect(cambista.locator("#buy_in-of-ana")).to_have_attribute("aria-pressed", "true")
    cambista.locator("#form-buy_in button.primary").tap()
    told(cambista).to_contain_text(re.compile(r"Ana · 5\.000"))
    expect(cambista.locator("#money-slips tbody tr").first).to_contain_text("Ana")


def test_a_slip_whose_answer_was_lost_is_one_slip_when_it_is_sent_again(visit: Visit, house: House) -> None:
    cambista = visit(MONEY, "camila")

    def done_but_unheard(route: Route) -> None:
        assert route.fetch().status == 201
        route.abort()

    cambista.route("**/slips", done_but_unheard)
    buy(cambista, "bea", 5_000)
    expect(cambista.locator("#refusal")).to_be_visible()
    tray(cambista).to_have_text("495.000")  # it was done; the form does not know
    number = cambista.locator("#money-slips tbody a").first.inner_text()
    expect(cambista.locator("#form-buy_in [name=amount]")).to_have_value("5000")
    cambista.unroute("**/slips")
    house.stop()
    expect(cambista.locator("#no-signal")).to_be_visible()
    cambista.locator("#form-buy_in button.primary").tap()
    expect(cambista.locator("#refusal")).to_contain_text("no se envió nada")
    house.start()
    expect(cambista.locator("html")).to_have_attribute("data-line", "up")
    cambista.locator("#form-buy_in button.primary").tap()
    told(cambista).to_contain_text(f"{number} · Bea")
    tray(cambista).to_have_text("495.000")
    buy(cambista, "bea", 5_000)  # the same again, and meant
    tray(cambista).to_have_text("490.000")


def test_a_finger_on_its_way_to_a_slip_does_not_sign_the_one_that_moved_there(visit: Visit) -> None:
    cambista, croupier = visit(MONEY, "camila"), visit(MONEY, "carla")
    for number in (1, 2):
        unfold(croupier, "fill")
        chips(croupier, "fill", c1000=number)
        press(croupier, "#form-fill button.primary")
        expect(waiting(cambista)).to_have_count(number)
    cambista.wait_for_timeout(SETTLED)
    cambista.evaluate(PRESS_WHEN_IT_MOVES)
    waiting(croupier).first.locator("summary").last.tap()
    croupier.locator(".slip details[open] [name=reason]").fill("Pedido dos veces")
    press(croupier, ".slip details[open] button")
    expect(waiting(cambista)).to_have_count(1)
    cambista.wait_for_timeout(SETTLED)
    expect(waiting(cambista)).to_contain_text("por enviar")
    sign(cambista)
    told(cambista).to_contain_text(re.compile(r"2\.000 · por recibir"))


def test_the_cage_is_one_on_every_tablet(visit: Visit) -> None:
    jefe, cambista = visit("/cage/", "julio"), visit("/cage/", "camila")
    unfold(jefe, "cage_cash_in")
    jefe.fill("#form-cage_cash_in [name=amount]", "4321")
    jefe.locator("#form-cage_cash_in button.primary").tap()
    expect(cambista.locator("#money-waiting .slip.here")).to_contain_text("4.321")
    cambista.locator("#ask-cash_count > summary").tap()
    cambista.fill("#form-cash_count [name=amount]", "77")
    sign(cambista)
    expect(waiting(jefe)).to_have_count(0)
    expect(jefe.locator("#money-slips tbody tr").first).to_contain_text("4.321")
    assert cambista.input_value("#form-cash_count [name=amount]") == "77"


def test_what_an_account_is_called_is_seen_whole(visit: Visit) -> None:
    page = visit(MONEY, "julio")
    names = "[...document.querySelectorAll('.accounts dt')]"
    cut = f"() => {names}.filter((one) => one.scrollWidth > one.clientWidth).length"
    for width, height in ((1280, 800), (1024, 768), (800, 1280), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(cut) == 0
