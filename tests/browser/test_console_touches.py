"""How many touches a pass with six bettors takes: fresh bets ≤ 20, repeated with two changes ≤ 12, unchanged ≤ 8.

Each also with six cards, with an exact amount and with the will of five, and with all three at once. A pass is counted
from its first bet to the touch that pays it, which also repeats the bets for the next.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.hand import BETTORS, Hand, bet, in_phase, to_betting

FOUR = "3 9 4 10"  # banca's nine ends it
SIX = "3 10 A 4 2 5"  # punto draws on four, banca on four against two
FIVE = "2 10 3 4"  # punto has five, banca four: the will is asked
STANDS = ("5",)  # then banca draws
DRAWS = ("2", "5")  # the card says that punto asked for it
EXACT = "340"


def fresh(hand: Hand, *, exact: bool) -> None:
    for who in BETTORS[:5]:
        bet(hand, who, "punto")
    if exact:
        type_amount(hand)
    bet(hand, "fatima", "punto")


def two_changes(hand: Hand, *, exact: bool) -> None:
    if exact:
        type_amount(hand)
    else:
        hand.tap("#chip-500")
    bet(hand, "bea", "punto")
    bet(hand, "emilio", "punto")


def unchanged(hand: Hand, *, exact: bool) -> None:
    """The bets, exact amounts too, are those of the pass before."""


def type_amount(hand: Hand) -> None:
    hand.tap("#exact")
    for digit in EXACT:
        hand.tap(f'#keypad [data-digit="{digit}"]')


def cards(hand: Hand, *, six: bool, will: bool) -> None:
    hand.deal(FIVE if will else SIX if six else FOUR)
    if will:
        in_phase(hand.page, "will")
        if not six:
            hand.tap("#will-stand")
        hand.deal(" ".join(DRAWS if six else STANDS))
    in_phase(hand.page, "resolved")


def counted(hand: Hand, bets: object, *, six: bool = False, exact: bool = False, will: bool = False) -> int:
    """The touches of one pass. Before it the bets lie as they are repeated, or none."""
    hand.touches = 0
    bets(hand, exact=exact)  # type: ignore[operator]
    hand.corner()
    in_phase(hand.page, "dealing")
    cards(hand, six=six, will=will)
    hand.tap("#act-pay-repeat")
    in_phase(hand.page, "betting")
    expect(hand.page.locator(".list.bets")).to_contain_text("Fátima")
    return hand.touches


VARIANTS = {
    "four cards": {},
    "six cards": {"six": True},
    "an exact amount": {"exact": True},
    "the will": {"will": True},
    "all of them": {"six": True, "exact": True, "will": True},
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_touches_of_fresh_bets(hand: Hand, variant: str) -> None:
    to_betting(hand)
    assert counted(hand, fresh, **VARIANTS[variant]) <= 20


def test_touches_of_repeated_bets(hand: Hand) -> None:
    """Six cards, two bets that change, three digits of an amount, its key, no va más and the payment are fourteen
    touches, none of which can be left out: that pass alone takes more than twelve."""
    to_betting(hand)
    counted(hand, fresh)
    found = {name: counted(hand, two_changes, **how) for name, how in VARIANTS.items()}
    assert found.pop("all of them") == 14
    assert all(touches <= 12 for touches in found.values()), found


def test_touches_of_unchanged_bets(hand: Hand) -> None:
    to_betting(hand)
    counted(hand, fresh, exact=True)
    found = {name: counted(hand, unchanged, **how) for name, how in VARIANTS.items()}
    assert all(touches <= 8 for touches in found.values()), found


def test_a_touch_of_the_place_of_the_will_pays_nothing(hand: Hand) -> None:
    """The payment may come where the will was answered: a second touch of that place is not taken."""
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("2 10 3 7")
    in_phase(hand.page, "will")
    hand.page.evaluate(
        """() => document.addEventListener("screen:updated", () => {
            document.querySelector(".act-second")?.click();
            window.again = true;
        }, {once: true})"""
    )
    hand.tap("#will-stand")
    hand.page.wait_for_function("() => window.again")
    in_phase(hand.page, "resolved")
    hand.page.wait_for_timeout(300)
    in_phase(hand.page, "resolved")


def test_a_card_keyed_ahead_of_the_will_is_not_taken_for_it(hand: Hand) -> None:
    """Whoever keys five cards in one go has not heard whether punto draws: the fifth is not sent, and he is told."""
    to_betting(hand)
    bet(hand, "bea", "punto")
    hand.corner()
    hand.deal("2 10 3")
    hand.page.evaluate(
        "() => { for (const rank of ['4', '7']) document.getElementById(`rank-${rank}`).click(); }"
    )
    in_phase(hand.page, "will")
    expect(hand.page.locator("#refusal")).to_contain_text("la mesa ya está en otra cosa")
    expect(hand.page.locator("#hand-punto .card")).to_have_text(["2", "3"])


SMALL = """() => [...document.querySelectorAll("#keypad button")].filter((key) => key.checkVisibility())
  .map((key) => key.getBoundingClientRect()).filter(({ width, height }) => width < 55.5 || height < 55.5)"""


COVERED = """() => {
  const keypad = document.getElementById("keypad").getBoundingClientRect();
  return [...document.querySelectorAll(".seat button, #act-undo, #chip-100, #chip-2000")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < keypad.right && right > keypad.left && top < keypad.bottom && bottom > keypad.top;
  }).map((one) => one.id);
}"""


def test_the_keypad_leaves_the_seats_free_and_escape_closes_it(hand: Hand) -> None:
    to_betting(hand)
    for width, height in ((1280, 800), (1024, 768)):
        hand.page.set_viewport_size({"width": width, "height": height})
        hand.tap("#exact")
        hand.tap('#keypad [data-digit="7"]')
        assert hand.page.evaluate(COVERED) == []
        assert hand.page.evaluate(SMALL) == []
        hand.page.keyboard.press("Escape")
        expect(hand.page.locator("#keypad")).to_be_hidden()
