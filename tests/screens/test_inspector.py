"""The inspector's screen: the record found, paged and stepped through, and nothing that could be changed."""

import json
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from casino.common import clock
from tables.door.service import create_table, execute, read
from tables.models import Record, Table
from tables.record.search import PAGE, Filters, record_detail, search
from tests.support.house import CROUPIER, JEFE, Croupier, client_of, game, open_table, opening
from verify_shift import verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Croupier:
    for slug in ("mesa", "otra"):
        open_table(slug, slug.title())
    croupier = Croupier(seed=4)
    game("mesa", 130, croupier)
    conduct = {"command": "incident", "kind": "conduct", "article": "16", "text": "filar"}
    assert execute("mesa", conduct, CROUPIER).ok
    return croupier


def test_pages_do_not_drift_while_the_game_goes_on(played: Croupier) -> None:
    first, onward = search(Filters(table="mesa"))
    execute("mesa", {"command": "join", "player": "zoe"}, CROUPIER)
    second, _ = search(Filters(table="mesa", before=onward))
    numbers = [record.number for record in (*first, *second)]
    assert numbers == list(range(numbers[0], numbers[0] - 2 * PAGE, -1))


@pytest.mark.parametrize(
    ("filters", "fits"),
    [
        ({"table": "otra"}, lambda record: record.table.slug == "otra"),
        ({"actor": "carla"}, lambda record: record.actor == "carla"),
        ({"command": "settle"}, lambda record: record.name == "settle"),
        ({"article": "30"}, lambda record: '"article": "30"' in json.dumps(record.events)),
        ({"incident": "conduct"}, lambda record: record.name == "incident"),
        ({"table": "mesa", "command": "bid"}, lambda record: record.name == "bid"),
    ],
)
def test_a_filter_finds_what_fits_and_nothing_else(played: Croupier, filters: Any, fits: Any) -> None:
    records, _ = search(Filters(**filters))
    wanted = [record.pk for record in Record.objects.order_by("-pk") if fits(record)][:PAGE]
    assert wanted and [record.pk for record in records] == wanted


def test_times_bound_from_and_until(played: Croupier) -> None:
    records = list(Record.objects.order_by("pk"))
    middle = records[40].at
    earlier, _ = search(Filters(until=middle))
    later, _ = search(Filters(since=middle))
    assert {record.pk for record in earlier} == {record.pk for record in records[:40] if record.at < middle}
    assert all(record.at >= middle for record in later)


def test_a_moment_shows_the_table_as_it_was_then(played: Croupier) -> None:
    table = Table.objects.get(slug="mesa")
    for settle in Record.objects.filter(name="settle"):
        then = record_detail(table, settle.number)
        assert then
        assert (then.before.phase, then.after.version) == ("resolved", settle.version)
        assert then.earlier == settle.number - 1
        decided = any(event.get("result") in ("punto", "banca") for event in settle.events)
        assert bool(then.money) == decided
    assert record_detail(table, table.records + 1) is None
    last = record_detail(table, table.records)
    assert last and last.after == read("mesa")[1] and last.later is None


@pytest.mark.parametrize("role", ["inspector", "jefe"])
def test_the_pages_show_it_and_hold_nothing_to_press(played: Croupier, role: str) -> None:
    client = client_of(role)
    page = client.get("/inspector/", {"table": "mesa", "article": "16"}).content.decode()
    assert "conduct" in page and "data-command" not in page
    number = Record.objects.filter(name="settle").latest("number").number
    step = client.get(f"/inspector/mesa/{number}/").content.decode()
    assert f"/inspector/mesa/{number - 1}/" in step and f"/inspector/mesa/{number + 1}/" in step
    assert "data-command" not in step


RUBBISH = [
    {"before": "x"},
    {"before": "9" * 40},
    {"since": "yesterday", "until": "2026-99-99T00:00"},
    {"since": "0001-01-01T00:00", "until": "9999-12-31T23:59-12:00"},
    {"article": 'x" OR 1', "actor": "\x00"},
    {"table": "nowhere", "command": "fly", "incident": "rain"},
]


@pytest.mark.parametrize("query", RUBBISH)
def test_rubbish_in_the_address_is_no_error(played: Croupier, query: dict[str, str]) -> None:
    assert client_of("inspector").get("/inspector/", query).status_code == 200


@pytest.mark.parametrize("time", ["0001-01-01T00:00", "9999-12-31T23:59:59-12:00", "2026-13-01T00:00"])
def test_a_shift_at_the_end_of_the_calendar_is_refused(played: Croupier, time: str) -> None:
    asked = {"table": "mesa", "since": time, "until": "1990-01-01T00:00"}
    assert client_of("inspector").get("/inspector/shift", asked).status_code == 422


def test_the_button_gives_the_casinos_day_which_no_midnight_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = datetime(2026, 3, 6, 20, 59, 30, tzinfo=ZoneInfo("America/Argentina/Buenos_Aires"))
    create_table("mesa", "Mesa")
    monkeypatch.setattr(clock, "now", lambda: evening)
    for command in opening():
        assert execute("mesa", command, JEFE).ok
    client = client_of("inspector")
    midnights = (
        timedelta(minutes=1),
        timedelta(hours=11),
    )  # past that of UTC, and of the house, whose day begins at 8
    for later in midnights:
        monkeypatch.setattr(clock, "now", lambda later=later: evening + later)
        answer = client.get("/inspector/shift", {"table": "mesa"})
        assert answer.status_code == 200 and "records 1 to" in verify(answer.content)


def test_the_button_gives_a_bundle_that_holds(played: Croupier) -> None:
    client = client_of("inspector")
    answer = client.get(
        "/inspector/shift", {"table": "mesa", "since": "2020-01-01T00:00", "until": "2099-01-01T00:00"}
    )
    assert "attachment" in answer["Content-Disposition"]
    assert "complete and unchanged" in verify(answer.content)
    assert client.get("/inspector/shift", {"table": "mesa", "until": "2020-01-01T00:00"}).status_code == 404
    assert client.get("/inspector/shift", {"table": "nope"}).status_code == 404
