"""The figures of the pit: of each table and of all together, since the day began, without reading a record."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.common import clock
from casino.common.currency import written
from tables.door.notify import FIGURES
from tables.door.service import create_table, execute, read
from tables.record.stored import current_all
from tables.screens.floor import figures
from tables.screens.floor import screen as floor
from tables.screens.table import screen as table_page
from tables.view.facts.phase_pace import of_floor, of_table
from tables.view.facts.table import results_today
from tables.view.screen import view_of, view_of_house
from tests.support import counter
from tests.support.house import JEFE, Croupier, game, opening
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db
MESA = counter.MESA


@pytest.fixture(autouse=True)
def house() -> None:
    """A table at which money was changed and passes were played, an open one without, and a closed one."""
    counter.filled()
    counter.done("buy_in", 700, table=MESA)
    create_table("mesa-5", "Mesa 5")
    create_table("mesa-6", "Mesa 6")
    for command in opening():
        assert execute("mesa-5", command, JEFE).ok
    game("mesa-5", 200, Croupier())


def of(slug: str) -> figures.Figures:
    return next(one for one in figures.read(current_all()) if one.slug == slug)


def test_drop_result_and_hold_are_those_of_the_day() -> None:
    before = of(MESA).drop
    counter.done("buy_in", 700, table=MESA)
    counter.done("cash_out", 50, table=MESA)
    assert of(MESA).drop == before + 700 and of("mesa-5").drop == 0
    assert of("mesa-5").won == results_today()["table:mesa-5"] != 0
    assert of("mesa-5").hold is None
    assert replace(of("mesa-5"), drop=1000, won=250).hold == 25


def test_passes_of_the_last_hour_stand_against_the_target(
    house_has: HouseHas, monkeypatch: pytest.MonkeyPatch
) -> None:
    house_has(passes_per_hour=40)
    played = of("mesa-5").passes
    assert played > 2 and of("mesa-5").target == 40 and of("mesa-5").are_few
    assert (of("mesa-6").passes, of("mesa-6").target, of("mesa-6").are_few) == (0, None, False)
    house_has(passes_per_hour=played)
    assert not of("mesa-5").are_few
    house_has(passes_per_hour=0)
    assert of("mesa-5").target is None
    later = clock.now() + timedelta(minutes=61)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert of("mesa-5").passes == 0


def test_the_sums_are_those_of_the_lines() -> None:
    lines = figures.read(current_all())
    sums = figures.together(lines)
    assert (sums.tables, sums.open) == (3, sum(one.open for one in lines))
    assert sums.drop == of(MESA).drop > 0 and sums.won == sum(one.won for one in lines)
    assert sums.seated == sum(one.seated for one in lines) >= 4
    assert sums.hold == pytest.approx(100 * sums.won / sums.drop)


def test_a_target_stands_only_beside_the_passes_that_it_is_for() -> None:
    one = replace(of("mesa-5"), passes=7, target=40)
    assert figures.together([one, replace(one, passes=0, target=None)]).target == 40
    assert figures.together([one, replace(one, passes=68, target=None)]).target is None


def test_they_cost_the_same_statements_for_any_number_of_tables_and_read_no_record() -> None:
    def statements() -> list[str]:
        with CaptureQueriesContext(connection) as found:
            figures.read(current_all())
        return [one["sql"] for one in found]

    few = statements()
    for number in range(7, 30):
        create_table(f"mesa-{number}", f"Mesa {number}")
    assert len(statements()) == len(few) <= 5
    with CaptureQueriesContext(connection) as found:
        of_floor({MESA: "Mesa 4"})
    assert len(found) == 1
    assert not [one for one in few if "tables_record" in one]


def test_the_page_shows_the_totals_and_a_line_for_each_table() -> None:
    parts = floor.SCREEN.render_of_house(view_of_house(FIGURES, "jefe"))
    assert parts.keys() == {"floor-totals", "floor-figures"}
    assert written(of(MESA).drop) in parts["floor-totals"] and 'id="figures-mesa-6"' in parts["floor-figures"]


def test_each_phase_has_its_average_of_the_day_against_the_houses_threshold(
    house_has: HouseHas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two cuts, of 10 and of 50 seconds."""
    began = clock.now()
    monkeypatch.setattr(clock, "now", lambda: began)
    for number, seconds in ((7, 10), (8, 50)):
        slug = f"mesa-{number}"
        create_table(slug, f"Mesa {number}")
        for command in (*opening("spain"), {"command": "shuffle", "riffles": 4}):
            assert execute(slug, command, JEFE).ok
        monkeypatch.setattr(clock, "now", lambda later=seconds: began + timedelta(seconds=later))
        assert execute(slug, {"command": "cut", "depth": 100}, JEFE).ok
        monkeypatch.setattr(clock, "now", lambda: began)
    house_has(long_cutting=40)
    (cutting,) = [one for one in of_floor({"mesa-7": "Mesa 7", "mesa-8": "Mesa 8"}) if one.usual == 40]
    assert (cutting.number, cutting.average, cutting.slowest, cutting.longest) == (2, 30.0, "Mesa 8", 50.0)
    assert not cutting.is_long and cutting.is_long_there
    (there,) = [one for one in of_table("mesa-8") if one.usual == 40]
    assert (there.number, there.average, there.is_long) == (1, 50.0, True)
    parts = floor.SCREEN.render_of_house(view_of_house(FIGURES, "jefe"))
    assert "Mesa 8 0:50" in parts["floor-figures"]
    shown = table_page.SCREEN.render(view_of(*read("mesa-8"), "jefe"))["table-pace"]
    assert "0:50" in shown and "0:40" in shown
    monkeypatch.setattr(clock, "now", lambda: began + timedelta(days=2))
    assert of_table("mesa-8") == []
