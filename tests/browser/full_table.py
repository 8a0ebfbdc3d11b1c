"""The console's hardest evening: every seat taken, one of them lent, ten people standing, long names, and sums of seven
digits."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.hand import GIVE, give

SEATED = tuple(f"seated-{seat}" for seat in range(1, 15))
STANDING = tuple(f"standing-{number}" for number in range(1, 11))
LEAST = 98_760
MOST = 100 * LEAST
STAKE = 1_234_560


DISPUTE = """() => fetch(document.getElementById("mark-dispute-form").dataset.post, {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-CSRFToken": document.body.dataset.csrf },
  body: "{}",
})"""


def crowd(jefe: Page, reglamento: str) -> None:
    """The demo's table is opened anew and filled; nothing has been shuffled yet."""
    commands: list[dict[str, object]] = [
        {"command": "close_table"},
        {"command": "open_table", "reglamento": reglamento, "minimum": LEAST, "maximum": MOST, "chip": 10},
    ]
    for number, player in enumerate((*SEATED, *STANDING), 1):
        name = f"Maximiliano Fernández-Goyeneche {number}"
        commands.append({"command": "join", "player": player, "name": name})
    for seat, player in enumerate(SEATED, 1):
        commands.append({"command": "sit", "player": player, "seat": seat})
    assert (refused := jefe.evaluate(GIVE, commands)) == [], refused


def evening(jefe: Page) -> Iterator[str]:
    """Under `argentina`, from the auction to a suite in the second pass. Yields the name of each scene when it is
    there."""
    give(jefe, "shuffle", riffles=4)
    for number, player in enumerate(SEATED[5:10], 1):
        give(jefe, "bid", player=player, amount=MOST - 100 + 10 * number)
    yield "auction"
    give(jefe, "bid", player=SEATED[0], amount=MOST)
    give(jefe, "close_auction")
    yield "cut"
    give(jefe, "cut", depth=150, player=SEATED[-1])
    yield from _lent(jefe)
    for player in SEATED[1:6]:
        give(jefe, "place_bet", player=player, chance="punto", amount=STAKE)
    for player in (*SEATED[6:13], *STANDING[1:6]):
        give(jefe, "place_bet", player=player, chance="banca", amount=STAKE)
    yield "bets"
    give(jefe, "note", text="La apuesta de la mano anterior se discute, y el jefe de mesa decide")
    jefe.evaluate(DISPUTE)
    jefe.locator("#open-disputes").wait_for()
    yield "bets, a note and a dispute"
    give(jefe, "close_betting")
    _deal(jefe, "3", "K", "2", "3")
    yield "will"
    give(jefe, "will", choice="draw")
    give(jefe, "card", hand="punto", card="9")
    give(jefe, "card", hand="banca", card="4")
    yield "payment"
    give(jefe, "settle")
    yield "paid"
    give(jefe, "suite")
    yield "suite"


def _lent(jefe: Page) -> Iterator[str]:
    """Banca wins, its holder withdraws, and who stands takes the bank, and with it the holder's seat."""
    give(jefe, "close_betting")
    _deal(jefe, "3", "9", "4", "K")
    give(jefe, "settle")
    give(jefe, "suite")
    for player in (*SEATED[1:], SEATED[0]):
        give(jefe, "decline_suite", player=player)
    yield "suite of who stands"
    give(jefe, "take_suite", player=STANDING[0], amount=MOST)


def hand_of_chemin_de_fer(jefe: Page) -> Iterator[str]:
    """From the first offer to the payment of bets against a bank of seven digits. Yields the name of each scene."""
    give(jefe, "shuffle", riffles=4)
    give(jefe, "cut", depth=150)
    yield "offer"
    give(jefe, "accept_bank", player=SEATED[0], amount=MOST)
    for player in SEATED[1:8]:
        give(jefe, "place_bet", player=player, chance="punto", amount=STAKE)
    yield "bets against a bank"
    give(jefe, "close_betting")
    _deal(jefe, "3", "K", "5", "4")
    yield "payment against a bank"


def _deal(jefe: Page, *cards: str) -> None:
    for hand, card in zip(("punto", "banca") * 2, cards, strict=True):
        give(jefe, "card", hand=hand, card=card)


def three_bets_each(jefe: Page) -> None:
    """Under `slovenia`, where the house banks: who sits has a bet on every chance."""
    give(jefe, "shuffle", riffles=4)
    give(jefe, "cut", depth=150)
    for player in SEATED:
        for chance in ("punto", "banca", "tie"):
            version = give(jefe, "place_bet", player=player, chance=chance, amount=STAKE)["version"]
    expect(jefe.locator("body")).to_have_attribute("data-version", str(version))
