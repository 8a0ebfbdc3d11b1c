"""An article's own words and "why?" in a real browser: by finger, by keyboard, and without any script."""

from playwright.sync_api import expect

from tests.browser.hand import Hand, bet, in_phase, to_betting, touched

ART_30 = 'Todas las apuestas a "Banca" sufrirán un descuento del diez por ciento'


def paid(hand: Hand) -> None:
    """A pass that banca won, with a bet on banca, paid and shown."""
    to_betting(hand)
    bet(hand, "carlos", "banca")
    hand.corner()
    hand.deal("3 9 4 9")
    in_phase(hand.page, "resolved")
    hand.corner()
    in_phase(hand.page, "betting")
    hand.tap("#tab-paid")


def test_why_shows_the_facts_of_a_payment_and_of_who_is_asked(hand: Hand) -> None:
    paid(hand)
    hand.page.locator(".ask-why a").tap()
    words = hand.page.locator("#words")
    expect(words).to_contain_text("Mitad del máximo al salir")
    expect(words).to_contain_text(ART_30)
    hand.tap("#words button")
    hand.tap("#act-why")
    expect(words.locator("h3")).to_have_text(["Descuento sobre la banca del jugador, la próxima"])


def test_by_keyboard_the_dialog_opens_closes_and_gives_the_focus_back(hand: Hand) -> None:
    to_betting(hand)
    more = hand.page.locator("#act-more")
    more.focus()
    hand.page.keyboard.press("Enter")
    hand.page.locator("#act-why").focus()
    hand.page.keyboard.press("Enter")
    expect(hand.page.locator("#words")).to_be_visible()
    expect(hand.page.locator("[data-words-place]")).to_be_focused()
    hand.page.keyboard.press("Escape")
    expect(hand.page.locator("#words")).to_be_hidden()
    expect(more).to_be_focused()
    in_phase(hand.page, "betting")


def test_a_refusal_shows_its_article_and_what_it_rests_on(hand: Hand) -> None:
    page = hand.page
    hand.tap("#act-menu")
    touched(page, "#menu #sound", "shuffle", riffles=1)
    button = page.locator("#refusal [data-article]")
    expect(button).to_have_text("Art. 8 bis")
    button.tap()  # above an open dialog too
    words = page.locator("#words")
    expect(words).to_contain_text("cuatro (4) veces como mínimo")
    expect(words.locator("dl").first).to_contain_text("Al menos")
    expect(words.locator("dl").first).to_contain_text("4")
