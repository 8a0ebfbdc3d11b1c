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

from deploy.shown.loading import Loading
from deploy.shown.readable import unreadable
from tests.browser.conftest import Visit
from tests.browser.hand import give
from tests.browser.houses import House, environment
from tests.embedded_houses import MANAGE

DESK = {"width": 1600, "height": 1000}
LOST = "24.927.730"
PHONE = {"width": 320, "height": 640}
SIXTY = """
from tables.engine.actor import Actor
from tables.service import create_table, execute
for number in range(4, 61):
    slug = f"mesa-{number}"
    create_table(slug, f"Mesa {number}")
    if number % 15:
        command = {"command": "open_table", "reglamento": "spain", "minimum": 100, "maximum": 10000, "chip": 10}
        assert execute(slug, command, Actor("julio", "jefe")).ok
"""
IN_SIGHT = """() => [...document.querySelectorAll(".tile")]
  .map((tile) => tile.getBoundingClientRect())
  .filter((box) => box.height >= 44 && box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth).length"""
CLIPPED = """() => [...document.querySelectorAll(".tile")]
  .filter((tile) => tile.scrollHeight > tile.clientHeight + 1)
  .map((tile) => tile.id)"""
SHOWN = '() => [...document.querySelectorAll(".tile")].filter((tile) => tile.checkVisibility()).map((tile) => tile.id)'
ALERTS = """() => [...document.querySelectorAll(".by-gravity .alert")]
  .filter((alert) => alert.checkVisibility())
  .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
  .map((alert) => alert.id.split("-").slice(1, 4).join("-"))"""


