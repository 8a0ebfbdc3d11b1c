"""A refusal stands beside its field and goes when the act succeeds; success says so."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import Hand, a_first_pass, give
from tests.browser.test_counter import choose

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
    jefe.locator("[data-opens=do-limits]").tap()
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
    panel = jefe.locator("#table-disputes")
    panel.locator("[data-opens]").tap()
    panel.locator("[name=decision]").fill("Se paga")
    panel.locator("[name=article]").fill("99")
    panel.locator("form button.primary").tap()
    said = panel.locator("#refusal")
    expect(said.locator("[data-message]")).to_have_text("Este reglamento no tiene ese artículo.")
    below(said, panel.locator("[name=article]"))
    panel.locator("[name=article]").fill("30")
    panel.locator("form button.primary").tap()
    done(jefe, "Disputa decidida")
    expect(jefe.locator("#refusal")).to_be_hidden()


def test_grave_acts_say_that_they_are_done(visit: Visit) -> None:
    jefe = visit(MESA, "julio")
    a_first_pass(jefe, "9 2 K 5")
    hand = Hand(jefe)
    for act, words in (("burn", "Mazo quemado"), ("close", "Mesa cerrada")):
        jefe.locator(f"[data-opens=do-{act}]").tap()
        jefe.fill(f"#do-{act} [name=reason]", "Naipe marcado")
        hand.hold(f"#do-{act} [data-hold]")
        done(jefe, words)


def test_a_slip_says_beside_the_amount_what_is_there_and_asks_about_the_unusual(visit: Visit) -> None:
    cambista = visit(MONEY, "camila")
    amount, button = (
        cambista.locator("#slip-amount"),
        cambista.locator("#slip-go"),
    )
    amount.fill("99.999.999")
    button.tap()
    said = cambista.locator("#slip-form #refusal")
    expect(said).to_contain_text("Elija al jugador")  # nobody is chosen beforehand
    below(said, cambista.locator("#slip-form .player"))
    choose(cambista, "")
    keys = cambista.locator("#slip-form .number-pad button")
    before = [key.bounding_box() for key in keys.all()]
    button.tap()
    expect(said).to_contain_text("Bandeja: como máximo 500.000")
    expect(cambista.locator("#slip-form .notes")).to_contain_text(
        "Bandeja: como máximo"
    )  # the place kept for it
    assert before and [key.bounding_box() for key in keys.all()] == before
    amount.fill("150.000")
    button.tap()
    expect(said).to_contain_text("se conoce al jugador por su nombre")
    choose(cambista, "ana")
    button.tap()
    expect(cambista.locator("#told")).to_contain_text("150.000")
    expect(cambista.locator("#refusal")).to_be_hidden()
    expect(cambista.locator("#player-find")).to_have_value("")


def test_chips_of_who_never_bought_are_asked_about(visit: Visit) -> None:
    cambista = visit(MONEY, "camila")
    cambista.locator("#kind-cash_out").tap()
    choose(cambista, "bea")
    cambista.fill("#slip-amount", "3000")
    cambista.locator("#slip-go").tap()
    said = cambista.locator("#slip-form #refusal")
    expect(said).to_contain_text("no compró fichas")
    expect(cambista.locator("#money-slips")).not_to_contain_text("Canje")
    said.locator("[data-yes]").tap()
    expect(cambista.locator("#money-slips")).to_contain_text("Canje")
