"""Who looks behind what is left of a year that was put away is told so in a sentence, in the language of the reader."""

import json
import zipfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings as house_settings
from django.core.management import CommandError, call_command
from django.urls import reverse

from casino.administration.personal_data import export_player
from casino.common import clock
from casino.common.refusals import Refusal
from casino.house.acts import By
from casino.operations.seal.putting_away import put_away
from ledger.cage.models import Shift
from tables.models import Decision, Pass, PutAway, Record, Table
from tables.record.bundle import bundle, bundle_of_shift
from tables.record.history import RecordHistory
from tables.reports.catalogue import PAGES
from tests.operations.two_years import CHOSEN, FIRST, IN_ADDRESS, WHEN, YEAR, committed_never, director

SAYS = {
    "en": f"The year {YEAR} is put away",
    "es": f"El año {YEAR} está archivado",
    "fr": f"L’année {YEAR} est archivée",
    "sl": f"Leto {YEAR} je arhivirano",
}


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("years")


@pytest.fixture(scope="module")
def put(django_db_setup: None, django_db_blocker: Any, years: Path) -> Iterator[list[PutAway]]:
    """The first year of that house is put away, in a transaction that is never committed."""
    with committed_never(years, django_db_blocker):
        put_away(YEAR, years / "archive", "novamas", lambda _steps: None)
        yield list(PutAway.objects.select_related("seal", "table").order_by("slug"))


@pytest.fixture
def away(put: list[PutAway], db: None, years: Path, settings: Any) -> list[PutAway]:
    settings.VAR_DIR = years / "var"
    settings.ANCHORS = years / "var" / "anchors.jsonl"
    return put


@pytest.mark.parametrize("language", SAYS)
def test_the_page_of_a_record(away: list[PutAway], language: str) -> None:
    client = director(language)
    for number in (2, away[0].kept[-1], away[0].first):
        page = client.get(reverse("record", args=[FIRST, number]))
        assert page.status_code == 404 and SAYS[language] in page.text
        assert away[0].folder in page.text
    for number in (1, away[0].first + 1):
        there = client.get(reverse("record", args=[FIRST, number]))
        assert there.status_code == 200 and SAYS[language] not in there.text


@pytest.mark.parametrize("language", SAYS)
def test_the_page_of_a_pass(away: list[PutAway], language: str) -> None:
    client = director(language)
    for address in ("pass", "why-paid"):
        page = client.get(reverse(address, args=[FIRST, 2]))
        assert page.status_code == 404 and SAYS[language] in page.text, address
    newest = Pass.objects.filter(table__slug=FIRST).order_by("-number")[0].number
    assert client.get(reverse("pass", args=[FIRST, newest])).status_code == 200
    assert client.get(reverse("pass", args=[FIRST, newest + 9])).status_code == 404


def test_every_pass_is_shown_or_told(away: list[PutAway]) -> None:
    client = director()
    for one in away:
        for number in Pass.objects.filter(table=one.table).values_list("number", flat=True):
            page = client.get(reverse("pass", args=[one.slug, number]))
            assert page.status_code in (200, 404), page


@pytest.mark.parametrize("language", SAYS)
def test_the_search(away: list[PutAway], language: str) -> None:
    client = director(language)
    year = f"since={YEAR}-01-01T00:00&until={YEAR + 1}-01-01T00:00"
    page = client.get(f"{reverse('timeline')}?table={FIRST}&{year}&command=open_table").text
    assert str(away[0].folder) in page and "verify_shift.py" in page
    later = f"since={YEAR + 1}-02-01T00:00&table={FIRST}"
    assert str(away[0].folder) not in client.get(f"{reverse('timeline')}?{later}").text
    file = client.get(f"{reverse('report-record')}?table={FIRST}&{year}")
    assert str(away[0].folder) in file.text


