"""A croupier's hand at the console, and the way to the first pass."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

CONSOLE = "/tables/mesa-2/console/"
BETTORS = ("ana", "bea", "carlos", "dora", "emilio", "fatima")


# The page shows what its own commands led to, and its answers can be touched.
# Acts without a column of their own: they lie under "More".
MORE = ("#act-bank", "#act-stop", "#act-why", "#tip-now", "#more-tip")
SHOWN = """() => !document.querySelector("[aria-busy=true], .deaf")
    && Number(document.body.dataset.version) >= Number(document.body.dataset.reached)"""


def phase(page: Page) -> str:
    found = re.search(r"phase-(\w+)", page.locator("#console-head .phase").get_attribute("class") or "")
    assert found
    return found[1]


def in_phase(page: Page, *names: str) -> None:
    expect(page.locator("#console-head .phase")).to_have_class(
        re.compile("|".join(f"phase-{name}" for name in names))
    )


def insist(page: Page, act: Callable[[], None]) -> None:
    """Touch as a person does: again where the page says that nothing was sent, or that no answer came."""
    while True:
        act()
        page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
        refusal = page.locator("#refusal [data-message]")
        if not refusal.is_visible() or refusal.inner_text() not in _not_answered(page):
            return


def _not_answered(page: Page) -> list[str]:
    asked = "() => [document.body, document.getElementById('told')].map((one) => ({ ...one?.dataset }))"
    said: list[dict[str, str]] = page.evaluate(asked)
    return [one[name] for one in said for name in ("noSignal", "noAnswer") if name in one]


def settled(page: Page) -> None:
    """Wait until nothing that has just moved is deaf to a touch."""
    page.wait_for_function("() => !document.body.matches('.settling')")


class Hand:
    """A croupier's hand, which counts its touches."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0

    def tap(self, selector: str) -> None:
        if selector in MORE:
            self.tap("#act-more")
        self.page.locator(selector).wait_for()
        # An answer that has just appeared takes no touch for a moment: it may be meant for the one before.
        self.page.wait_for_function("() => !document.querySelector('.deaf')")
        self.page.locator(selector).tap()
        self.touches += 1

    def hold(self, selector: str) -> None:
        """Touch and hold, until the button has acted."""
        button = self.page.locator(selector)
        button.wait_for()
        self.page.wait_for_function("() => !document.querySelector('.deaf')")
        button.hover()
        self.page.mouse.down()
        self.page.wait_for_function("() => !document.querySelector('.holding')")
        self.page.mouse.up()
        self.touches += 1

    def corner(self) -> None:
        self.page.locator("#act-primary").wait_for()
        self.shown()
        self.tap("#act-primary")

    def shown(self) -> None:
        """Wait until the page shows what was touched, and takes the next touch."""
        self.page.wait_for_function(SHOWN)

    def deal(self, cards: str) -> None:
        for card in cards.split():
            self.shown()
            self.tap(f"#rank-{card}")

    def dispute(self) -> None:
        """Mark a dispute: the sheet is opened, and the jefe called."""
        self.tap("#act-dispute")
        self.tap("#mark-dispute")
        self.page.locator("#open-disputes").wait_for()

    def version(self) -> int:
        return int(self.page.locator("body").get_attribute("data-version") or 0)


def to_betting(hand: Hand) -> None:
    """From the seated table to the first pass: shuffle, auction, cut."""
    hand.corner()
    in_phase(hand.page, "auction")
    hand.tap("#bid-ana")
    expect(hand.page.locator(".bids")).to_contain_text("Ana")
    hand.corner()
    in_phase(hand.page, "cutting")
    hand.tap(".act-primary")
    in_phase(hand.page, "betting")


def bet(hand: Hand, who: str, chance: str) -> None:
    hand.tap(f"#spot-{who}-{chance}")


GIVE = """async (commands) => {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": document.body.dataset.csrf };
  const answers = [];
  for (const body of commands.map((command) => JSON.stringify(command))) {
    const response = await fetch(document.body.dataset.door, { method: "POST", headers, body });
    const answer = await response.json();
    document.body.dataset.reached = answer.version ?? document.body.dataset.reached;
    answers.push(answer);
  }
  return answers.filter((answer) => !answer.ok);
}"""


