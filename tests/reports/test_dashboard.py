"""The director's page and the reports behind its figures: in an empty house, after a night, and asked wrongly."""

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.db import transaction
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from casino.common import clock
from casino.common.clock import begin_of
from casino.people.models import User
from casino.people.permissions import Role
from tables.models import Pit, Table
from tables.reports.catalogue import PAGES
from tables.reports.choosing import Against
from tables.reports.dashboard.board import Board
from tables.reports.dashboard.courses import Holds
from tables.reports.dashboard.decide import _out_of_band
from tables.reports.dashboard.drawn import hold_by_month
from tables.reports.people_reports import DealtRow
from tables.reports.period import Period
from tables.reports.renderers import charts, formatting
from tables.reports.renderers.charts import Box
from tables.reports.report import KeyFigure, Kind
from tables.reports.requested import Asked
from tables.reports.selectors.measures import Measures
from tables.reports.selectors.spread import Dealt, Theory
from tables.reports.templatetags.dashboard import changed
from tests.support import evening
from tests.support.house import client_of

HOUSE = ("report-yield", "report-hours", "report-guests", "report-banks", "report-tips", "report-dealers")
ADDRESSES = [f"/{page.path}" for page in PAGES if page.name in HOUSE]
LINK = re.compile(r'<a\b[^>]*?href="(/[^"]*)"')


class TestAnEmptyHouse:
    @pytest.mark.parametrize("language", ["es", "en", "fr", "sl"])
    def test_each_panel_says_that_there_is_nothing_yet(self, db: None, language: str) -> None:
        page = client_of("director", language).get("/dashboard/")
        assert page.status_code == 200
        assert page.text.count('class="empty"') == 6  # all but the figures
        assert "so_far.js" not in page.text  # nor is there a line to draw

    @pytest.mark.parametrize("address", ADDRESSES)
    def test_each_report_says_what_to_do(self, db: None, address: str) -> None:
        answer = client_of("director").get(address)
        assert answer.status_code == 200
        assert "in this time" in answer.text

    def test_a_table_that_never_played(self, db: None) -> None:
        from tables.door.service import create_table

        create_table("mesa-1", "Mesa 1")
        assert "Mesa 1" in client_of("director").get("/dashboard/").text


@pytest.mark.parametrize("period", ["nonsense", "year", "last-night"])
def test_any_period_is_answered(db: None, period: str) -> None:
    assert client_of("director").get("/dashboard/", {"period": period}).status_code == 200


def test_what_was_typed_wrongly_is_said_beside_its_field(db: None) -> None:
    answer = client_of("director").get("/dashboard/", {"since": "yesterday"})
    assert answer.status_code == 422
    assert 'value="yesterday"' in answer.text and 'id="wrong-since"' in answer.text


@pytest.mark.parametrize("query", [{"weekday": "9"}, {"weekday": "x"}, {"weekday": "3"}])
def test_a_weekday_that_does_not_exist_is_none(db: None, query: dict[str, str]) -> None:
    assert client_of("director").get("/reports/hours/", query).status_code == 200


@pytest.mark.parametrize("pit", ["0", "7", "x", "9" * 40])
def test_a_pit_that_does_not_exist_has_no_tables(db: None, pit: str) -> None:
    assert client_of("director").get("/reports/yield/", {"pit": pit}).status_code == 200


class TestANight:
    """Three tables over some evenings; the director comes the day after."""

    @pytest.fixture(scope="class")
    @staticmethod
    def director(django_db_setup: None, django_db_blocker: Any) -> Iterator[Client]:
        with django_db_blocker.unblock(), transaction.atomic():
            last = evening.play(5, 8)[0].clock.now
            pit = Pit.objects.create(name="Salón", position=1)
            Table.objects.filter(slug="mesa-1").update(pit=pit)
            client = Client()
            client.force_login(User.objects.create_user("elena", role=Role.DIRECTOR, language="en"))
            with clock.running_on(lambda: last + timedelta(hours=1)):
                yield client
            transaction.set_rollback(True)

    @pytest.fixture
    def page(self, director: Client) -> str:
        return director.get("/dashboard/", {"period": "week"}).text

    def test_all_panels_are_filled(self, page: str) -> None:
        assert page.count('class="empty"') <= 1  # there may be nothing to decide
        assert "Salón" in page and "Without a pit" in page

    def test_each_figure_leads_to_what_it_is_made_of(self, director: Client, page: str) -> None:
        shown = unescape(page[page.index("<main") : page.index("</main>")])
        links = set(LINK.findall(shown))
        assert {link.split("?")[0] for link in links} >= {
            "/reports/floor/",
            "/reports/yield/",
            "/reports/hours/",
            "/reports/tips/",
            "/reports/tables/mesa-1/",
        }
        for link in sorted(links):
            assert director.get(link).status_code == 200, link

    def test_the_line_of_the_browser_is_that_of_the_server(self, page: str) -> None:
        [said] = re.findall(r'<script id="so-far-data" type="application/json">(.*?)</script>', page)
        data = json.loads(said)
        assert len(data["series"]) == 5
        assert all(len(one) == len(data["moments"]) == len(data["words"]) for one in data["series"])
        assert data["moments"] == sorted(data["moments"])
        now, _before, expected, low, high = data["series"]
        told = [
            (one, least, most)
            for one, least, most in zip(expected, low, high, strict=True)
            if one is not None
        ]
        assert any(now) and all(least <= one <= most for one, least, most in told)
        assert now[-1] is None and low[-1] is None  # the week is not over
        assert page.count('<th scope="row">') >= len(data["moments"])  # for whom the line is no use

    @pytest.mark.parametrize("address", ADDRESSES)
    def test_each_report_has_rows_links_and_files(self, director: Client, address: str) -> None:
        answer = director.get(address, {"period": "week"})
        assert answer.status_code == 200
        assert "in this time" not in answer.text
        shown = unescape(answer.text[answer.text.index("<main") : answer.text.index("</main>")])
        inner = sorted(link for link in LINK.findall(shown) if not link.startswith("/reports/#"))
        for link in inner[:12]:
            assert director.get(link).status_code == 200, link
        if address != "/reports/banks/":
            assert inner

    def test_tables_by_the_hour_of_one_weekday(self, director: Client) -> None:
        for weekday in ("", "4"):
            page = director.get("/reports/hours/", {"period": "week", "weekday": weekday}).text
            shown = page[page.index("Tables by the hour") :]
            assert shown.index("All tables") and "mesa-1" in shown.lower().replace(" ", "-")
        assert "<h1>Friday" in page

    def test_a_director_has_nothing_to_press(self, director: Client) -> None:
        for address in ("/floor/", "/tables/mesa-1/", "/tables/mesa-1/money/", "/cage/", "/counter/"):
            page = director.get(address)
            assert page.status_code == 200, address
            for sign in ("data-command", "data-slip=", "data-step=", "data-see="):
                assert sign not in page.text, (address, sign)


