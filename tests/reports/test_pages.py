"""The reports over HTTP: who may read which, and what they say."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings
from django.test import Client

from casino.common import clock
from casino.people.models import User
from ledger.cage.models import Shift, Slip
from tables.door.service import create_table
from tables.models import Player, Table
from tables.reports.period import Period
from tables.reports.slip_reports import differences, posted_in
from tests.support.counter import ask, done, go
from tests.support.own_house import HouseHas
from tests.support.reading import Night, a_night
from tests.support.report_pages import (
    BEFORE_THE_END,
    MESA,
    NAMES,
    NOBODY,
    OPEN,
    PAGES,
    REPORTS,
    STAFF,
    WHEN,
    added,
    client_of,
    links_on,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(12, 4, django_db_blocker) as played:
        for role in STAFF:
            User.objects.create_user(f"one-{role}", role=role, language="en")
        yield played


# Who reads


@pytest.mark.parametrize("path", PAGES)
def test_each_role_reads_what_is_its_own(night: Night, path: str) -> None:
    answered = tuple(client_of(role).get(path).status_code for role in (*STAFF, NOBODY))
    assert answered == PAGES[path]


@pytest.mark.parametrize("kind", ["csv", "pdf"])
@pytest.mark.parametrize("path", REPORTS)
def test_a_file_is_for_the_same_readers(night: Night, path: str, kind: str) -> None:
    answered = tuple(
        client_of(role).get(added(path, **{"as": kind})).status_code for role in (*STAFF, NOBODY)
    )
    assert answered == REPORTS[path]


@pytest.mark.parametrize("path", PAGES)
def test_a_report_is_only_read(night: Night, path: str) -> None:
    for role in (*STAFF, NOBODY):
        for ask_so in ("post", "put", "patch", "delete"):
            assert getattr(client_of(role), ask_so)(path).status_code == 405
    assert client_of("jefe").head(path).status_code == OPEN


@pytest.mark.parametrize("role", STAFF)
def test_no_link_leads_where_its_reader_may_not_go(night: Night, role: str) -> None:
    client = client_of(role)
    pages = [path for path, answers in PAGES.items() if answers[STAFF.index(role)] == OPEN]
    links = {link for path in pages for link in links_on(client.get(path).content.decode())}
    assert len(links) > 2
    assert {link: client.get(link).status_code for link in links} == dict.fromkeys(links, OPEN)


# Page, CSV and PDF


@pytest.mark.parametrize("path", NAMES)
def test_page_csv_and_pdf(night: Night, path: str) -> None:
    client = client_of("jefe")
    page = client.get(path)
    assert page["Content-Type"] == "text/html; charset=utf-8"
    for kind, content_type, begins in (
        ("csv", "text/csv; charset=utf-8", b"\xef\xbb\xbf"),
        ("pdf", "application/pdf", b"%PDF-"),
    ):
        [link] = [link for link in links_on(page.content.decode()) if f"as={kind}" in link]
        answer = client.get(link)
        assert answer["Content-Type"] == content_type
        assert answer["Content-Disposition"] == f'attachment; filename="{NAMES[path]}.{kind}"'
        assert answer.content.startswith(begins)
        assert len(answer.content) > 100


@pytest.mark.parametrize("path", PAGES)
def test_no_browser_keeps_a_report(night: Night, path: str) -> None:
    assert "no-store" in client_of("jefe").get(path)["Cache-Control"]


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_page_speaks_its_readers_language(night: Night, language: str) -> None:
    client = client_of("jefe")
    User.objects.filter(username="one-jefe").update(language=language)
    for path in PAGES:
        page = client.get(path)
        assert (page.status_code, page["Content-Language"]) == (OPEN, language)
        assert f'<html lang="{language}"' in page.content.decode()


def test_an_amount_is_written_as_its_reader_writes_it(night: Night) -> None:
    client = client_of("jefe")
    for language, written in {"es": "200.000", "en": "200,000"}.items():
        User.objects.filter(username="one-jefe").update(language=language)
        page = client.get(f"/reports/slips/?{WHEN}").content.decode()
        assert re.search(rf">\s*{re.escape(written)}\s*</td>", page)


def test_decimals(night: Night, house_has: HouseHas) -> None:
    house_has(decimals=2)
    slip = done("buy_in", 12_550, player=night.evenings[1].somebody(), table=MESA)
    client = client_of("jefe")
    User.objects.filter(username="one-jefe").update(language="es")
    for path in (f"/slips/{slip.number}/", f"/reports/shifts/{MESA}/2/"):
        assert "125,50" in client.get(path).content.decode()
        assert "125.50" in client.get(added(path, **{"as": "csv"})).content.decode()


def test_papers_say_the_names_of_tables_and_players(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: BEFORE_THE_END)
    who = night.evenings[1].somebody()
    Player.objects.filter(player=who).update(name="=Ana Ñuñez")
    Table.objects.filter(slug=MESA).update(name="Mesa del río")
    slip = done("buy_in", 12_550, player=who, table=MESA)
    client = client_of("jefe")
    for path in (f"/slips/{slip.number}/", f"/reports/shifts/{MESA}/2/", f"/reports/slips/?{WHEN}"):
        said = client.get(path).content.decode()
        assert f"=Ana Ñuñez ({who})" in said and "Mesa del río" in said, path
        assert f"'=Ana Ñuñez ({who})" in client.get(added(path, **{"as": "csv"})).content.decode()
    assert f'<option value="{who}">=Ana Ñuñez</option>' in client.get("/reports/").content.decode()


def test_a_player_is_found_by_the_name_that_people_say(night: Night) -> None:
    """One that two have leads to both, one that nobody has to nobody's figures."""
    who, other = sorted(Player.objects.filter(table__slug=MESA).values_list("player", flat=True))[:2]
    named = Player.objects.filter(table__slug=MESA, player__in=[who, other])
    named.filter(player=who).update(name="Ana Paz")

    def asked(said: str) -> str:
        query = urlencode({"table": MESA, "player": said, "shift": 2})
        return client_of("jefe").get(f"/reports/players/?{query}").content.decode()

    grids = grids_of(client_of("jefe").get(f"/reports/players/{MESA}/{who}/?shift=2").content.decode())
    assert grids and all(grids_of(asked(said)) == grids for said in (who, "Ana Paz", " ana paz "))
    named.update(name="Ana Paz")
    both = {f"/reports/players/{MESA}/{one}/?shift=2" for one in (who, other)}
    assert both <= links_on(asked("ana paz"))
    assert "Nobody has “who never came”" in asked("who never came")
    assert not both & links_on(asked("who never came"))