@pytest.fixture(scope="session")
def built(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo with fifty-seven tables more."""
    folder = Path(shutil.copytree(built, tmp_path_factory.mktemp("sixty") / "var"))
    command = [sys.executable, MANAGE, "shell", "-v", "0", "-c", SIXTY]
    subprocess.run(command, env=environment(folder), check=True, capture_output=True)
    return folder


def floor_of(visit: Visit, size: dict[str, int] = DESK) -> Page:
    return visit("/floor/", "julio", size=size)


def test_sixty_tables_are_in_sight_at_once_and_stay_so(visit: Visit) -> None:
    floor = floor_of(visit)
    expect(floor.locator(".tile")).to_have_count(60)
    assert floor.evaluate(IN_SIGHT) < 60
    floor.check("[name=compact]")
    assert floor.evaluate(IN_SIGHT) == 60
    assert floor.evaluate(CLIPPED) == []
    assert floor.evaluate("document.documentElement.scrollHeight <= innerHeight")
    floor.reload()
    floor.wait_for_selector('html[data-line="up"]')
    assert floor.evaluate(IN_SIGHT) == 60


def test_no_sum_is_cut_on_a_small_tile(visit: Visit, house: House) -> None:
    """Neither beside usual limits nor beside high ones; and a share of thousands of percent is grouped."""
    highest = {f"mesa-{4 + place}": most for place, most in enumerate((10**6, 10**7, 10**8))}
    lost(house, "mesa-3", "mesa-59", *highest)
    for slug, most in highest.items():  # which draws these tables again, with what they have lost
        give(visit(f"/tables/{slug}/", "julio"), "set_limits", minimum=most // 1000, maximum=most)
    floor = floor_of(visit)
    for is_compact in (False, True):
        floor.set_checked("[name=compact]", is_compact)
        for slug in ("mesa-59", *highest):
            expect(floor.locator(f"#tile-{slug} .ends")).to_contain_text(f"−{LOST}")
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
    floor.check("[value=open]")
    assert len(floor.evaluate(SHOWN)) == 56
    floor.check("[value=mine]")
    expect(floor.locator(".none")).to_be_visible()
    floor.check("[value=needs]")
    assert floor.evaluate(SHOWN) == []
    give(jefe, "suspend", reason="Falta un naipe")
    expect(floor.locator("#tile-mesa-40")).to_be_visible()
    expect(floor.locator("#tile-mesa-40 .mark")).to_contain_text("Suspendida")
    expect(floor.locator(".none")).to_be_hidden()
    floor.locator("#alerts-mesa-40 button[data-post]").tap()
    expect(floor.locator("#tile-mesa-40")).to_be_hidden()
    expect(floor.locator("#alerts-mesa-40 .seen")).to_contain_text("julio")


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
    expect(floor.locator(".by-gravity h3:visible")).to_have_text(["Ahora"])
    assert floor.evaluate(ALERTS) == ["mesa-50-dispute", "mesa-10-dispute", "mesa-30-suspended"]
    floor.wait_for_timeout(600)  # what has just moved takes no touch
    floor.locator("#alerts-mesa-30 form button").tap()
    expect(floor.locator("#alerts-mesa-30 .alert")).to_have_count(0)
    floor.select_option("[name=sorted]", "alerts")
    assert floor.evaluate(SHOWN)[:3] == ["tile-mesa-10", "tile-mesa-50", "tile-mesa-1"]
    floor.select_option("[name=sorted]", "place")
    assert floor.evaluate(SHOWN)[:3] == ["tile-mesa-1", "tile-mesa-2", "tile-mesa-3"]


def test_a_jefe_takes_his_section(visit: Visit) -> None:
    floor = floor_of(visit)
    floor.locator("#section summary").tap()
    for slug in ("mesa-7", "mesa-8"):
        floor.check(f"#section [value={slug}]")
    floor.locator("#section .primary").tap()
    expect(floor.locator("#section")).not_to_have_attribute("open", "")
    floor.check("[value=mine]")
    for slug in ("mesa-7", "mesa-8"):
        expect(floor.locator(f"#tile-{slug}")).to_be_visible()
    assert floor.evaluate(SHOWN) == ["tile-mesa-7", "tile-mesa-8"]
    floor.locator("#section summary").tap()
    expect(floor.locator("#section [value=mesa-7]")).to_be_checked()
    floor.locator("#section [data-choose=none]").tap()
    floor.locator("#section .primary").tap()
    expect(floor.locator("#tile-mesa-8")).to_be_hidden()


def test_the_totals_and_the_figures_of_each_table(visit: Visit) -> None:
    floor = floor_of(visit)
    expect(floor.locator("#floor-totals")).to_contain_text("56/60")
    floor.locator("#pit summary").tap()
    expect(floor.locator("#figures-mesa-60")).to_contain_text("Cerrada")
    give(
        visit("/tables/mesa-60/", "julio"),
        "open_table",
        reglamento="spain",
        minimum=100,
        maximum=1000,
        chip=10,
    )
    expect(floor.locator("#floor-totals")).to_contain_text("57/60")
    expect(floor.locator("#figures-mesa-60")).to_contain_text("0/40")


def test_on_a_phone_nothing_lies_beside_the_screen(visit: Visit) -> None:
    floor = floor_of(visit, PHONE)
    for compact in (False, True):
        floor.set_checked("[name=compact]", compact)
        assert floor.evaluate("document.documentElement.scrollWidth") == 320
    floor.locator("#section summary").tap()
    assert floor.evaluate("document.documentElement.scrollWidth") == 320


def test_a_change_of_shift_is_signed_by_both(visit: Visit) -> None:
    julio = visit("/floor/", "julio")
    julio.locator('a[href="/handover/"]').tap()
    julio.fill("#give [name=notes]", "Mesa 9 espera una reposición")
    julio.locator("#give button").tap()
    expect(julio.locator("#given")).to_contain_text("Mesa 9 espera una reposición")
    expect(julio.locator("#given button")).to_have_count(0)
    julio.set_viewport_size(PHONE)
    assert julio.evaluate("document.documentElement.scrollWidth") == 320


def two_long_cuts(visit: Visit, floor: Page) -> None:
    """At mesa-31 and mesa-32 the cut lasts longer than it should."""
    for number in (31, 32):
        jefe = visit(f"/tables/mesa-{number}/", "julio")
        for seat, player in enumerate(("ana", "bea"), 1):
            give(jefe, "join", player=player, name=player.title())
            give(jefe, "sit", player=player, seat=seat)
        give(jefe, "shuffle", riffles=4)
        expect(floor.locator(f"#tile-mesa-{number} .now")).not_to_contain_text("Asientos")
    expect(floor.locator(".long .one:visible")).to_have_count(2)


@pytest.mark.parametrize("house_settings", [{"LONG_CUTTING": "1"}])
def test_long_phases_are_one_line(visit: Visit) -> None:
    floor = floor_of(visit)
    expect(floor.locator(".long")).to_be_hidden()
    two_long_cuts(visit, floor)
    expect(floor.locator(".long")).to_be_visible()
    floor.wait_for_function("() => !document.body.matches('.settling')")
    floor.locator("#long-mesa-31 button").tap()
    expect(floor.locator(".long .one:visible")).to_have_count(1)


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
