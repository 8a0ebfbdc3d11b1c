"""A refusal stands beside its field and goes when the act succeeds; success says so."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import Hand, a_first_pass, give
from tests.browser.houses import House

MESA = "/tables/mesa-3/"
MONEY = "/tables/mesa-3/money/"


def below(said: Locator, field: Locator) -> None:
    """It stands below the field, covers nothing of it, and is near."""
    expect(said).to_be_visible()
    one, other = said.bounding_box(), field.bounding_box()
    assert one and other
    assert 0 <= one["y"] - (other["y"] + other["height"]) < 80


def done(page: Page, words: str) -> None:
    expect(page.locator("#done")).to_contain_text(words)


def test_impossible_limits_name_their_field_and_good_ones_say_so(visit: Visit) -> None:
    jefe = visit(MESA, "julio")
    jefe.locator("#do-limits summary").tap()
    jefe.fill("#do-limits [name=minimum]", "500")
    jefe.fill("#do-limits [name=maximum]", "400")
    button = jefe.locator("#do-limits button.primary")
    button.tap()
    expect(jefe.locator("#do-limits .wrong")).to_be_visible()  # a reason is asked for
    jefe.fill("#do-limits [name=reason]", "Noche tranquila")
    button.tap()
    said = jefe.locator("#do-limits #refusal")
    expect(said).to_contain_text("El mínimo es como máximo el máximo")
    below(said, jefe.locator("#do-limits [name=minimum]"))
    expect(jefe.locator("#do-limits [name=minimum]")).to_be_focused()
    other = visit(MESA, "julio")
    version = give(other, "note", text="sigue")["version"]
    expect(jefe.locator("body")).to_have_attribute("data-version", str(version))
    expect(said).to_be_visible()  # an update leaves it
    jefe.fill("#do-limits [name=maximum]", "50000")
    expect(jefe.locator("#refusal")).to_be_hidden()
    jefe.fill("#do-limits [name=minimum]", "100")
    button.tap()
    done(jefe, "Límites fijados")
    expect(jefe.locator("#refusal")).to_be_hidden()


def test_a_dispute_is_decided_with_an_article_that_there_is(visit: Visit) -> None:
    Hand(visit("/tables/mesa-2/console/", "carla")).dispute()
    jefe = visit("/tables/mesa-2/", "julio")
    panel = jefe.locator(".dispute")
    panel.locator("[name=decision]").fill("Se paga")
    panel.locator("[name=article]").fill("99")
    panel.locator("button.primary").tap()
    said = panel.locator("#refusal")
    expect(said.locator("[data-message]")).to_have_text("Este reglamento no tiene ese artículo.")
    below(said, panel.locator("[name=article]"))
    panel.locator("[name=article]").fill("30")
    panel.locator("button.primary").tap()
    done(jefe, "Disputa decidida")
    expect(jefe.locator("#refusal")).to_be_hidden()


def test_grave_acts_say_that_they_are_done(visit: Visit) -> None:
    jefe = visit(MESA, "julio")
    a_first_pass(jefe, "9 2 K 5")
    hand = Hand(jefe)
    for act, words in (("burn", "Mazo quemado"), ("close", "Mesa cerrada")):
        jefe.locator(f"#do-{act} summary").tap()
        jefe.fill(f"#do-{act} [name=reason]", "Naipe marcado")
        hand.hold(f"#do-{act} button")
        done(jefe, words)


def test_a_slip_says_beside_the_amount_what_is_there_and_asks_about_the_unusual(visit: Visit) -> None:
    cambista = visit(MONEY, "camila")
    amount, button = (
        cambista.locator("#form-buy_in [name=amount]"),
        cambista.locator("#form-buy_in button.primary"),
    )
    amount.fill("99.999.999")
    button.tap()
    said = cambista.locator("#form-buy_in #refusal")
    expect(said).to_contain_text("Elija al jugador")  # nobody is chosen beforehand
    below(said, cambista.locator("#form-buy_in .picks"))
    cambista.locator("#buy_in-of-nobody").tap()
    button.tap()
    expect(said).to_contain_text("Bandeja: como máximo 500.000")
    below(said, amount)
    amount.fill("150.000")
    button.tap()
    expect(said).to_contain_text("se conoce al jugador por su nombre")
    cambista.locator("#buy_in-of-ana").tap()
    button.tap()
    expect(cambista.locator("#told")).to_contain_text("150.000")
    expect(cambista.locator("#refusal")).to_be_hidden()
    expect(cambista.locator("#form-buy_in [data-player][aria-pressed=true]")).to_have_count(0)


def test_chips_of_who_never_bought_are_asked_about(visit: Visit) -> None:
    cambista = visit(MONEY, "camila")
    cambista.locator("#ask-cash_out > summary").tap()
    cambista.locator("#cash_out-of-bea").tap()
    cambista.fill("#form-cash_out [name=amount]", "3000")
    cambista.locator("#form-cash_out button.primary").tap()
    said = cambista.locator("#form-cash_out #refusal")
    expect(said).to_contain_text("no compró fichas")
    expect(cambista.locator("#money-slips")).not_to_contain_text("Canje")
    said.locator("[data-yes]").tap()
    expect(cambista.locator("#money-slips")).to_contain_text("Canje")


def test_a_count_of_the_cambista_that_does_not_match_waits_for_the_jefe(visit: Visit) -> None:
    cambista, jefe = visit(MONEY, "camila"), visit(MONEY, "julio")
    cambista.locator("#ask-closing > summary").tap()
    cambista.fill('#form-closing [data-chip="50000"]', "9")
    cambista.fill('#form-closing [data-chip="10000"]', "4")
    button = cambista.locator("#form-closing > button.primary")
    button.tap()
    said = cambista.locator("#form-closing #refusal")
    below(said, cambista.locator("#form-closing [name=reason]").first)
    cambista.fill("#form-closing [name=reason]", "Falta una ficha")
    button.tap()
    expect(cambista.locator("#money-waiting")).to_contain_text("490.000")
    jefe.locator(".slip.here button.primary").wait_for()
    jefe.wait_for_timeout(600)  # what has just come takes no touch
    jefe.locator(".slip.here button.primary").tap()
    done(jefe, "Arqueo de cierre")
    expect(jefe.locator("#money-head")).to_contain_text("cerrado")


def test_nobody_signs_for_himself_and_is_told_so(visit: Visit, house: House) -> None:
    cambista = visit(MONEY, "camila")
    cambista.locator("#buy_in-of-ana").tap()
    cambista.fill("#form-buy_in [name=amount]", "150000")
    cambista.locator("#form-buy_in button.primary").tap()
    cambista.locator("#money-waiting summary").first.tap()
    cambista.fill(".slip [name=signer]", "camila")
    cambista.fill(".slip [name=passphrase]", house.secrets["passphrase"])
    cambista.wait_for_timeout(600)
    cambista.locator(".slip details[open] button.primary").tap()
    said = cambista.locator(".slip #refusal")
    expect(said).to_contain_text("otra persona")
    below(said, cambista.locator(".slip [name=signer]"))