class TestCharts:
    def test_a_course_keeps_its_gaps(self) -> None:
        drawn = charts.lines([[0, 10, None, 5], []], Box(0, 0, 30, 10))
        assert drawn.paths == (("0.0,10.0 10.0,0.0", "30.0,5.0"), ())
        assert drawn.last == (30, 5) and drawn.zero == 10

    def test_a_point_that_stands_alone_has_a_dot(self) -> None:
        drawn = charts.lines([[0, 10, None, 5], [None, 2, None, 3]], Box(0, 0, 30, 10))
        assert drawn.lone == (((30.0, 5.0),), ((10.0, 8.0), (30.0, 7.0)))
        months = tuple(begin_of(date(2026, month, 1)) for month in range(1, 5))
        holds = hold_by_month(Holds(months, (0.1, 0.2, None, 0.3), (None, 0.1, None, 0.2)))
        shown = render_to_string("dashboard/holds.html", {"holds": holds})
        assert (shown.count('class="dot before"'), shown.count('class="dot"')) == (
            2,
            2,
        )  # the newest is larger

    def test_nothing_but_one_value_has_an_axis(self) -> None:
        assert charts.lines([[None, 4]], Box(0, 0, 10, 10)).ticks[0].value < 4
        assert charts.lines([[]], Box(0, 0, 10, 10)).last is None

    def test_a_sparkline_needs_two_values(self) -> None:
        assert charts.spark([None, 3]) is None
        spark = charts.spark([1, None, 3])
        assert spark and (spark.x, spark.y) == (85, 3)

    @pytest.mark.parametrize(
        ("kind", "before", "now", "said"),
        [
            (Kind.MONEY, 200, 300, "+50.0 %"),
            (Kind.MONEY, -10, 300, "+310"),
            (Kind.MONEY, 300, -10, "−310"),
            (Kind.MONEY, 0, 300, "+300"),
            (Kind.SIGNED, 200, 300, "+100"),
            (Kind.SIGNED, -11_000, 300, "+11,300"),
            (Kind.SIGNED, 300, 300, "0"),
        ],
    )
    def test_a_result_has_a_difference_and_no_percentage(
        self, kind: Kind, before: int, now: int, said: str
    ) -> None:
        figure = KeyFigure("", now, kind, before=before)
        with translation.override("en"):
            assert changed(figure).replace("\xa0", " ").replace(" %", "%") == said.replace(" %", "%")
            assert "%" not in formatting.change(figure) or (now > 0 < before and kind is Kind.MONEY)

    def test_what_is_out_of_the_band_is_told_everywhere(self) -> None:
        theory = Theory(1000, Fraction(100), 400.0)
        assert theory.band == (60, 140)
        assert [theory.is_left_by(result) for result in (59, 60, 140, 141)] == [True, False, False, True]
        assert DealtRow("Bea", Dealt(5, 141, theory)).is_far
        table, now = Table(pk=1, slug="mesa-1", name="Mesa 1"), Measures(passes=3, result=59)
        period = Period(begin_of(date(2026, 11, 20)), begin_of(date(2026, 11, 21)))
        board = Board(Asked(period, Against.NOTHING, None), [table], {1: now}, None, (), {})
        board.__dict__["theory"] = {1: theory}
        with translation.override("en"):
            assert [one.title for one in _out_of_band(board)] == ["Mesa 1 is below its band"]

    def test_bars_go_to_both_sides_of_zero(self) -> None:
        zero, (gain, loss) = charts.bars([30, -10], 0, 100, 20, 10)
        assert zero == 30 and (gain.x, gain.width, gain.is_loss) == (30, 60, False)
        assert (loss.x, loss.width, loss.is_loss) == (10, 20, True)

    def test_the_ramp(self) -> None:
        assert [charts.ramp(share) for share in (0, 0.2, 0.5, 0.79, 1)] == [0, 1, 3, 4, 5]
