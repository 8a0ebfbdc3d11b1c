"""The articles in the reports: their words as footnotes of the sheet, links to them, and why of each pass."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from casino.people.models import User
from tables.models import Pass
from tables.record.openings import Openings
from tables.reports.renderers.csv_file import as_csv
from tables.reports.shift_sheet import shift_sheet
from tables.rules.reglamentos import REGLAMENTOS
from tests.support.reading import Night, a_night, section

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(3, 9, django_db_blocker) as played:
        yield played


@pytest.fixture
def jefe() -> Client:
    client = Client()
    client.force_login(User.objects.get(username="julio"))
    return client


def test_a_sheet_prints_the_words_of_the_articles_that_deducted(night: Night) -> None:
    found = 0
    for sheet in night.sheets:
        cited = {str(row.article) for row in section(sheet.report, "Deductions by article").rows} - {""}
        opening = Openings(sheet.table).last()
        assert opening
        source = REGLAMENTOS[opening.reglamento].source
        words = {note.words for note in sheet.report.footnotes}
        assert words == {source.articles[number].text for number in cited}
        assert {note.language for note in sheet.report.footnotes} <= {source.language}
        assert all(text in as_csv(sheet.report).replace('""', '"') for text in words)
        found += len(words)
    assert found >= 3


def test_the_number_of_an_article_leads_to_its_words_but_not_in_a_file(night: Night, jefe: Client) -> None:
    [sheet, *_] = [sheet for sheet in night.sheets if sheet.report.footnotes]
    links = [row.words for row in section(sheet.report, "Deductions by article").rows if row.words]
    assert links and all(jefe.get(link).status_code == 200 for link in links)
    in_a_file = shift_sheet(sheet.table, sheet.shift, linked=False)
    assert not any(row.words for row in section(in_a_file, "Deductions by article").rows)


def test_the_page_says_in_which_language_the_words_are(night: Night, jefe: Client) -> None:
    [sheet, *_] = [sheet for sheet in night.sheets if sheet.report.footnotes]
    page = jefe.get(f"/reports/shifts/{sheet.table.slug}/{sheet.shift.number}/")
    note = sheet.report.footnotes[0]
    assert f'<span lang="{note.language}">' in page.content.decode()


def test_every_paid_pass_of_the_night_can_say_why(night: Night, jefe: Client) -> None:
    paid = list(Pass.objects.filter(paid__isnull=False).exclude(result="void").select_related("table"))
    assert len(paid) > 20
    with translation.override("en"):
        for played in paid[::3]:
            answer = jefe.get(f"/tables/{played.table.slug}/passes/{played.number}/why/")
            assert answer.status_code == 200
            assert "Result" in answer.content.decode()