def test_the_number_of_hits(away: list[PutAway]) -> None:
    page = director().get(f"{reverse('timeline')}?table={FIRST}")
    assert page.context["hits"] == len(page.context["rows"]) or page.context["onward"]


@pytest.mark.parametrize("language", SAYS)
def test_the_drawer(away: list[PutAway], language: str) -> None:
    record = Record.objects.get(table__slug=FIRST, number=away[0].kept[-1])
    decision = Decision.objects.get()
    for key in (f"record-{record.pk}", f"decision-{decision.pk}", f"dispute-{decision.dispute_id}"):
        page = director(language).get(reverse("timeline-act", args=[key]))
        assert page.status_code == 200 and SAYS[language] in page.text


@pytest.mark.parametrize("language", SAYS)
def test_a_bundle(away: list[PutAway], language: str) -> None:
    client, shift = director(language), Shift.objects.filter(book=f"table:{FIRST}").order_by("number")[0]
    for asked in (f"shift={FIRST}/{shift.number}", f"table={FIRST}&{WHEN}"):
        page = client.get(f"{reverse('bundle')}?{asked}")
        assert page.status_code == 404 and SAYS[language] in page.text
    table = Table.objects.get(slug=FIRST)
    newest = Shift.objects.filter(book=table.book).order_by("-number")[0]
    assert bundle_of_shift(table, newest)
    assert bundle(table, newest.at, clock.now())


def test_a_bundle_by_command(away: list[PutAway]) -> None:
    said = {"since": f"{YEAR}-01-01T00:00", "until": f"{YEAR + 1}-01-01T00:00"}
    with pytest.raises(CommandError, match=f"{YEAR} is put away"):
        call_command("export_shift", FIRST, **said)


def test_replay(away: list[PutAway]) -> None:
    out = StringIO()
    call_command("replay", FIRST, stdout=out)
    assert f'"version": {Table.objects.get(slug=FIRST).version}' in out.getvalue()
    call_command("replay", FIRST, "--to", str(away[0].version + 3), stdout=out)
    for words in (["--to", "5"], ["--rows"]):
        with pytest.raises(CommandError, match=f"{YEAR} is put away"):
            call_command("replay", FIRST, *words)


def test_the_audit(away: list[PutAway], capsys: pytest.CaptureFixture[str]) -> None:
    call_command("audit", "--anchors", str(house_settings.ANCHORS))
    said = capsys.readouterr().out
    place = Path(away[0].folder).parent
    assert f"novamas seal {YEAR} {place} --check" in said
    assert "but for years that were put away" in said
    assert f"from record {away[0].first} on" in said
    call_command("audit", FIRST, "--from-anchor")
    assert f"novamas seal {YEAR} {place} --check" in capsys.readouterr().out


def test_an_undo(away: list[PutAway]) -> None:
    table = Table.objects.get(slug=FIRST)
    history = RecordHistory(table.pk, away[0].version)
    assert not [made for made in history.standing() if made.number < away[0].first]
    with pytest.raises(Refusal, match="put_away"):
        history.state_at(away[0].version - 1)
    assert history.state_at(away[0].version).version == away[0].version


def test_the_papers_of_a_player(away: list[PutAway], tmp_path: Path) -> None:
    with (tmp_path / "lucia.zip").open("wb") as out:
        export_player(By("root"), "lucia", out)
    with zipfile.ZipFile(tmp_path / "lucia.zip") as archive:
        about = json.loads(archive.read("about.json"))
    assert about[0]["records_put_away"] == {str(YEAR): away[0].folder}


def test_every_slip_and_every_report_page(away: list[PutAway]) -> None:
    client = director()
    for page in PAGES:
        chosen = CHOSEN.get(page.name, {})
        path = reverse(page.name, kwargs=chosen) if page.name in IN_ADDRESS else reverse(page.name)
        asked = "" if page.name in IN_ADDRESS else urlencode(chosen)
        assert client.get(f"{path}?{WHEN}&{asked}").status_code == 200, page.name
