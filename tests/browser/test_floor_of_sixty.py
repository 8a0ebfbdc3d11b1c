"""A floor of sixty tables: all of them on one screen, what needs the jefe first, his own section, the figures."""

import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import give, settled
from tests.browser.houses import House, environment
from tests.pages.faults import Loading, unreadable
from tests.support.embedded_houses import MANAGE

DESK = {"width": 1600, "height": 1000}
LOST = "24.927.730"
PHONE = {"width": 320, "height": 640}
SIXTY = """
from tables.rules.roles import Actor
from tables.door.service import create_table, execute
for number in range(5, 61):
    slug = f"mesa-{number}"
    create_table(slug, f"Mesa {number}")
    if number % 15:
        command = {"command": "open_table", "reglamento": "spain", "minimum": 100, "maximum": 10000, "chip": 10}
        assert execute(slug, command, Actor("julio", "jefe")).ok
from casino.administration import pits
from casino.house.acts import By
for number in range(1, 6):
    pit = pits.add(By("ana.admin"), f"Sala {number}")
    pits.assign(By("ana.admin"), pit.pk, [f"mesa-{12 * number - place}" for place in range(12)])
"""
IN_SIGHT = """() => [...document.querySelectorAll(".tile")]
  .map((tile) => tile.getBoundingClientRect())
  .filter((box) => box.height >= 44 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth).length"""
SCROLLING = """() => [...document.querySelectorAll(".room, .tables, .pits, .queue, html, body")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.className || one.tagName)"""
CLIPPED = """() => [...document.querySelectorAll(".tile, .table-face")]
  .filter((tile) => tile.scrollHeight > tile.clientHeight + 1 || tile.scrollWidth > tile.clientWidth + 1)
  .map((tile) => tile.id)"""
SHOWN = """() => [...document.querySelectorAll(".tile")]
  .filter((tile) => tile.checkVisibility())
  .map((tile) => ({ id: tile.id, box: tile.getBoundingClientRect() }))
  .sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
  .map(({ id }) => id)"""
ALERTS = """() => [...document.querySelectorAll(".by-gravity .alert")]
  .filter((alert) => alert.checkVisibility())
  .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
  .map((alert) => alert.id.split("-").slice(1, 4).join("-"))"""


