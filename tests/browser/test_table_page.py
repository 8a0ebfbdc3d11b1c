"""The jefe's page of a table: one screen at a desk, and a decision that is carried out where it is taken."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import TABLET, Visit
from tests.browser.hand import CONSOLE, GIVE, give, settled
from tests.browser.test_dispute import SAID, marks

PEOPLE = ("ana", "bea", "carlos", "dora", "emilio", "fatima", "gino", "hilda")
FIRST = ("play", "people", "theory", "history", "passes", "acts", "course")
LOWEST = """(names) => Math.max(...names.map(
    (name) => document.getElementById(`table-${name}`).getBoundingClientRect().bottom))"""
SCROLLS = "(one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth"


def eight_play(jefe: Page) -> None:
    commands: list[dict[str, object]] = [
        {"command": "close_table"},
        {"command": "open_table", "reglamento": "slovenia", "minimum": 100, "maximum": 10_000, "chip": 10},
    ]
    for seat, player in enumerate(PEOPLE, 1):
        commands.append({"command": "join", "player": player, "name": f"{player.title()} Rodríguez"})
        commands.append({"command": "sit", "player": player, "seat": seat})
    commands += [{"command": "shuffle", "riffles": 4}, {"command": "cut", "depth": 150}]
    for _ in range(2):
        commands += [
            {"command": "place_bet", "player": player, "chance": "banca", "amount": 10_000}
            for player in PEOPLE[:1]
        ]
        commands += [{"command": "close_betting"}]
        for hand, card in (("punto", "9"), ("banca", "2"), ("punto", "K"), ("banca", "5")):
            commands.append({"command": "card", "hand": hand, "card": card})
        commands.append({"command": "settle"})
    assert jefe.evaluate(GIVE, commands) == []


def test_eight_people_the_theory_and_the_days_line_are_one_screen(visit: Visit) -> None:
    page = visit("/tables/mesa-3/", "julio", touch=False)
    eight_play(page)
    expect(page.locator("#table-course polyline")).to_be_visible()
    expect(page.locator("#table-people tbody tr")).to_have_count(len(PEOPLE))
    assert page.evaluate(LOWEST, FIRST) <= TABLET["height"]
    assert not page.locator("#table-people").evaluate(SCROLLS)
    assert not page.locator("#table-people .box").evaluate(SCROLLS)
    assert page.locator("#rail").bounding_box()["height"] >= 176  # type: ignore[index]


def test_a_dispute_is_said_once_in_the_rail(visit: Visit) -> None:
    marks(visit(CONSOLE, "carla"))
    rail = visit("/tables/mesa-2/", "julio").locator("#rail")
    expect(rail.locator("article")).to_have_count(1)
    expect(rail.locator(".alert b")).to_have_count(1)


def test_what_the_decision_demands_is_done_with_it_and_said_on_the_console(visit: Visit) -> None:
    console = visit(CONSOLE, "carla")
    marks(console)
    table = visit("/tables/mesa-2/", "julio")
    version = give(table, "shuffle", riffles=4)["version"]
    expect(table.locator("body")).to_have_attribute("data-version", str(version))
    before = table.locator("body").get_attribute("data-version")
    panel = table.locator("#table-disputes")
    settled(table)
    panel.locator("[data-opens]").tap()
    panel.locator("[name=decision]").fill(SAID)
    panel.locator("[name=act]").nth(1).check()
    done = panel.locator(".deed").nth(1).inner_text()
    assert done.startswith("Deshacer hasta antes de")
    settled(table)
    panel.locator("form .foot .primary").tap()
    expect(panel.locator("article")).to_have_count(0)
    expect(table.locator("body")).not_to_have_attribute("data-version", str(before))
    expect(console.locator("#console-called")).to_contain_text(SAID)
    expect(console.locator("#console-called")).to_contain_text("Deshecho")
    expect(console.locator("#console-head .phase")).to_have_class(re.compile("phase-seating"))
