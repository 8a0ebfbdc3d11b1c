"""The people of a table at the tablet: who comes, sits, bets, changes seat and leaves."""

from playwright.sync_api import expect

from tests.browser.hand import Hand, bet, in_phase, to_betting


def test_a_newcomer_is_welcomed_and_seated_by_two_touches_and_a_name(hand: Hand) -> None:
    hand.tap("#person-3")
    hand.page.fill("#join-form [name=name]", "Íñigo Peña")
    hand.page.locator("#join-form button").tap()
    expect(hand.page.locator("#seat-3")).to_contain_text("Íñigo Peña")


def test_two_newcomers_of_one_name_are_two_persons(hand: Hand) -> None:
    for _ in range(2):
        hand.tap("#add-person")
        hand.page.fill("#join-form [name=name]", "Íñigo Peña")
        hand.page.locator("#join-form button").tap()
        expect(hand.page.locator("#sheet")).to_be_hidden()
    people = hand.page.locator(".standing .person", has_text="Íñigo Peña")
    expect(people).to_have_count(2)
    first, second = (person.get_attribute("data-person") for person in people.all())
    assert first != second


def test_a_person_changes_seat_and_leaves(hand: Hand) -> None:
    hand.tap("#person-1")
    hand.tap("#sheet [data-for=seated][data-choose-seat]")
    hand.tap("#person-12")
    expect(hand.page.locator("#seat-12")).to_contain_text("Ana")
    hand.tap("#person-12")
    hand.page.locator("#console-sheet button", has_text="Se va").tap()
    expect(hand.page.locator("#seat-12")).not_to_contain_text("Ana")


def test_exact_amounts_are_typed_and_bets_taken_back(hand: Hand) -> None:
    to_betting(hand)
    hand.tap("#exact")
    for digit in "340":
        hand.tap(f'[data-digit="{digit}"]')
    bet(hand, "dora", "banca")
    expect(hand.page.locator("#spot-dora-banca")).to_contain_text("340")
    hand.tap("#act-remove")
    bet(hand, "dora", "banca")
    expect(hand.page.locator("#spot-dora-banca")).not_to_contain_text("340")


def test_one_person_repeats_and_takes_back_by_his_sheet(hand: Hand) -> None:
    to_betting(hand)
    for who in ("bea", "carlos"):
        bet(hand, who, "punto")
    hand.corner()
    hand.deal("3 9 4 9")
    hand.corner()
    in_phase(hand.page, "betting")
    hand.tap("#person-2")
    hand.page.locator("#sheet button", has_text="Repite").tap()
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    expect(hand.page.locator("#sheet")).to_be_hidden()
    expect(hand.page.locator("#spot-carlos-punto .lying")).to_have_text("")
    hand.tap("#person-2")
    hand.tap("#remove-bea-punto")
    expect(hand.page.locator("#spot-bea-punto .lying")).to_have_text("")