def opened(hand: Hand, reglamento: str, **settings: int | str) -> None:
    """The jefe closes the table of `hand` and opens it anew under another reglamento, six players in seats 1 to 6."""
    commands: list[dict[str, object]] = [
        {"command": "close_table"},
        {
            "command": "open_table",
            "reglamento": reglamento,
            "minimum": 100,
            "maximum": 10_000,
            "chip": 10,
            "settings": settings,
        },
    ]
    for seat, player in enumerate(BETTORS, 1):
        commands.append({"command": "join", "player": player, "name": player.title()})
        commands.append({"command": "sit", "player": player, "seat": seat})
    assert hand.page.evaluate(GIVE, commands) == []
    hand.shown()
    in_phase(hand.page, "seating")


GIVE_ONE = """async (command) => {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": document.body.dataset.csrf };
  const response = await fetch(document.body.dataset.door, { method: "POST", headers, body: JSON.stringify(command) });
  const answer = await response.json();
  document.body.dataset.reached = answer.version ?? document.body.dataset.reached;
  return answer;
}"""


def give(jefe: Page, command: str, **fields: Any) -> Any:
    """A command at the HTTP door, from the jefe's page of a table."""
    answer = jefe.evaluate(GIVE_ONE, {"command": command, **fields})
    assert answer["ok"], answer
    return answer


def to_first_bets(jefe: Page) -> None:
    """From the seated table of the demo, mesa-3, to its first pass."""
    give(jefe, "shuffle", riffles=4)
    give(jefe, "cut", depth=150)
    give(jefe, "accept_bank", player="ana")


def a_first_pass(jefe: Page, cards: str) -> None:
    """The first pass, from the seated table to its payment, until the page shows it: what comes later could move what a
    finger is about to tap. `cards` in dealing order."""
    to_first_bets(jefe)
    to_no_more_bets(jefe)
    to_result(jefe, cards)
    version = give(jefe, "settle")["version"]
    expect(jefe.locator("body")).to_have_attribute("data-version", str(version))


def to_no_more_bets(jefe: Page) -> None:
    """From the bets to no va más, with a bet on punto."""
    give(jefe, "place_bet", player="bea", chance="punto", amount=200)
    give(jefe, "close_betting")


def to_result(jefe: Page, cards: str) -> None:
    """The cards come onto the table, in dealing order."""
    for deal in dealt(cards):
        give(jefe, **deal)


def dealt(cards: str) -> list[dict[str, str]]:
    """The commands that deal these four cards."""
    hands = ("punto", "banca") * 2
    return [
        {"command": "card", "hand": hand, "card": card}
        for hand, card in zip(hands, cards.split(), strict=True)
    ]


SAY_ON = """(button, command) => {
  button.dataset.command = JSON.stringify(command);
  for (const other of ["amount", "ask", "hold", "then"]) delete button.dataset[other];
}"""


def touched(page: Page, selector: str, command: str, **fields: Any) -> None:
    """Tap a button of the page which says another command than its own: what the page itself never offers."""
    button = page.locator(selector)
    button.evaluate(SAY_ON, {"command": command, **fields})
    button.tap()


CARDS = {"P": "9 2 K 5", "B": "K 4 2 5", "T": "K 4 7 3"}  # four cards that give each result


def played(jefe: Page, results: str) -> None:
    """The jefe opens the table anew under a reglamento in which the house banks, and these results come out."""
    limits = {"minimum": 100, "maximum": 10_000, "chip": 10}
    commands: list[dict[str, object]] = [
        {"command": "close_table"},
        {"command": "open_table", "reglamento": "slovenia", **limits},
        {"command": "shuffle", "riffles": 4},
        {"command": "cut", "depth": 150},
    ]
    for result in results:
        commands += [{"command": "close_betting"}, *dealt(CARDS[result]), {"command": "settle"}]
    assert jefe.evaluate(GIVE, commands) == []