def grids_of(page: str) -> list[str]:
    """What its tables show."""
    return re.findall("<tbody>.*?</tbody>", page, re.DOTALL)


@pytest.mark.parametrize(
    ("said", "told"),
    [("who never came", "Nobody has “who never came” in the name"), ("", "Type a name or a part of it.")],
)
def test_a_name_that_nobody_has_says_so_beside_its_field(night: Night, said: str, told: str) -> None:
    path = f"/reports/players/?{urlencode({'table': MESA, 'player': said, 'shift': 2})}"
    answer = client_of("jefe").get(path)
    page = answer.content.decode()
    field = page.split('name="player"')[1].split("</label>")[0]
    assert answer.status_code == 422 and told in field and 'aria-invalid="true"' in field
    assert "as=csv" not in page and "data-print" not in page
    for kind in ("csv", "pdf", "sheet", "xlsx"):
        assert client_of("jefe").get(added(path, **{"as": kind}))["Content-Type"].startswith("text/html")


def test_a_player_is_looked_for_at_every_table(night: Night) -> None:
    at_several = Player.objects.filter(player="inaki").values_list("table__slug", flat=True)
    page = client_of("jefe").get(f"/reports/players/?player=inak&{WHEN}").content.decode()
    assert len(at_several) > 1
    leads = {link.partition("?")[0] for link in links_on(page)}
    assert {f"/reports/players/{slug}/inaki/" for slug in at_several} <= leads


def test_a_player_is_found_by_a_part_of_the_name(night: Night) -> None:
    who = Player.objects.filter(table__slug=MESA).order_by("player")[0]
    Player.objects.filter(pk=who.pk).update(name="Casimiro Ñúñez")
    session = f"/reports/players/{MESA}/{who.player}/?shift=2"
    client = client_of("jefe")
    for said in ("casimi", "nunez", "ÑÚÑ"):
        answer = client.get(f"/reports/players/?{urlencode({'table': MESA, 'player': said, 'shift': 2})}")
        assert "<h1>Casimiro Ñúñez" in answer.content.decode(), said
    assert client.get(session).status_code == OPEN
    assert 'href="/account/"' in client.get(session).content.decode()


