"""The timeline answers without being opened: what was said is found by any part of it, with the slips beside it."""

import csv
import io
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.conf import settings
from django.http import QueryDict
from django.test import Client, RequestFactory
from django.utils import translation
from pytest_django.plugin import DjangoDbBlocker

from casino.common.clock import moments
from casino.common.currency import written
from casino.common.text import folded, pattern
from casino.people.models import User
from ledger.cage.models import Slip
from tables.door import disputes
from tables.door.service import execute
from tables.engine.chapters import COMMANDS
from tables.models import Record, SavedSearch, Table
from tables.record.search import PAGE, Filters
from tables.reports import record_list
from tables.reports.columns import with_columns
from tables.screens.inspector.passes import whole_pass
from tables.view.saved import MOST
from tables.view.timeline import signs
from tables.view.timeline.asked import CHOSEN, asked
from tables.view.timeline.rows import Row, rows_of
from tables.view.timeline.search import look
from tests.support import counter
from tests.support.built import built_for_a_module
from tests.support.house import CROUPIER, JEFE, client_of, game
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.django_db
MESA = counter.MESA
REMARK = "La señora Muñoz pidió otra silla"


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A shift with an exchange, some passes, an undo, a remark and an incident."""
    with built_for_a_module(django_db_blocker, _play):
        yield


def _play() -> None:
    counter.cage()
    counter.table(MESA)
    counter.done("buy_in", 500, player="ana")
    game(MESA, 90)
    for command in (
        {"command": "join", "player": "pena", "name": "José Peña"},
        {"command": "note", "text": REMARK},
        {"command": "undo", "reason": "otra mesa"},
        {"command": "incident", "kind": "conduct", "article": "16", "text": "filar", "player": "ana"},
    ):
        assert execute(MESA, command, JEFE if command["command"] == "undo" else CROUPIER).ok


def rows(**filters: Any) -> list[Row]:
    with translation.override("en"):
        return rows_of(look(Filters(**filters)).shown)


# Found by any part of what was said


@pytest.mark.parametrize(
    ("text", "plain"), [("Peña", "pena"), ("  ÉGALITÉ ", "egalite"), ("Žižek", "zizek"), ("Đurić", "duric")]
)
def test_folded_is_small_and_without_accents(text: str, plain: str) -> None:
    assert folded(text) == plain


@pytest.mark.parametrize("said", ["munoz", "MUÑOZ", "señ silla", "otra pid"])
def test_a_remark_is_found_by_any_part_whatever_its_accents(played: None, said: str) -> None:
    assert [row.said for row in rows(text=said) if row.what == "Note"] == [REMARK]


@pytest.mark.parametrize("said", ['"ana"', "“Ana”", '"ana de la mesa"', 'fondo "ana"'])
def test_in_quotation_marks_a_word_is_found_whole(played: None, said: str) -> None:
    for text in ("Jana pide cambio", "la silla de Ana, de la mesa del fondo", "la ana de la mesa del fondo"):
        assert execute(MESA, {"command": "note", "text": text}, JEFE).ok
    found = [row.said for row in rows(text=said) if row.what == "Note"]
    assert "la ana de la mesa del fondo" in found and "Jana pide cambio" not in found
    assert "Jana pide cambio" in [row.said for row in rows(text="ana")]
    assert rows(text='"an"') == [] and len(rows(text='"')) == len(rows())


@pytest.mark.parametrize("said", ["peña", "Pena", "jose"])
def test_a_player_is_found_by_the_name_and_by_the_id(played: None, said: str) -> None:
    assert [row.what for row in rows(text=said)] == ["Arrival"]


def test_a_command_is_found_by_its_name_in_the_readers_language(played: None) -> None:
    page = client_of("inspector").get("/inspector/", {"text": "departure"}).content.decode()
    assert "0 acts" in page
    found = client_of("jefe").get("/inspector/", {"text": "arriv"}).content.decode()
    arrivals = Record.objects.filter(name="join").count()
    assert f"{arrivals} acts" in found


def test_a_pattern_finds_what_is_accented_and_nothing_else(played: None) -> None:
    User.objects.create_user("ramon", first_name="Ramón", last_name="O'Brien-Ñandú", role="jefe")
    for field, said in (("first", "ramon"), ("first", "RAMÓN"), ("last", "nandu"), ("last", "o'brien-ñ")):
        assert User.objects.filter(**{f"{field}_name__iregex": pattern(said)}).exists(), said
    assert not User.objects.filter(first_name__iregex=pattern("ramos")).exists()


def test_somebody_of_the_staff_is_found_by_a_part_of_the_name(played: None) -> None:
    User.objects.create_user("carla", first_name="Carla", last_name="Núñez", role="croupier")
    assert {row.who for row in rows(actor="nune")} == {"carla"}


def test_the_search_by_pass_has_all_of_it_and_nothing_else(played: None) -> None:
    table = Table.objects.get(slug=MESA)
    for settle in Record.objects.filter(table=table, name="settle"):
        number = next(event["number"] for event in settle.events if event["type"] == "pass_settled")
        found = [row for row in rows(table=MESA, hand=number) if not row.is_slip]
        assert settle.number in {row.number for row in found}
        assert {row.hand for row in found} == {number}
        assert sum(row.what == "Payment" for row in found) == 1


def test_the_hits_are_all_that_fit_on_every_page(played: None) -> None:
    found, before, seen = look(Filters()), (), []
    total = (
        Record.objects.count() + Slip.objects.count() + sum(slip.taken.count() for slip in Slip.objects.all())
    )
    while True:
        page = look(Filters(), before)
        assert page.hits == total
        seen += [(type(one), one.pk) for one in page.shown]
        if page.onward is None:
            break
        assert len(page.shown) == PAGE
        before = page.onward
    assert len(seen) == len(set(seen)) == total == found.hits


# A row says all


def test_a_bet_says_whose_on_what_and_how_much(played: None) -> None:
    bet = Record.objects.filter(name="place_bet").latest("pk")
    [row] = [row for row in rows(command="place_bet") if row.number == bet.number]
    assert row.amount == bet.command["amount"]
    assert bet.command["player"] in row.about and row.about.endswith(bet.command["chance"].title())
    assert row.hand


def test_an_undo_says_what_was_undone_and_why_and_the_undone_says_so(played: None) -> None:
    [undo] = rows(command="undo")
    note = Record.objects.get(name="note")
    assert undo.about == f"Note (№ {note.number})" and undo.said == "otra mesa"
    [undone] = rows(command="note")
    assert undone.undone == undo.number


def test_an_incident_says_its_kind_its_player_and_its_words(played: None) -> None:
    [row] = rows(incident="conduct")
    assert row.about.startswith("Somebody's conduct") and "ana" in row.about and row.said == "filar"


def test_a_payment_says_who_won_what_was_taken_and_paid(played: None) -> None:
    settles = {record.number: record for record in Record.objects.filter(name="settle")}
    for row in rows(command="settle"):
        [event] = [one for one in settles[row.number].events if one["type"] == "pass_settled"]
        lines = [line for line in event["settlements"] if line["chance"] != "bank"]
        taken = -sum(line["win"] for line in lines if line["win"] < 0)
        assert (f"taken {taken:,}" in row.about) == bool(taken)


def test_slips_stand_in_the_same_timeline(played: None) -> None:
    found = rows(text="ana")
    [slip] = [row for row in found if row.is_slip and row.what == "Buy-in"]
    assert slip.amount == 500 and "ana" in slip.about
    every = look(Filters())
    times = [one.at for one in every.shown]
    assert times == sorted(times, reverse=True)
    only = rows(command="slip")
    assert only and all(row.is_slip for row in only)
    assert {row.what for row in rows(command="slip:buy_in")} == {"Buy-in"}


# What cannot be read is said


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"since": "yesterday"}, "“yesterday” is no date and time of the years 1900 to 8999."),
        ({"until": "2026-02-30T10:00"}, "“2026-02-30T10:00” is no date and time of the years 1900 to 8999."),
        ({"pass": "seven"}, "“seven” is not a number."),
        ({"since": "2026-03-02T00:00", "until": "2026-03-01T00:00"}, "The time ends before it begins."),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_searched(
    played: None, query: dict[str, str], said: str
) -> None:
    page = client_of("inspector").get("/inspector/", query).content.decode()
    assert said in page and " acts" not in page and "Nothing matches." in page


def test_an_export_refuses_a_date_that_does_not_exist(played: None) -> None:
    answer = client_of("inspector").get("/inspector/shift", {"table": MESA, "since": "2026-13-01T00:00"})
    assert answer.status_code == 422 and "2026-13-01T00:00" in answer.content.decode()


# A record in words


def test_a_record_names_accounts_and_what_changed(played: None) -> None:
    bet = Record.objects.filter(name="place_bet").latest("pk")
    page = client_of("inspector").get(f"/inspector/{MESA}/{bet.number}/").content.decode()
    assert "Chips: " in page
    assert "table:mesa" not in page.split("<details>")[0]
    assert '<th scope="row">' in page and "<details>" in page
    assert f"/inspector/{MESA}/passes/" in page


def test_every_record_is_worded_whatever_happened(played: None) -> None:
    client = client_of("inspector")
    for number in range(1, Table.objects.get(slug=MESA).records + 1):
        assert client.get(f"/inspector/{MESA}/{number}/").status_code == 200, number


# A whole pass


def test_a_pass_shows_payments_acts_and_the_words_of_its_articles(played: None) -> None:
    table = Table.objects.get(slug=MESA)
    taxed = Record.objects.filter(name="settle", events__icontains='"article": "30"').first()
    assert taxed
    number = next(event["number"] for event in taxed.events if event["type"] == "pass_settled")
    whole = whole_pass(table, number)
    assert whole and whole.record == taxed and "30" in {words.number for words in whole.articles}
    page = client_of("inspector").get(f"/inspector/{MESA}/passes/{number}/").content.decode()
    assert "Todas las apuestas a" in page and taxed.digest in page
    assert client_of("jefe").get(f"/inspector/{MESA}/passes/9999/").status_code == 404


def test_steps_by_whole_passes_lead_to_where_a_pass_begins(played: None) -> None:
    settles = list(Record.objects.filter(name="settle").order_by("number")[:2])
    page = client_of("inspector").get(f"/inspector/{MESA}/{settles[1].number}/").content.decode()
    assert "data-pass-before" in page and "data-pass-after" in page
    assert f'href="/inspector/{MESA}/{settles[1].number + 1}/"' in page.replace("\n", "")


# Saved searches


def test_a_search_is_kept_under_a_name_by_the_one_who_kept_it(played: None) -> None:
    irene, jefe = client_of("inspector"), client_of("jefe")
    query = "text=pe%C3%B1a&table=mesa-4&rubbish=1"
    answer = irene.post("/inspector/searches/", {"name": "Peña", "query": query})
    assert answer["Location"] == "/inspector/?table=mesa-4&text=pe%C3%B1a"
    assert ">Peña</a>" in irene.get("/inspector/").content.decode()
    assert ">Peña</a>" not in jefe.get("/inspector/").content.decode()
    jefe.post("/inspector/searches/", {"delete": "Peña"})
    assert SavedSearch.objects.count() == 1
    irene.post("/inspector/searches/", {"delete": "Peña"})
    assert not SavedSearch.objects.exists()


def test_no_more_searches_are_kept_than_one_can_look_through(played: None) -> None:
    irene = client_of("inspector")
    for number in range(MOST):
        irene.post("/inspector/searches/", {"name": f"n{number}", "query": "text=a"})
    assert irene.post("/inspector/searches/", {"name": "one more", "query": "text=a"}).status_code == 409
    assert irene.post("/inspector/searches/", {"name": "n1", "query": "text=b"}).status_code == 302
    assert irene.post("/inspector/searches/", {"name": "", "query": "text=b"}).status_code == 422
    assert SavedSearch.objects.count() == MOST


# Amounts as the screens write them


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("decimals", [0, 2])
def test_an_amount_is_found_as_the_screens_write_it_and_no_other(
    played: None, house_has: HouseHas, language: str, decimals: int
) -> None:
    house_has(decimals=decimals)
    for maximum in (147_000, 1_147_000, 1_470_000):
        limits = {"command": "set_limits", "minimum": 10, "maximum": maximum, "reason": "quiet"}
        assert execute(MESA, limits, JEFE).ok
    counter.done("cage_cash_in", 147_000)
    assert execute(MESA, {"command": "note", "text": "she wants 1470,00 or 147.000"}, CROUPIER).ok
    with translation.override(language):
        said = written(147_000)
        for text in (said, f"−{said}", f"julio {said}"):
            wanted = asked(QueryDict(urlencode({"text": text})))
            found = rows_of(look(wanted.filters).shown)
            assert {147_000} >= {row.amount for row in found if row.is_slip} != set(), text
            numbers = [row.number for row in found if not row.is_slip and not row.said.startswith("she")]
            assert len(numbers) == 1, text
            assert wanted.said["text"] == text


# A row, whole, beside the list


def test_a_row_is_told_whole_beside_the_list(played: None) -> None:
    taxed = Record.objects.filter(name="settle", events__icontains='"article": "30"').first()
    assert taxed
    client = client_of("inspector")
    drawer = client.get(f"/inspector/acts/record-{taxed.pk}/").content.decode()
    assert taxed.digest in drawer and taxed.previous in drawer and "Todas las apuestas a" in drawer
    assert f'href="/inspector/{MESA}/{taxed.number}/"' in drawer and "<html" not in drawer
    page = client.get("/inspector/", {"row": f"record-{taxed.pk}"}).content.decode()
    assert taxed.digest in page and 'id="beside" tabindex="-1" hidden' not in page


def test_every_act_of_the_timeline_has_its_drawer(played: None) -> None:
    client = client_of("inspector")
    dispute = disputes.mark(MESA, CROUPIER, "it was mine")
    disputes.resolve(dispute.pk, JEFE, "late, it does not count", "13")
    every = [*rows(), *rows(command="slip")]
    assert {row.key.partition("-")[0] for row in every} >= {"record", "slip", "step", "dispute", "decision"}
    for row in every:
        assert row.what in client.get(f"/inspector/acts/{row.key}/").content.decode(), row.key
    decided = client.get(f"/inspector/acts/decision-{dispute.decision.pk}/").content.decode()
    assert "late, it does not count" in decided and "not decided yet" in decided and "no va más" in decided
    for nothing in ("record-0", "record-x", "table-1", "record", "slip-99999999999999999999"):
        assert client.get(f"/inspector/acts/{nothing}/").status_code == 404


def test_every_command_has_an_icon_that_is_in_the_sprite() -> None:
    sprite = (settings.PRODUCT_DIR / "static/vendor/lucide/icons.svg").read_text()
    assert signs.ICONS.keys() == COMMANDS.keys()
    for icon in {*signs.ICONS.values(), signs.SLIP, signs.DISPUTE, signs.DECISION}:
        assert f'<symbol id="{icon}"' in sprite, icon


def test_a_search_that_cannot_be_kept_says_why_beside_its_name(played: None) -> None:
    page = (
        client_of("inspector").post("/inspector/searches/", {"name": "", "query": "text=a"}).content.decode()
    )
    assert 'aria-describedby="wrong-name"' in page and "1 to 60 characters" in page


# What is found, as a file and by kind


TITLES = ["Time", "Table and pass", "№", "What", "Amount", "Who", "Art.", "Digest"]


@pytest.fixture
def irene(played: None) -> Client:
    return client_of("inspector")


def listed(client: Client, query: str) -> list[list[str]]:
    answer = client.get(f"/reports/record/?{query}&as=csv")
    return [*csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))]


def heads_of(page: str) -> list[str]:
    [head] = re.findall(r"<thead>(.*?)</thead>", page, re.DOTALL)
    return [title.strip() for title in re.findall(r"<th[^>]*>(.*?)</th>", head, re.DOTALL)]


def test_the_file_has_what_the_page_finds(irene: Client) -> None:
    page = irene.get("/inspector/?command=note").text
    [address] = re.findall(r'href="(/reports/record/[^"]*as=csv)"', page)
    found = listed(irene, urlsplit(unescape(address)).query)
    [row] = [row for row in found if REMARK in " ".join(row)]
    assert row[3].endswith(REMARK) and row[2].isdecimal()
    hits = rows(command="note")
    assert len([row for row in found if len(row) == 8]) == len(hits) + 1


def test_the_file_says_which_search_it_is_of_and_each_second(irene: Client) -> None:
    found = listed(irene, f"command=note&table={MESA}&text=silla&since=2026-11-01")
    said = {row[0]: row[1] for row in found if len(row) == 2}
    assert said.keys() >= {"Searched for", "Table", "What", "Period", "Acts"}
    assert said["Searched for"] == "silla" and said["What"] == "Note"
    assert said["Table"] == Table.objects.get(slug=MESA).name
    paper = irene.get("/reports/record/?command=note").text
    [row] = rows(command="note")
    with translation.override("en"):
        assert moments.second(row.at) in paper


def test_a_search_that_cannot_be_read_lists_nothing_and_says_why(irene: Client) -> None:
    found = listed(irene, "since=32/13/2026")
    assert [row for row in found if len(row) == 8] == [TITLES]
    assert any("32/13/2026" in " ".join(row) for row in found)


def test_the_columns_of_the_page_are_those_of_the_file(irene: Client) -> None:
    every = irene.get("/inspector/").text
    assert len(heads_of(every)) == 8 and every.count('name="only"') == len(CHOSEN)
    query = "only=acts.what&only=acts.amount"
    page = irene.get(f"/inspector/?{query}").text
    assert heads_of(page) == ["Time", "№", "What", "Amount"]
    assert 'class="by"' not in page and 'class="what"' in page
    assert ["Time", "№", "What", "Amount"] in listed(irene, query)
    assert [column for column in report_keys() if column] == [*CHOSEN]


def report_keys() -> list[str]:
    report = record_list.of_request(RequestFactory().get("/"))
    return [one.key for one in with_columns(report, ()).sections[0].offered]


def test_what_is_looked_for_most_stands_with_its_number(irene: Client) -> None:
    page = irene.get(f"/inspector/?table={MESA}").text
    found = re.findall(r'href="\?([^"]*)"[^>]*>\s*(\w[\w ]*?) <span class="count">(\d+)</span>', page)
    counts = {title: (unescape(query), int(number)) for query, title, number in found}
    assert counts["Incidents"] == (
        f"table={MESA}&command=incident",
        len(rows(command="incident", table=MESA)),
    )
    assert counts["Taken back"][1] == len(rows(command="undo", table=MESA))
    assert counts["Slips"][1] == len(rows(command="slip", table=MESA)) and "Disputes" not in counts
    assert counts["Every act"][1] > sum(number for _query, number in counts.values()) / 2
