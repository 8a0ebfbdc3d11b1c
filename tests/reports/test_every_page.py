"""What holds for every page of the reports that is of a period: a time without anything says what to do, a wrong one is
said beside its field, and what its reader chose about it is in its address, its files and the views that he keeps."""

import csv
import io
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from casino.people.models import User
from tables.models import Pit, SavedSearch, Table
from tables.reports.catalogue import PAGES
from tests.support.reading import Night, a_night
from tests.support.report_pages import MESA, WHEN, added

pytestmark = pytest.mark.django_db

CHOSEN = {"report-any-table": f"table={MESA}", "report-any-player": f"table={MESA}&player=lucia"}
OF_A_PERIOD = {
    page.name: f"/{page.path}?{CHOSEN.get(page.name, '')}".replace("<slug:slug>", MESA).replace(
        "<str:player>", "ana"
    )
    for page in PAGES
    if page.has_period
}
BY_PIT = [page.name for page in PAGES if page.by_pit]
NEVER = {"since": "1999-01-01T08:00", "until": "1999-01-02T08:00"}
WRONG = {
    "since": {"since": "32/13/2026"},
    "until": {"until": "soon"},
    "other": {"against": "other", "other": "then"},
}


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(12, 4, django_db_blocker) as played:
        User.objects.create_user("elena", role="director", language="en")
        yield played


@pytest.fixture
def elena(night: Night) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="elena"))
    return client


def of_the_night(name: str) -> str:
    return f"{OF_A_PERIOD[name]}&{WHEN}"


def rows_of(client: Client, address: str) -> list[list[str]]:
    text = client.get(added(address, **{"as": "csv"})).content.decode("utf-8-sig")
    return [*csv.reader(io.StringIO(text))]


@pytest.mark.parametrize("name", OF_A_PERIOD)
def test_a_time_without_anything_says_what_to_do(elena: Client, name: str) -> None:
    page = elena.get(added(OF_A_PERIOD[name], **NEVER))
    assert page.status_code == 200
    assert "choose another one above" in page.text
    [others] = re.findall(r'class="panel empty nothing">(.*?)</div>', page.text, re.DOTALL)
    links = [unescape(link) for link in re.findall(r'href="(\?[^"]*)"', others)]
    assert len(links) > 3
    path = OF_A_PERIOD[name].partition("?")[0]
    assert {elena.get(f"{path}{link}").status_code for link in links} == {200}


@pytest.mark.parametrize("name", OF_A_PERIOD)
def test_a_time_with_anything_does_not(elena: Client, night: Night, name: str) -> None:
    if name not in ("report-duty", "report-player"):  # nobody was on duty, and no Ana has played
        assert "choose another one above" not in elena.get(of_the_night(name)).text


@pytest.mark.parametrize("field", WRONG)
@pytest.mark.parametrize("name", OF_A_PERIOD)
def test_a_wrong_time_is_said_beside_its_field(elena: Client, name: str, field: str) -> None:
    compares = next(page.compares for page in PAGES if page.name == name)
    page = elena.get(added(OF_A_PERIOD[name], **WRONG[field]))
    if field == "other" and not compares:
        assert page.status_code in (200, 422)
        return
    assert page.status_code == 422
    assert f'id="wrong-{field}"' in page.text
    assert f'value="{WRONG[field][field]}"' in page.text  # what was typed is still there


@pytest.mark.parametrize("name", OF_A_PERIOD)
def test_an_end_before_the_beginning_is_said_beside_it(elena: Client, name: str) -> None:
    page = elena.get(added(OF_A_PERIOD[name], since="2026-11-20T08:00", until="2026-11-19T08:00"))
    assert page.status_code == 422
    assert 'id="wrong-until"' in page.text


# Columns


@pytest.mark.parametrize("name", OF_A_PERIOD)
def test_the_columns_that_are_left_out_are_in_no_file(elena: Client, name: str) -> None:
    page = elena.get(of_the_night(name)).text
    offered = re.findall(r'name="only" value="([^"]*)" checked>\s*([^<]*?)\s*</label>', page)
    if not offered:
        assert "columns-3" not in page
        return
    (key, title), section = offered[-1], offered[-1][0].partition(".")[0]
    address = f"{of_the_night(name)}&{urlencode({'only': key})}"
    shown = elena.get(address).text
    own = [one for one, _title in offered if one.startswith(f"{section}.")]
    assert len(own) > 3
    for one in own:
        assert (f'value="{one}" checked>' in shown) == (one == key)
    heads = [row for row in rows_of(elena, address) if unescape(title) in row]
    whole = [row for row in rows_of(elena, of_the_night(name)) if unescape(title) in row]
    assert sum(map(len, heads)) < sum(map(len, whole))