def test_a_difference_stands_in_the_hour_in_which_it_was_posted(night: Night) -> None:
    """As in the reports of the floor and the table."""
    hour = timedelta(hours=1)
    begin = datetime(2030, 1, 1, 2, tzinfo=UTC)
    with clock.running_on(lambda: begin):
        slip = ask("count", 10, "jefe", table=MESA, reason="short")
        waiting = ask("tips_out", 10**6, table=MESA, reason="over")
    with clock.running_on(lambda: begin + hour):
        go(slip, "signed", "croupier")

    def listed(since: datetime) -> set[int]:
        posted = Slip.objects.filter(posted_in(Period(since, since + hour)))
        return {int(row.number) for row in differences(posted).sections[0].rows}

    assert (listed(begin), listed(begin + hour)) == ({waiting.number}, {slip.number})


def test_who_counts_blind_is_not_told_what_was_expected(night: Night) -> None:
    slip = ask("count", 12_345, table=MESA, reason="chips on the floor")
    path = f"/slips/{slip.number}/"
    told = {role: client_of(role).get(added(path, **{"as": "csv"})).content.decode() for role in STAFF}
    assert slip.expected and all("12345" in text for text in told.values())
    assert [str(slip.expected) in told[role] for role in STAFF] == [True, True, True, False]
    assert f"{slip.expected:,}" not in client_of("croupier").get(path).content.decode()


def test_the_shifts_of_a_time_are_listed(night: Night) -> None:
    client = client_of("jefe")
    of_then = client.get(f"/reports/?{WHEN}").content.decode()
    later = client.get("/reports/?since=2026-11-25T00:00&until=2026-11-26T00:00").content.decode()
    shifts = [f"/reports/shifts/{sheet.table.slug}/{sheet.shift.number}/" for sheet in night.sheets]
    assert set(shifts) <= links_on(of_then) & links_on(client.get("/reports/").content.decode())
    assert not set(shifts) & links_on(later)


# What people write


def test_what_people_write_stays_text(night: Night) -> None:
    wicked = "<script>alert(1)</script>"
    Table.objects.filter(slug=MESA).update(name=wicked)
    slip = ask("count", 5, table=MESA, reason=wicked)
    client = client_of("jefe")
    for path in (*PAGES, f"/slips/{slip.number}/", f"/reports/players/?table={MESA}&player={quote(wicked)}"):
        assert "<script>alert" not in client.get(path).content.decode(), path
    shown = [f"/reports/shifts/{MESA}/2/", f"/reports/differences/?{WHEN}", f"/slips/{slip.number}/"]
    late = urlencode({"since": "2026-11-20T00:00", "until": "2099-01-01T00:00"})
    shown = [path.replace(WHEN, late) for path in shown]
    assert ["&lt;script&gt;alert(1)" in client.get(path).content.decode() for path in shown] == [True] * 3


# Days that are over


def test_a_closed_shifts_sheet_stays_as_it_was(night: Night) -> None:
    client, evening = client_of("jefe"), night.evenings[1]
    path = f"/reports/shifts/{MESA}/1/"
    before = as_read(client, path)
    with clock.running_on(evening.clock):
        evening.clock.go(hours=5)
        evening.play(6)
        evening.end()
        other = {"reglamento": "monte-carlo", "minimum": 10, "maximum": 800, "chip": 10}
        assert evening.give({"command": "open_table", **other}) is None
        evening.open()
    assert Shift.objects.filter(book=f"table:{MESA}").count() == 3
    assert as_read(client, path) == before


def as_read(client: Client, path: str) -> list[str]:
    """The lines of the report on the page and in its file, but for when it was printed."""
    page = client.get(path).content.decode().partition("<main>")[2]
    file = client.get(added(path, **{"as": "csv"})).content.decode()
    return [*re.sub(r'<p class="printed">.*?</p>', "", page).splitlines(), *file.splitlines()]


def test_each_player_is_on_offer_once_with_his_newest_name(night: Night) -> None:
    elsewhere = create_table("mesa-9", "Mesa 9")
    for player, name in (("ana", "Ana María"), ("zoe", "Zoe")):
        Player.objects.create(table=elsewhere, player=player, name=name)
    page = client_of("jefe").get("/reports/").content.decode()
    [players] = re.findall(r'<datalist id="players">(.*?)</datalist>', page, re.DOTALL)
    offered = re.findall(r'<option value="([^"]+)">([^<]*)</option>', players)
    assert offered[:2] == [("zoe", "Zoe"), ("ana", "Ana María")]
    assert sorted(player for player, _name in offered) == sorted(
        Player.objects.values_list("player", flat=True).distinct()
    )
