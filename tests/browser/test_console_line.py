"""A line that is lost is said, and heals by itself."""

import json

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.hand import Hand, bet, to_betting, touched
from tests.browser.houses import House
from tests.browser.slow_line import slow_line
from tests.support.ports import free_port

LONG_SILENCE = 7000  # ms: after it the screen gives a line up that says nothing


def test_a_lost_line_is_said_and_heals_by_itself(hand: Hand, house: House) -> None:
    to_betting(hand)
    house.stop()
    expect(hand.page.locator("#no-signal")).to_be_visible()
    hand.tap("#spot-bea-punto")
    expect(hand.page.locator("#refusal")).to_contain_text("no se envió")
    house.start()
    expect(hand.page.locator("html")).to_have_attribute("data-line", "up")
    expect(hand.page.locator("#no-signal")).to_be_hidden()
    expect(hand.page.locator("#spot-bea-punto")).not_to_contain_text("100")
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")


def test_while_the_house_is_away_it_is_asked_without_opening_sockets(hand: Hand, house: House) -> None:
    """A browser lets each new socket wait seconds longer after some that have failed: none is tried in vain."""
    tried: list[str] = []
    asked: list[str] = []
    hand.page.on("websocket", lambda socket: tried.append(socket.url))
    hand.page.on("requestfailed", lambda request: asked.append(request.url))
    house.stop()
    expect(hand.page.locator("#no-signal")).to_be_visible()
    while len(asked) < 6:
        hand.page.wait_for_timeout(100)
    assert tried == []
    assert all(address.endswith("/livez") for address in asked)
    house.start()
    expect(hand.page.locator("html")).to_have_attribute("data-line", "up")
    assert len(tried) == 1


def test_a_line_that_is_slow_to_stand_heals_too(hand: Hand, house: House) -> None:
    shown, house.port = house.port, free_port()
    house.stop()
    expect(hand.page.locator("html")).to_have_attribute("data-line", "down")
    house.start()
    hand.page.wait_for_timeout(LONG_SILENCE)
    with slow_line(shown, house.port, delay=1.5):
        expect(hand.page.locator("html")).to_have_attribute("data-line", "up")


def test_a_dialog_too_says_that_the_line_is_lost(hand: Hand, house: House) -> None:
    hand.tap("#act-menu")
    house.stop()
    expect(hand.page.locator("#menu .dead")).to_be_visible()
    house.start()
    expect(hand.page.locator("#menu .dead")).to_be_hidden()


def test_commands_go_over_the_socket_while_the_line_is_up(hand: Hand) -> None:
    """Each is shown as one that went over HTTP is: the answer, and a refusal beside the finger."""
    posted: list[str] = []
    hand.page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    still_here = f"{hand.page.url.partition('/tables/')[0]}/still-here/"
    to_betting(hand)
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    touched(hand.page, "#spot-bea-punto", "place_bet", player="bea", chance="punto", amount=1)
    expect(hand.page.locator("#refusal")).to_be_visible()
    assert set(posted) <= {still_here}


def test_a_command_whose_line_is_lost_before_its_answer_says_so(hand: Hand, house: House) -> None:
    to_betting(hand)
    with house.silent():
        hand.tap("#spot-bea-punto")
        expect(hand.page.locator("#spot-bea-punto")).to_have_attribute("aria-busy", "true")
        expect(hand.page.locator("#refusal")).to_be_visible()
        expect(hand.page.locator("#spot-bea-punto")).not_to_have_attribute("aria-busy", "true")
    expect(hand.page.locator("html")).to_have_attribute("data-line", "up")


def test_what_waits_for_the_answer_before_it_is_busy_from_its_touch(hand: Hand, house: House) -> None:
    to_betting(hand)
    with house.silent():
        hand.tap("#spot-bea-punto")
        hand.tap("#spot-carlos-punto")
        expect(hand.page.locator("#spot-carlos-punto")).to_have_attribute("aria-busy", "true")
    expect(hand.page.locator("[aria-busy=true]")).to_have_count(0)


def test_what_the_house_cannot_take_is_given_once_more_with_its_key(hand: Hand) -> None:
    to_betting(hand)
    keys: list[str] = []
    hand.page.route_web_socket(
        "**/ws/screens/console/**", lambda line: unavailable_for(line, keys, (1, 3, 4))
    )
    hand.page.reload()
    expect(hand.page.locator("html")).to_have_attribute("data-line", "up")
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")
    assert len(keys) == 2 and len(set(keys)) == 1
    bet(hand, "bea", "punto")
    expect(hand.page.locator("#refusal")).to_contain_text("not now")
    assert len(keys) == 4 and len(set(keys)) == 2
    expect(hand.page.locator("#spot-bea-punto")).to_contain_text("100")


def unavailable_for(line: WebSocketRoute, keys: list[str], attempts: tuple[int, ...]) -> None:
    """A line on which these attempts at a command are answered 503 before the house hears of them. `keys`: of all."""
    house = line.connect_to_server()
    error = {"code": "unavailable", "article": None, "message": "not now", "fields": {}, "facts": []}

    def say(text: str | bytes) -> None:
        said = json.loads(text)
        if said["type"] == "command":
            keys.append(said["key"])
        if said["type"] == "command" and len(keys) in attempts:
            answer = {"type": "answer", "status": 503, "key": said["key"], "ok": False, "error": error}
            line.send(json.dumps(answer))
        else:
            house.send(text)

    line.on_message(say)
