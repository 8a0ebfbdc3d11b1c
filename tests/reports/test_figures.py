"""Figures for programs: the views of PostgreSQL and the API say what the reports say, and a reader reads no more."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from casino.common import clock
from casino.common.clock.periods import HourParts
from casino.people.models import Token, User
from ledger import totals
from tables.door.service import create_table, execute
from tables.models import Pass, Table
from tables.reports.figures import VERSION, views
from tables.reports.period import Period
from tables.reports.period_reports import floor_report, table_report
from tables.reports.selectors import people
from tables.reports.selectors.measures import measures_of, together
from tables.reports.selectors.open_time import open_by_part
from tests.support import evening
from tests.support.built import built_for_a_module
from tests.support.databases import on_postgresql
from tests.support.house import JEFE
from tests.support.own_house import HouseHas
from tests.support.reading import key_figure, section, total

SINCE = evening.BEGIN.replace(minute=0)
UNTIL = SINCE + timedelta(days=3)
HOURS = {"since": SINCE.isoformat(), "until": UNTIL.isoformat()}
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """An evening of three tables, with everything that a report could get wrong."""
    with built_for_a_module(django_db_blocker, lambda: evening.play(5, 8)):
        yield


def asked(client: Client, name: str, token: str = "", **query: str) -> list[dict[str, Any]]:
    """The rows of all pages."""
    found, address = [], f"/api/figures/{name}"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    while address:
        answer = client.get(address, query, headers=headers)
        assert answer.status_code == 200, answer.content
        said = answer.json()
        found += said["rows"]
        address, query = said["next"] or "", {}
    return found


def of_view(view: str, where: str = "true") -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {view} WHERE {where}")  # noqa: S608
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def in_order(rows: list[dict[str, Any]]) -> list[list[tuple[str, Any]]]:
    """Comparable, whatever their order, and with moments as moments."""
    found = []
    for row in rows:
        begin = row["begin"] if isinstance(row["begin"], datetime) else datetime.fromisoformat(row["begin"])
        found.append([*(row | {"begin": begin.astimezone(UTC)}).items()])
    return sorted(found, key=str)


@pytest.fixture
def secret(night: None) -> str:
    return Token.objects.issue("the group's cubes", "figures", "")


class TestTheApi:
    def test_the_results_are_those_of_the_reports(self, secret: str) -> None:
        expected = measures_of(SINCE, UNTIL)
        slugs = dict(Table.objects.values_list("slug", "pk"))
        for by in ("hour", "day", "month"):
            sums: dict[int, Counter[str]] = {}
            for row in asked(Client(), "results", secret, by=by, **HOURS):
                own = sums.setdefault(slugs[row["table_slug"]], Counter())
                own.update({name: value for name, value in row.items() if isinstance(value, int)})
            assert {pk: one["result"] for pk, one in sums.items()} == {
                pk: one.result for pk, one in expected.items()
            }
            whole, all_of_them = sum(sums.values(), Counter()), together(expected.values())
            for name in ("passes", "turnover", "drop", "deducted", "tips", "seats"):
                assert whole[name] == getattr(all_of_them, name), (by, name)
            assert whole["seats_taken"] == all_of_them.taken
            assert abs(whole["open_seconds"] - all_of_them.open) < 100  # an hour's are whole seconds
        shown = floor_report(Period(SINCE, UNTIL)).key_figures[0]
        assert shown.value in (whole["result"], whole["turnover"])

    def test_a_month_of_days_alone_is_the_casinos(self, secret: str, house_has: HouseHas) -> None:
        house_has(day_begins=8)
        headers = {"Authorization": f"Bearer {secret}"}
        query = {"since": "2026-11-01", "until": "2026-12-01", "by": "month"}
        said = Client().get("/api/figures/results", query, headers=headers).json()
        for end, day in (("since", date(2026, 11, 1)), ("until", date(2026, 12, 1))):
            assert datetime.fromisoformat(said[end]) == clock.begin_of(day)
        assert {datetime.fromisoformat(row["begin"]) for row in said["rows"]} == {
            clock.begin_of(date(2026, 11, 1))
        }

    def test_deductions_are_counted_alike_everywhere(self, secret: str) -> None:
        """With those of suites, which belong to no pass."""
        deducted, lines = Counter[str](), Counter[str]()
        for row in asked(Client(), "results", secret, **HOURS):
            deducted[row["table_slug"]] += row["deducted"]
        for row in asked(Client(), "chances", secret, **HOURS):
            if row["line"] != "house_bank":
                lines[row["table_slug"]] += row["deducted"]
        assert any(row["line"] == "suite" for row in asked(Client(), "chances", secret, **HOURS))
        period = Period(SINCE, UNTIL)
        for table in Table.objects.all():
            report = table_report(table, period)
            assert key_figure(report, "Deductions") == deducted[table.slug] == lines[table.slug]
            assert total(section(report, "Turnover by chance"))[-2:] == [
                deducted[table.slug],
                key_figure(report, "House's result"),
            ]
            assert total(section(report, "Deductions by article"))[-1] == deducted[table.slug]
        floor = floor_report(period)
        assert key_figure(floor, "Deductions") == deducted.total()
        assert together(measures_of(SINCE, UNTIL).values()).deducted == deducted.total()

    def test_the_money_is_that_of_the_reports(self, secret: str) -> None:
        found: dict[str, dict[str, Counter[str]]] = {}
        for row in asked(Client(), "money", secret, by="day", **HOURS):
            lines = found.setdefault(row["book"], {})
            lines.setdefault(row["account"], Counter())[row["purpose"]] += row["amount"]
        for book, lines in totals.of_hours(SINCE, UNTIL).items():
            moved = {kind: +of | Counter() for kind, of in lines.items()}
            assert {kind: +of for kind, of in found[book].items() if +of} == {
                kind: of for kind, of in moved.items() if of
            }

    def test_the_chances_come_to_the_passes(self, secret: str) -> None:
        rows = asked(Client(), "chances", secret, **HOURS)
        paid = Pass.objects.filter(paid_at__gte=SINCE, paid_at__lt=UNTIL)
        assert sum(row["number"] for row in rows if row["line"] == "pass_tie") == (
            paid.filter(result="tie").count()
        )

    def test_a_page_is_bounded_and_leads_to_the_next(self, secret: str) -> None:
        headers = {"Authorization": f"Bearer {secret}"}
        said = Client().get("/api/figures/results", HOURS, headers=headers).json()
        since, until = (datetime.fromisoformat(said[end]) for end in ("since", "until"))
        assert (said["version"], said["by"], until - since) == (VERSION, "hour", timedelta(days=1))
        assert said["next"].startswith("/api/figures/results?")
        after = Client().get(said["next"], headers=headers).json()
        assert datetime.fromisoformat(after["since"]) == until

    def test_the_tables_have_their_names(self, secret: str) -> None:
        answer = Client().get("/api/figures/tables", headers={"Authorization": f"Bearer {secret}"})
        assert [one["table_slug"] for one in answer.json()["tables"]] == sorted(evening.TABLES)

    @pytest.mark.parametrize(
        ("query", "code"),
        [
            ({"since": "yesterday"}, "no_such_time"),
            ({"since": "2026-11-21T10:00", "until": "2026-11-20T10:00"}, "ends_before_it_begins"),
            ({"by": "week"}, "says_nothing"),
        ],
    )
    def test_what_cannot_be_meant_is_refused(self, secret: str, query: dict[str, str], code: str) -> None:
        headers = {"Authorization": f"Bearer {secret}"}
        answer = Client().get("/api/figures/results", query, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)

    def test_such_a_token_opens_nothing_else(self, secret: str) -> None:
        headers = {"Authorization": f"Bearer {secret}"}
        for address in ("tables", "tables/mesa-1", "tables/mesa-1/money", "cage", "reglamentos/argentina"):
            assert Client().get(f"/api/{address}", headers=headers).status_code == 403, address
        assert Client().get(f"/wall/{secret}/").status_code in (403, 404)

    @pytest.mark.parametrize("role", ["croupier", "jefe", "director", "administrator", "device", "display"])
    def test_others_read_no_figures(self, night: None, role: str) -> None:
        client, headers = Client(), {}
        if role in ("device", "display"):
            headers = {"Authorization": f"Bearer {Token.objects.issue('one', role, 'mesa-1')}"}
        else:
            client.force_login(User.objects.create_user(f"one-{role}", role=role))
        assert client.get("/api/figures/results", headers=headers).status_code == 403


class TestTheViews:
    @pytest.mark.parametrize("name", ["results", "chances", "money"])
    @on_postgresql
    def test_they_say_what_the_api_says(self, secret: str, name: str) -> None:
        whole = {"since": (SINCE - timedelta(days=1)).isoformat(), "until": UNTIL.isoformat()}
        found = of_view(f"figures.{name}", f"begin < '{UNTIL.isoformat()}'")  # a table is open to this day
        assert in_order(found) == in_order(asked(Client(), name, secret, **whole))

    @on_postgresql
    def test_the_players_are_those_of_the_guests(self, night: None) -> None:
        found: dict[str, Counter[str]] = {}
        for row in of_view("figures_people.players"):
            of = Counter({name: row[name] for name in ("bets", "staked")})
            found.setdefault(row["player"], Counter()).update(of)
            found[row["player"]].subtract({"lost": row["won"], "lost_as_bank": row["banked"]})
        for guest in people.guests(SINCE - timedelta(days=1), UNTIL):
            of = found.pop(guest.player)
            assert (of["bets"], of["staked"]) == (guest.bets, guest.staked)
            assert (-of["lost"], -of["lost_as_bank"]) == (guest.won, guest.banked)
        assert not found

    @on_postgresql
    def test_they_tell_their_version(self, night: None) -> None:
        assert of_view("figures.about")[0]["version"] == VERSION

    @on_postgresql
    def test_they_can_be_made_anew(self, night: None) -> None:
        assert views.make() == ""


NINE = datetime(2026, 11, 20, 21, tzinfo=UTC)
OPENED = {"command": "open_table", "reglamento": "spain", "minimum": 10, "maximum": 1000, "chip": 5}
CLOSED = {"command": "close_table", "reason": "the night is over"}
UNDONE = {"command": "undo", "reason": "it was not to be closed"}


@on_postgresql
@pytest.mark.parametrize(
    "given",
    [
        {0: OPENED, 2.25: CLOSED, 3.5: OPENED, 5: CLOSED},
        {0: OPENED, 2: CLOSED, 2.1: UNDONE, 3.3: CLOSED, 4: OPENED},
        {0: OPENED, 2: CLOSED, 2.1: UNDONE},
    ],
)
def test_a_table_is_open_in_the_view_as_in_the_reports(given: dict[float, dict[str, Any]]) -> None:
    mesa = create_table("mesa-9", "Mesa 9")
    for hours, command in given.items():
        with clock.running_on(lambda: NINE + timedelta(hours=hours)):  # noqa: B023 (called at once)
            assert execute("mesa-9", command, JEFE).ok
    until = NINE + timedelta(hours=8)
    parts = HourParts(NINE, until, tuple(NINE + timedelta(hours=number) for number in range(8)))
    expected = {begin: seconds for (pk, begin), seconds in open_by_part(parts).items() if pk == mesa.pk}
    found = of_view("figures.results", f"table_slug = 'mesa-9' AND begin < '{until.isoformat()}'")
    assert {row["begin"]: row["open_seconds"] for row in found if row["open_seconds"]} == expected
