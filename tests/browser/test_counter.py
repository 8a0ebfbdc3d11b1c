"""The counter on its tablets: slips that go from hand to hand, signatures, and what is half-typed meanwhile."""

import re
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.hand import CONSOLE, GIVE, Hand, insist
from tests.browser.houses import House

MONEY = "/tables/mesa-2/money/"
KEYS = """() => ['[data-digit="7"]', '[data-one-more]', '#slip-go'].map((key) => {
  const box = document.querySelector(key).getBoundingClientRect();
  return [box.x, box.y + scrollY];
})"""
COUNT_PRINTS = "window.printed = 0; window.print = () => { window.printed += 1; };"
SMALL_TABLET = {"width": 1180, "height": 820}
SEEN = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.bottom <= innerHeight && document.elementFromPoint(box.x + 9, box.y + 9).closest(selector) !== null;
}"""
SETTLED = 600  # ms after which a touch no longer counts for what lay there before
PRESS_WHEN_IT_MOVES = """() => document.addEventListener("screen:updated",
  () => document.querySelector(".slip.here button.primary").click(), { once: true })"""


def tray(page: Page) -> Any:
    return expect(page.locator(".accounts dd").nth(1))


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
    page.locator(f"#kind-{kind}").tap()


def chips(page: Page, **numbers: int) -> None:
    """`c1000=20`: twenty of a thousand."""
    for chip, number in numbers.items():
        page.fill(f"#chip-{chip.removeprefix('c')}", str(number))


def choose(page: Page, player: str) -> None:
    """The player of the new slip; none: he is not known."""
    page.locator("#player-find").tap()
    page.locator(f'#money-people [data-player="{player}"]').tap()


def buy(page: Page, player: str, amount: int) -> None:
    choose(page, player)
    page.fill("#slip-amount", str(amount))
    page.locator("#slip-go").tap()


def test_an_exchange_is_four_touches_and_its_receipt_one_more(visit: Visit) -> None:
    hand = Hand(visit("/counter/", "camila"))
    hand.tap("#tile-mesa-2 a")
    expect(hand.page.locator("#money-title")).to_contain_text("Mesa 2")
    hand.tap("#of-ana")
    hand.tap('[data-one-more="5000"]')
    expect(hand.page.locator("#slip-go")).to_contain_text("5.000")
    hand.tap("#slip-go")
    told(hand.page).to_contain_text(re.compile(r"Vale \d+ completado\s*Venta de fichas · Ana · 5\.000"))
    assert hand.touches == 4
    expect(hand.page.locator("#tile-mesa-2")).to_contain_text("495.000")
    expect(hand.page.locator("#money-slips tbody tr").first).to_contain_text("Ana")
    expect(hand.page.locator("#slip-amount")).to_have_value("")  # ready for the next
    hand.page.evaluate(COUNT_PRINTS)
    hand.page.locator("#told [data-print-slip]").tap()
    hand.page.wait_for_function("window.printed === 1")
    hand.page.locator("#told [data-a4]").tap()
    hand.page.wait_for_url(re.compile(r"/slips/\d+/"))
    expect(hand.page.locator("[data-print]")).to_be_visible()
    expect(hand.page.locator(".facts")).to_contain_text("cinco mil")


def test_nothing_is_sold_at_the_table_before_while_the_chosen_one_has_not_come(visit: Visit) -> None:
    page = visit("/counter/?table=mesa-1", "camila")
    page.route("**/counter/mesa-2/", lambda route: route.fulfill(status=503))
    page.locator("#tile-mesa-2 a").click()
    expect(page.locator("#money-title")).to_have_text("Mesa 2")
    expect(page.locator("#slip-form")).to_have_attribute("inert", "")
    expect(page.locator("#refusal")).to_be_visible()
    page.keyboard.type("vana")
    page.keyboard.press("Enter")
    page.keyboard.type("130")
    page.unroute("**/counter/mesa-2/")
    expect(page.locator("#slip-amount")).to_have_value("130")
    expect(page.locator("#money-title")).to_contain_text("Mesa 2")
    assert "mesa-2" in str(page.locator("[data-asking]").get_attribute("data-asking"))


def test_a_sale_and_an_exchange_by_keyboard_alone_and_their_papers(visit: Visit) -> None:
    page = visit("/counter/", "camila")
    page.evaluate(COUNT_PRINTS)
    keys, slips = page.keyboard, page.locator("#money-slips tbody tr")
    keys.press("m")
    keys.type("2")
    keys.press("Enter")
    expect(page.locator("#money-title")).to_contain_text("Mesa 2")
    keys.press("v")
    keys.type("ana")
    keys.press("Enter")
    expect(page.locator("#slip-amount")).to_be_focused()
    keys.type("20000")
    expect(page.locator("[data-said=after]")).to_contain_text("480.000")
    keys.press("Enter")
    told(page).to_contain_text("Venta de fichas · Ana · 20.000")
    keys.press("F9")
    page.wait_for_function("window.printed === 1")
    paper = page.locator("#paper")
    expect(paper.locator(".roll")).to_have_count(2)
    expect(paper).to_contain_text("veinte mil pesos")
    for word in ("ORIGINAL", "COPIA"):
        expect(paper).to_contain_text(word)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    keys.press("c")
    keys.type("an")
    keys.press("Enter")
    keys.type("12500")
    keys.press("Enter")
    told(page).to_contain_text("Canje de fichas · Ana · 12.500")
    expect(slips.first).to_contain_text("12.500")
    keys.press("?")
    expect(page.locator("#all-keys")).to_be_visible()
    expect(page.locator("#all-keys")).to_contain_text("Arqueo de cierre")
    keys.press("Escape")
    keys.press("p")
    keys.type("be")
    keys.press("Escape")  # closes the list
    keys.press("Escape")  # begins anew
    expect(page.locator("#player-find")).to_have_value("")


def test_what_a_slip_will_make_of_the_limit_is_said_before(visit: Visit) -> None:
    page = visit("/counter/?table=mesa-2", "camila")
    choose(page, "ana")
    page.fill("#slip-amount", "140000")
    expect(page.locator("[data-said=note]")).to_contain_text("llega hoy a 140.000")
    expect(page.locator("#slip-go")).to_contain_text("Pedir firma")
    page.fill("#slip-amount", "999999999")
    expect(page.locator("[data-said=note]")).to_contain_text("Es demasiado")
    page.locator("[data-cancel]").tap()
    expect(page.locator("#slip-go")).to_contain_text("Venta de fichas")


def test_the_keys_of_the_amount_stay_whoever_is_chosen(visit: Visit) -> None:
    for width in (1280, 1024, 400):
        cambista = visit(MONEY, "camila", size={"width": width, "height": 900})
        unfold(cambista, "cash_out")
        before = cambista.evaluate(KEYS)
        for player in ("ana", "bea", ""):
            with cambista.expect_response("**/foreseen/**"):
                choose(cambista, player)
            assert cambista.evaluate(KEYS) == before, width
        choose(cambista, "ana")
        cambista.fill("#slip-amount", "9000")
        expect(cambista.locator("[data-said=note] .note")).to_be_visible()
        assert cambista.evaluate(KEYS) == before, width


def test_what_is_no_amount_is_not_sent_and_a_finger_that_trembles_asks_once(visit: Visit) -> None:
    cambista = visit(MONEY, "camila")
    slips = cambista.locator("#money-slips tbody tr")
    before = slips.count()
    choose(cambista, "")
    cambista.fill("#slip-amount", "5.00")
    cambista.locator("#slip-go").tap()
    expect(cambista.locator("#slip-amount")).to_have_attribute("aria-invalid", "true")
    cambista.fill("#slip-amount", "5.000")
    cambista.locator("#slip-go").dblclick()
    tray(cambista).to_have_text("495.000")
    expect(slips).to_have_count(before + 1)


def test_a_count_that_is_just_typed_counts_chips_and_its_act_stays_in_sight(visit: Visit) -> None:
    croupier = visit(MONEY, "carla", size=SMALL_TABLET)
    unfold(croupier, "count")
    for digit in "12":
        croupier.locator(f'[data-digit="{digit}"]').tap()
    expect(croupier.locator("#chip-50000")).to_have_value("12")
    expect(croupier.locator("#slip-go")).to_contain_text("600.000")
    assert croupier.evaluate(SEEN, "#slip-go")
    unfold(croupier, "fill")
    croupier.locator('[data-digit="cancel"]').tap()
    croupier.locator("#slip-go").tap()
    expect(croupier.locator("#chip-50000")).to_have_attribute("aria-invalid", "true")
    expect(waiting(croupier)).to_have_count(0)


def test_a_fill_goes_from_the_console_over_three_screens_into_the_tray(visit: Visit) -> None:
    floor, jefe = visit("/counter/", "camila"), visit(MONEY, "julio")
    croupier = visit(CONSOLE, "carla")
    croupier.locator("#act-menu").tap()
    croupier.locator("#to-money").tap()
    croupier.wait_for_selector('html[data-line="up"]')
    unfold(croupier, "fill")
    chips(croupier, c1000=20, c100=50)
    expect(croupier.locator("#slip-go")).to_contain_text("25.000")
    croupier.locator("#slip-go").tap()
    told(croupier).to_contain_text("por enviar")
    alert = floor.locator("#waits-mesa-2 .slip.here")
    expect(alert).to_contain_text("25.000")
    expect(alert.locator(".stacks li")).to_have_text(["20 × 1.000", "50 × 100"])
    expect(jefe.locator(".slip.here")).to_have_count(0)
    sign(floor)
    told(floor).to_contain_text("por recibir")
    told(croupier).to_contain_text("por recibir")
    expect(jefe.locator(".slip.here button.primary")).to_be_visible()
    tray(jefe).to_have_text("500.000")
    croupier.wait_for_timeout(SETTLED)
    croupier.locator(".slip.here button.primary").dblclick()  # a finger that trembles
    tray(jefe).to_have_text("525.000")
    expect(croupier.locator("#refusal")).to_be_hidden()
    for page in (floor, jefe, croupier):
        expect(page.locator(".waiting .slip")).to_have_count(0)


def test_above_the_limit_the_jefe_confirms_there_or_with_his_login_on_the_cambistas_tablet(
    visit: Visit, house: House
) -> None:
    cambista, jefe = visit(MONEY, "camila"), visit(MONEY, "julio")
    buy(cambista, "ana", 100_010)
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
        insist(cambista, lambda: press(cambista, ".slip details[open] button.primary"))
        if passphrase == "wrong":
            expect(cambista.locator("#refusal")).to_contain_text("no se firma")
    tray(cambista).to_have_text("399.980")
    expect(cambista.locator("#money-slips tbody tr").first).to_contain_text("Camila, Julio")


def test_a_blind_count_with_a_difference_is_explained_and_signed_by_the_jefe(
    visit: Visit, house: House
) -> None:
    croupier, cambista, jefe = (visit(MONEY, name) for name in ("carla", "camila", "julio"))
    unfold(croupier, "count")
    chips(croupier, c50000=9, c10000=4, c5000=1)
    croupier.locator("#slip-go").tap()
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
    told(croupier).to_contain_text("completado")
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
    choose(cambista, "ana")
    cambista.locator('[data-one-more="5000"]').tap()
    cambista.fill("#slip-reason", "half a rem")
    assert jefe.evaluate(GIVE, [{"command": "join", "player": "zoe", "name": "Zoe"}]) == []
    expect(cambista.locator("#of-zoe")).to_have_count(1)
    unfold(croupier, "tip")
    choose(croupier, "")
    croupier.fill("#slip-amount", "100")
    croupier.locator("#slip-go").tap()
    expect(cambista.locator("#money-slips")).to_contain_text("Propina")
    expect(cambista.locator("#slip-reason")).to_be_focused()
    expect(cambista.locator("#slip-reason")).to_have_value("half a rem")
    expect(cambista.locator("#player-find")).to_have_value("Ana")
    cambista.locator("#slip-go").tap()
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
    expect(cambista.locator("#slip-amount")).to_have_value("5000")
    cambista.unroute("**/slips")
    house.stop()
    expect(cambista.locator("#no-signal")).to_be_visible()
    cambista.locator("#slip-go").tap()
    expect(cambista.locator("#refusal")).to_contain_text("no se envió nada")
    house.start()
    expect(cambista.locator("html")).to_have_attribute("data-line", "up")
    cambista.locator("#slip-go").tap()
    told(cambista).to_contain_text(re.compile(rf"{number} completado.*Bea"))
    tray(cambista).to_have_text("495.000")
    buy(cambista, "bea", 5_000)  # the same again, and meant
    tray(cambista).to_have_text("490.000")


def test_a_finger_on_its_way_to_a_slip_does_not_sign_the_one_that_moved_there(visit: Visit) -> None:
    cambista, croupier = visit(MONEY, "camila"), visit(MONEY, "carla")
    for number in (1, 2):
        unfold(croupier, "fill")
        chips(croupier, c1000=number)
        press(croupier, "#slip-go")
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
    told(cambista).to_contain_text(re.compile(r"por recibir.*2\.000"))


def test_what_an_account_is_called_is_seen_whole(visit: Visit) -> None:
    page = visit(MONEY, "julio")
    names = "[...document.querySelectorAll('.accounts :is(dt, dd)')]"
    cut = f"() => {names}.filter((one) => one.scrollWidth > one.clientWidth).length"
    page.locator(".of-shift small").evaluate(
        "(said) => { said.textContent = 'Pas encore de comptage d’ouverture.'; }"
    )
    for width, height in ((1280, 800), (1024, 768), (800, 1280), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(cut) == 0