@pytest.fixture(scope="session")
def built(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo with fifty-six tables more."""
    folder = Path(shutil.copytree(built, tmp_path_factory.mktemp("sixty") / "var"))
    command = [sys.executable, MANAGE, "shell", "-v", "0", "-c", SIXTY]
    subprocess.run(command, env=environment(folder), check=True, capture_output=True)
    return folder


def choose(floor: Page, shown: str) -> None:
    floor.locator(f"[name=shown][value={shown}]").check(force=True)


def floor_of(visit: Visit, size: dict[str, int] = DESK) -> Page:
    return visit("/floor/", "julio", size=size)


def test_sixty_tables_are_in_sight_at_once_and_stay_so(visit: Visit) -> None:
    floor = floor_of(visit)
    expect(floor.locator(".tile")).to_have_count(60)
    expect(floor.locator(".pit h2")).to_have_text([f"Sala {number}" for number in range(1, 6)])
    assert floor.evaluate(IN_SIGHT) == 60
    assert floor.evaluate(CLIPPED) == []
    assert floor.evaluate(SCROLLING) == []
    floor.locator("[name=view][value=list]").check(force=True)
    expect(floor.locator("#figures-mesa-60")).to_be_attached()
    assert floor.evaluate("document.documentElement.scrollHeight <= innerHeight")
    floor.reload()
    floor.wait_for_selector('html[data-line="up"]')
    expect(floor.locator(".list")).to_be_visible()


def test_the_list_is_sorted_by_any_column_with_the_sums_first(visit: Visit) -> None:
    floor = floor_of(visit)
    floor.locator("[name=view][value=list]").check(force=True)
    rows = floor.locator(".list tbody tr")
    expect(rows.nth(1)).to_have_attribute("id", "figures-mesa-1")
    floor.locator("th[data-sort=place] button").tap()
    expect(rows.nth(1)).to_have_attribute("id", "figures-mesa-60")
    expect(rows.first).to_have_class("total")
    floor.locator("th[data-sort=limits] button").tap()
    expect(floor.locator("th[data-sort=limits]")).to_have_attribute("aria-sort", "descending")
    expect(rows.last).to_contain_text("Cerrada")


def test_no_sum_is_cut_on_a_small_tile(visit: Visit, house: House) -> None:
    """Neither beside usual limits nor beside high ones; and a share of thousands of percent is grouped."""
    highest = {f"mesa-{4 + place}": most for place, most in enumerate((10**6, 10**7, 10**8))}
    lost(house, "mesa-3", "mesa-59", *highest)
    for slug, most in highest.items():  # which draws these tables again, with what they have lost
        give(visit(f"/tables/{slug}/", "julio"), "set_limits", minimum=most // 1000, maximum=most)
    floor = floor_of(visit)
    for slug in ("mesa-59", *highest):
        expect(floor.locator(f"#tile-{slug} .won")).to_contain_text(f"−{LOST}")
    assert unreadable(floor) == []
    expect(floor.locator("#floor-totals")).to_contain_text(re.compile(r"−2\.492\.773\.000,0\s%"))
    assert floor.evaluate(IN_SIGHT) == 60


def lost(house: House, *slugs: str) -> None:
    """The house has lost a large sum at these tables in this hour, and sold few chips."""
    hour = datetime.now(UTC).strftime("%Y-%m-%d %H:00:00")
    flows = (("tray", "chips", "punto_won", int(LOST.replace(".", ""))), ("chips", "drop", "buy_in", 1))
    rows = [(f"table:{slug}", hour, *flow) for slug in slugs for flow in flows]
    with closing(sqlite3.connect(house.folder / "casino.sqlite3")) as base:
        base.executemany(
            "INSERT INTO ledger_hourlytotal (book, hour, source, target, purpose, amount)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            rows,
        )
        base.commit()


def test_what_needs_him_what_is_open_and_what_is_his(visit: Visit) -> None:
    floor, jefe = floor_of(visit), visit("/tables/mesa-40/", "julio")
    choose(floor, "open")
    assert len(floor.evaluate(SHOWN)) == 56
    choose(floor, "mine")
    expect(floor.locator(".tables .none")).to_be_visible()
    choose(floor, "needs")
    assert floor.evaluate(SHOWN) == []
    give(jefe, "suspend", reason="Falta un naipe")
    expect(floor.locator("#tile-mesa-40")).to_be_visible()
    expect(floor.locator("#tile-mesa-40 .tag")).to_contain_text("Suspendida")
    expect(floor.locator(".tables .none")).to_be_hidden()
    settled(floor)
    floor.locator("#alerts-mesa-40 button[data-post]").tap()
    expect(floor.locator("#tile-mesa-40")).to_be_hidden()
    expect(floor.locator("#alerts-mesa-40 .seen")).to_contain_text("Julio")


def test_the_gravest_alert_is_first_then_the_oldest_whatever_the_table(visit: Visit) -> None:
    floor = floor_of(visit)
    for number in (50, 10):
        jefe = visit(f"/tables/mesa-{number}/", "julio")
        jefe.evaluate(
            """(slug) => fetch(`/api/tables/${slug}/disputes`, { method: "POST", body: '{"note": "mine"}',
            headers: { "Content-Type": "application/json", "X-CSRFToken": document.body.dataset.csrf } })""",
            f"mesa-{number}",
        )
    expect(floor.locator(".by-gravity .alert:visible")).to_have_count(2)
    give(
        visit("/tables/mesa-30/", "julio"),
        "open_table",
        reglamento="spain",
        minimum=100,
        maximum=1000,
        chip=10,
    )
    give(visit("/tables/mesa-30/", "julio"), "suspend", reason="Una discusión")
    expect(floor.locator(".by-gravity .alert:visible")).to_have_count(3)
    # What arrives moves nothing: the order is looked at every few seconds.
    expect(floor.locator(".by-gravity h3:visible")).to_have_text(["Ahora", "Cuando haya tiempo"])
    assert floor.evaluate(ALERTS) == ["mesa-50-dispute", "mesa-10-dispute", "mesa-30-suspended"]
    settled(floor)
    floor.locator("#alerts-mesa-30 form button").tap()
    expect(floor.locator("#alerts-mesa-30 .alert")).to_have_count(0)
    sort_by(floor, "alertas")
    assert floor.evaluate(SHOWN)[:3] == ["tile-mesa-10", "tile-mesa-50", "tile-mesa-1"]
    sort_by(floor, "mesa")
    assert floor.evaluate(SHOWN)[:3] == ["tile-mesa-1", "tile-mesa-2", "tile-mesa-3"]


def sort_by(floor: Page, word: str) -> None:
    floor.locator(".picker summary").first.tap()
    floor.locator(".picker label", has_text=word).first.tap()


def test_a_jefe_takes_a_pit_as_his_section(visit: Visit) -> None:
    floor = floor_of(visit)
    floor.locator("a[href='/floor/section/']").tap()
    floor.get_by_label(re.compile("Sala 2")).check()
    floor.get_by_text("Mesas sueltas").nth(3).tap()
    floor.locator("#sheet [value=mesa-40]").check()
    floor.locator("#sheet .primary").tap()
    expect(floor.locator("#sheet")).to_be_hidden()
    choose(floor, "mine")
    expect(floor.locator(".tile:visible")).to_have_count(13)
    expect(floor.locator("#tile-mesa-40")).to_be_visible()


def test_several_tables_are_opened_at_once_and_each_says_how_it_went(visit: Visit) -> None:
    floor = floor_of(visit)
    for slug in ("mesa-15", "mesa-30"):
        jefe = visit(f"/tables/{slug}/", "julio")
        give(jefe, "open_table", reglamento="spain", minimum=100, maximum=1000, chip=10)
        give(jefe, "close_table")
    floor.locator("a[href='/floor/openings/']").tap()
    expect(floor.locator("#sheet tbody input:checked")).to_have_count(2)
    floor.locator("#sheet .primary").tap()
    expect(floor.locator("#sheet .told")).to_contain_text("Mesa 15, Mesa 30")
    floor.locator("#sheet [data-close]").tap()
    expect(floor.locator("#tile-mesa-15 .limits")).to_have_text("100–1.000")


def test_many_tables_are_closed_by_one_key_that_is_held(visit: Visit) -> None:
    floor = floor_of(visit)
    floor.locator("a[href='/floor/closings/']").tap()
    sheet = floor.locator("#sheet")
    sheet.locator("[data-choose-all]").check()
    sheet.locator("[name=reason]").fill("Fin de la noche")
    key = sheet.locator("button.danger")
    key.tap()
    expect(sheet.locator(".wrong")).to_contain_text("Manténgalo pulsado")
    expect(sheet.locator(".told")).to_have_count(0)
    key.hover()
    floor.mouse.down()
    expect(sheet.locator(".told")).to_contain_text("Mesa 58, Mesa 59")
    floor.mouse.up()
    sheet.locator("[data-close]").tap()
    expect(floor.locator("#tile-mesa-59 .state")).to_be_visible()
    expect(floor.locator("#floor-totals dd").first).to_contain_text("0 / 60")


def test_on_a_phone_tables_are_rows_and_the_bar_leads_to_alerts(visit: Visit) -> None:
    floor = floor_of(visit, PHONE)
    assert floor.evaluate("document.documentElement.scrollWidth") == 320
    assert floor.locator("#tile-mesa-1 .table-face").bounding_box()["height"] == 56  # type: ignore[index]
    floor.locator("[name=found]").fill("mesa 4")
    expect(floor.locator(".tile:visible")).to_have_count(11)
    choose(floor, "closed")
    expect(floor.locator(".tile:visible")).to_have_count(1)
    give(visit("/tables/mesa-40/", "julio"), "suspend", reason="Falta un naipe")
    expect(floor.locator("#alerts-mesa-40 .alert")).to_be_hidden()
    floor.locator(".bar-below a", has_text="Alertas").tap()
    expect(floor.locator("#alerts-mesa-40 .alert")).to_be_visible()
    expect(floor.locator(".pits")).to_be_hidden()
    assert floor.evaluate("document.documentElement.scrollWidth") == 320


def two_long_cuts(visit: Visit, floor: Page) -> None:
    """At mesa-31 and mesa-32 the cut lasts longer than it should."""
    for number in (31, 32):
        jefe = visit(f"/tables/mesa-{number}/", "julio")
        for seat, player in enumerate(("ana", "bea"), 1):
            give(jefe, "join", player=player, name=player.title())
            give(jefe, "sit", player=player, seat=seat)
        give(jefe, "shuffle", riffles=4)
        expect(floor.locator(f"#tile-mesa-{number} .phase")).not_to_contain_text("Asientos")
    expect(floor.locator("#many-long")).to_be_visible()


@pytest.mark.parametrize("house_settings", [{"LONG_CUTTING": "1"}])
def test_alerts_of_one_kind_are_one_line_and_seen_together(visit: Visit) -> None:
    floor = floor_of(visit)
    expect(floor.locator("#many-long")).to_be_hidden()
    two_long_cuts(visit, floor)
    expect(floor.locator("#many-long b")).to_have_text("2 mesas más lentas de lo normal")
    expect(floor.locator("#many-long small")).to_contain_text("Mesa 31 y 32")
    expect(floor.locator("#alerts-mesa-31 .alert")).to_be_hidden()
    settled(floor)
    floor.locator("#many-long button").tap()
    expect(floor.locator("#alerts-mesa-31 .alert")).to_be_visible()
    settled(floor)
    floor.locator("[data-see-all='2']").tap()
    expect(floor.locator("#many-long")).to_be_hidden()
    expect(floor.locator("#alerts-mesa-32 .seen")).to_contain_text("Julio")


@pytest.mark.parametrize("house_settings", [{"LONG_CUTTING": "1"}])
def test_nothing_moves_on_a_page_that_comes_when_a_phase_has_lasted_long(visit: Visit) -> None:
    """On a slow tablet, too: the alert is there when anything is."""
    floor = floor_of(visit)
    two_long_cuts(visit, floor)
    floor.context.new_cdp_session(floor).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    loading = Loading(floor)
    for path in ("/floor/", "/tables/mesa-31/"):
        loading.begins()
        floor.goto(floor.url.partition("/floor/")[0] + path)
        floor.wait_for_selector('html[data-line="up"]')
        expect(floor.locator("[data-after]:visible").first).to_be_visible()
        assert loading.faults() == []
