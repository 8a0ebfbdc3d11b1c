"""A floor of sixty tables: all of them on one screen, what needs the jefe first, his own section, the figures."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.hand import give
from tests.browser.houses import MANAGE, environment

DESK = {"width": 1600, "height": 1000}
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
    assert floor.evaluate(ALERTS) == ["mesa-30-suspended", "mesa-50-dispute", "mesa-10-dispute"]
    expect(floor.locator(".by-gravity h3:visible")).to_have_text(["Ahora", "Pronto"])
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


@pytest.mark.parametrize("house_settings", [{"LONG_CUTTING": "1"}])
def test_long_phases_are_one_line(visit: Visit) -> None:
    floor = floor_of(visit)
    expect(floor.locator(".long")).to_be_hidden()
    for number in (31, 32):
        jefe = visit(f"/tables/mesa-{number}/", "julio")
        for seat, player in enumerate(("ana", "bea"), 1):
            give(jefe, "join", player=player, name=player.title())
            give(jefe, "sit", player=player, seat=seat)
        give(jefe, "shuffle", riffles=4)
        expect(floor.locator(f"#tile-mesa-{number} .now")).not_to_contain_text("Ubicación")
    expect(floor.locator(".long .one:visible")).to_have_count(2)
    expect(floor.locator(".long")).to_be_visible()
    floor.locator("#long-mesa-31 button").tap()
    expect(floor.locator(".long .one:visible")).to_have_count(1)