def test_a_column_of_another_language_is_the_same(elena: Client) -> None:
    User.objects.filter(username="elena").update(language="es")
    assert 'value="tables.turnover" checked' in elena.get(of_the_night("report-floor")).text


# Pits


@pytest.mark.parametrize("name", BY_PIT)
def test_a_pit_is_chosen_where_the_house_has_one(elena: Client, name: str) -> None:
    assert "Pit:" not in elena.get(of_the_night(name)).text
    pit = Pit.objects.create(name="Salón Principal", position=1)
    Table.objects.filter(slug=MESA).update(pit=pit)
    page = elena.get(of_the_night(name)).text
    [link] = re.findall(r'href="(\?[^"]*)" *>Salón Principal<', page)
    address = OF_A_PERIOD[name].partition("?")[0] + unescape(link)
    shown = elena.get(address).text
    assert "<b>Salón Principal</b>" in shown and "Salón Principal</h1>" in shown
    others = Table.objects.exclude(slug=MESA).values_list("name", flat=True)
    names = {cell for row in rows_of(elena, address) for cell in row}
    assert Table.objects.get(slug=MESA).name in names
    assert not names & set(others)


def test_the_pits_together_are_the_house(elena: Client) -> None:
    def turnover(query: str) -> int:
        rows = rows_of(elena, f"{of_the_night('report-floor')}{query}")
        return next(int(row[1]) for row in rows if row[0] == "Turnover")

    pit = Pit.objects.create(name="A", position=1)
    Table.objects.filter(slug=MESA).update(pit=pit)
    assert turnover("") == turnover(f"&pit={pit.pk}") + turnover("&pit=0")


# Views


@pytest.mark.parametrize("name", OF_A_PERIOD)
def test_a_view_is_kept_under_a_name(elena: Client, name: str) -> None:
    path = OF_A_PERIOD[name].partition("?")[0]
    [link] = re.findall(r'href="(/reports/views/\?[^"]*)"', elena.get(of_the_night(name)).text)
    said = {key: value for key, [value] in parse_qs(urlsplit(unescape(link)).query).items()}
    answer = elena.post("/reports/views/", {**said, "name": "Mía"})
    assert answer.status_code == 302
    assert answer["Location"].startswith(f"{path}?")
    assert "Mía</a>" in elena.get(answer["Location"]).text
    assert "Mía</a>" in elena.get("/reports/").text
    elena.post("/reports/views/", {"delete": f"{path} Mía"})
    assert not SavedSearch.objects.exists()


def test_a_period_with_a_name_is_kept_by_it(elena: Client, night: Night) -> None:
    bar = elena.get("/reports/floor/", {"period": "last-night"}).context["bar"]
    [chosen] = [one.address for one in bar.presets if one.name == "last-night"]
    [link] = re.findall(r'href="(/reports/views/\?[^"]*)"', elena.get(f"/reports/floor/{chosen}").text)
    [query] = parse_qs(urlsplit(unescape(link)).query)["query"]
    assert query == "period=last-night"


@pytest.mark.parametrize("path", ["/reports/", "/dashboard/", "/nowhere/", "https://example.com/", "//x", ""])
def test_what_is_no_report_is_not_kept(elena: Client, path: str) -> None:
    assert elena.post("/reports/views/", {"name": "x", "path": path, "query": ""}).status_code == 404


def test_a_view_belongs_to_who_keeps_it(elena: Client, night: Night) -> None:
    SavedSearch.objects.create(person="another", path="/reports/floor/", name="Theirs", query="period=week")
    assert "Theirs" not in elena.get("/reports/").text
    assert "Theirs" not in elena.get("/reports/views/").text
    elena.post("/reports/views/", {"delete": "/reports/floor/ Theirs"})
    assert SavedSearch.objects.count() == 1
    nameless = elena.post("/reports/views/", {"name": " ", "path": "/reports/floor/", "query": "period=week"})
    assert nameless.status_code == 422 and 'id="wrong-name"' in nameless.text
