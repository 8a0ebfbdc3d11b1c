"""The reports over HTTP: who may read which, as what they come, and that no address breaks them or makes them write."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.accounts.models import User
from casino.common import clock
from ledger.cage.models import Shift, Slip
from tables.models import Player, Table
from tables.reports.counter_papers import differences
from tables.reports.period import Period
from tables.reports.views import _moved_between
from tables.service import create_table
from tests.counter import ask, done, go
from tests.evening import BEGIN
from tests.reading import Night, a_night

pytestmark = pytest.mark.django_db
MESA = "mesa-2"  # where the second shift is still open
STAFF = ("jefe", "inspector", "cambista", "croupier")
NOBODY = ""
OPEN, SHUT, LOGIN, NOT_HIS = 200, 403, 302, 404
WHEN = urlencode({"since": f"{BEGIN:%Y-%m-%dT%H:%M}Z", "until": "2026-11-25T00:00"})

# Address → what jefe, inspector, cambista, croupier and nobody in particular are answered.
REPORTS = {
    f"/reports/shifts/{MESA}/1/": (OPEN, OPEN, OPEN, SHUT, LOGIN),
    f"/reports/shifts/{MESA}/2/": (OPEN, OPEN, OPEN, SHUT, LOGIN),
    f"/reports/floor/?{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/tables/?table={MESA}&{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/tables/{MESA}/?{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/passes/{MESA}/?{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/passes/{MESA}/?shift=1": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/players/?table={MESA}&player=ana&{WHEN}": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/players/{MESA}/ana/?shift=1": (OPEN, OPEN, SHUT, SHUT, LOGIN),
    f"/reports/slips/?{WHEN}": (OPEN, OPEN, OPEN, SHUT, LOGIN),
    f"/reports/differences/?{WHEN}": (OPEN, OPEN, OPEN, SHUT, LOGIN),
    "/slips/1/": (OPEN, OPEN, OPEN, NOT_HIS, LOGIN),  # of the cage
    "/slips/3/": (OPEN, OPEN, OPEN, OPEN, LOGIN),  # of a table
}
PAGES = {"/reports/": (OPEN, OPEN, OPEN, SHUT, LOGIN), **REPORTS}
NAMES = {
    f"/reports/shifts/{MESA}/1/": f"{MESA}-1",
    f"/reports/floor/?{WHEN}": "floor-20261120-1900",
    f"/reports/tables/{MESA}/?{WHEN}": f"{MESA}-20261120-1900",
    f"/reports/passes/{MESA}/?{WHEN}": f"{MESA}-passes",
    f"/reports/players/{MESA}/ana/?shift=1": f"{MESA}-ana",
    f"/reports/slips/?{WHEN}": "slips",
    f"/reports/differences/?{WHEN}": "differences",
    "/slips/1/": "slip-1",
}


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(12, 4, django_db_blocker) as played:
        for role in STAFF:
            User.objects.create_user(f"one-{role}", role=role, language="en")
        yield played


def client_of(role: str) -> Client:
    client = Client()
    if role:
        client.force_login(User.objects.get(username=f"one-{role}"))
    return client


def added(path: str, **query: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{urlencode(query)}"


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


def links_on(page: str) -> set[str]:
    found = re.findall(r'<(?:a|form)\b[^>]*?(?:href|action|formaction)="(/[^"]*)"', page)
    return {unescape(link) for link in found if not link.startswith(("/static/", "/logout", "/language"))}


# As what it comes


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


@pytest.mark.parametrize("language", ["es", "en", "fr", "sl"])
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


def test_decimals(night: Night, settings: Any) -> None:
    settings.DECIMALS = 2
    slip = done("buy_in", 12_550, player=night.evenings[1].somebody(), table=MESA)
    client = client_of("jefe")
    User.objects.filter(username="one-jefe").update(language="es")
    for path in (f"/slips/{slip.number}/", f"/reports/shifts/{MESA}/2/"):
        assert "125,50" in client.get(path).content.decode()
        assert "125.50" in client.get(added(path, **{"as": "csv"})).content.decode()


def test_papers_say_the_names_of_tables_and_players(night: Night) -> None:
    who = night.evenings[1].somebody()
    Player.objects.filter(table__slug=MESA, player=who).update(name="=Ana Ñuñez")
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

    session = client_of("jefe").get(f"/reports/players/{MESA}/{who}/?shift=2").content.decode()
    grids = session[session.index("<table") : session.rindex("</table>")]
    assert all(grids in asked(said) for said in (who, "Ana Paz", " ana paz "))
    named.update(name="Ana Paz")
    both = {f"/reports/players/{MESA}/{one}/?shift=2" for one in (who, other)}
    assert both <= links_on(asked("ana paz"))
    assert "Nobody of this name" in asked("who never came") and not both & links_on(asked("who never came"))


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
        paper = differences(_moved_between(Slip.objects.all(), Period(since, since + hour)))
        return {int(str(row[0].value)) for row in paper.grids[0].rows}

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
    assert set(shifts) <= links_on(of_then) == links_on(client.get("/reports/").content.decode())
    assert not set(shifts) & links_on(later)


# What is asked for in vain

TIMES = [
    *("nonsense", "2026-02-30T00:00", "2026-11-20T25:00", "\x00", "x" * 5000, "٢٠٢٦-١١-٢٠T٠٠:٠٠"),
    *("0001-01-01T00:00", "0001-01-01T00:00Z", "0001-01-01T00:00+14:00", "9999-12-31T23:59"),
    *(
        "9999-12-31T23:30Z",
        "9999-12-31T23:59-14:00",
        "2026-11-20",
        "1970-01-01T00:00",
        "2026-11-20T00:00+99:99",
    ),
]
SHIFTS = ["0", "3", "-1", "1.5", "10**30", str(10**30), "²", "٣", " 1", "\x00", "x" * 5000]
WORDS = ["nonsense", "\x00", "' OR 1=1 --", "<script>", "x" * 5000, "\ud83c", "%", "tie,", "../../etc"]
RUBBISH = {
    "since": TIMES,
    "until": TIMES,
    "shift": SHIFTS,
    **dict.fromkeys(("table", "kind", "line", "result", "article", "deducted", "as"), WORDS),
    "player": [*WORDS, "a/b", "ana\r\nSet-Cookie: x=1", "\n", "ñandú 😀", "."],
}


# What a page asks for in its address; what it does not know besides is not looked at.
READ = {
    "/reports/": ("since", "until"),
    "/reports/shifts/": ("as",),
    "/reports/floor/": ("since", "until", "as"),
    "/reports/tables/": ("table", "since", "until"),
    "/reports/passes/": ("shift", "result", "line", "article", "deducted", "until"),
    "/reports/players/": ("table", "player", "shift", "since"),
    "/reports/slips/": ("table", "kind", "since", "until"),
    "/reports/differences/": ("table", "kind", "until"),
    "/slips/": ("as",),
}
ENDS = TIMES[7:12]
PERIODS = [{"since": one, "until": other} for one in ENDS for other in ENDS]
PERIODS += [{"since": "2026-11-25T00:00", "until": "2026-11-20T00:00"}]


def rubbish(path: str) -> list[dict[str, str]]:
    """Each word where it does not belong, one after the other and all at once."""
    read = next(names for begin, names in reversed(READ.items()) if path.startswith(begin))
    alone = [{name: word} for name in read for word in RUBBISH[name]]
    together = [dict(zip(RUBBISH, words, strict=False)) for words in zip(*RUBBISH.values(), strict=False)]
    return alone + together


def asked(path: str, query: dict[str, str], **more: str) -> str:
    """Whatever it is, as a browser would send it."""
    said = {**query, **more}
    return added(path) + urlencode(said, errors="surrogatepass")


@pytest.mark.parametrize("path", PAGES)
def test_rubbish_in_the_address_is_no_error_and_writes_nothing(night: Night, path: str) -> None:
    client = client_of("jefe")
    with CaptureQueriesContext(
        connection,
    ) as asked_of_it:
        answers = {client.get(asked(path, query)).status_code for query in rubbish(path)}
    assert OPEN in answers and answers <= {OPEN, 404}
    assert [query["sql"] for query in asked_of_it if writes(query["sql"])] == []


def writes(sql: str) -> bool:
    return sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE"))


@pytest.mark.parametrize("kind", ["csv", "pdf"])
@pytest.mark.parametrize("path", ["/reports/floor/", f"/reports/players/?table={MESA}", "/reports/slips/"])
def test_no_file_is_broken_by_rubbish(night: Night, path: str, kind: str) -> None:
    client = client_of("jefe")
    players = [{"player": who, "table": MESA} for who in RUBBISH["player"]] if "players" in path else []
    for query in (*PERIODS[:: 1 if "floor" in path else 5], *players):
        assert client.get(asked(path, query, **{"as": kind})).status_code == OPEN


@pytest.mark.parametrize(
    "path",
    [
        *(f"/reports/shifts/{MESA}/{number}/" for number in (0, 3, 10**9, 10**30)),
        *("/reports/shifts/nowhere/1/", "/reports/tables/nowhere/", "/reports/passes/nowhere/"),
        *("/reports/players/nowhere/ana/", "/reports/tables/", "/reports/players/"),
        *(f"/slips/{number}/" for number in (0, 99_999, 10**19, 10**30)),
        f"/reports/passes/{MESA}/?shift=3",
        f"/reports/players/{MESA}/ana/?shift=0",
    ],
)
def test_what_is_not_there_is_not_found(night: Night, path: str) -> None:
    assert client_of("jefe").get(path).status_code == 404


@pytest.mark.parametrize("who", ["<script>", "nobody-of-that-name", "a b", "\x00", "ñ", "%"])
def test_a_player_who_was_never_there_has_an_empty_session(night: Night, who: str) -> None:
    page = client_of("jefe").get(f"/reports/players/{MESA}/{quote(who)}/?shift=1")
    assert page.status_code == OPEN
    assert "<script>" not in page.content.decode()


def test_until_before_since_is_nothing(night: Night) -> None:
    backwards = urlencode({"since": "2026-11-25T00:00", "until": "2026-11-20T00:00", "as": "csv"})
    rows = client_of("jefe").get(f"/reports/slips/?{backwards}").content.decode().splitlines()
    assert not [row for row in rows if row[:1].isdecimal()]


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


# How much is asked of the database

QUERIES = {
    "/reports/": 8,
    f"/reports/shifts/{MESA}/2/": 32,
    f"/reports/floor/?{WHEN}": 14,
    f"/reports/tables/{MESA}/?{WHEN}": 16,
    f"/reports/passes/{MESA}/?{WHEN}": 10,
    f"/reports/players/{MESA}/ana/?shift=2": 22,
    f"/reports/slips/?{WHEN}": 8,
    f"/reports/differences/?{WHEN}": 8,
    "/slips/1/": 8,
}


def test_no_page_asks_the_database_for_every_row(night: Night, django_assert_max_num_queries: Any) -> None:
    client, evening = client_of("jefe"), night.evenings[1]
    client.get("/reports/")  # what is kept for later questions is kept now
    before = {path: queries_of(client, path) for path in QUERIES}
    with clock.running_on(evening.clock):
        create_table("mesa-9", "Mesa 9")
        evening.play(12)
        for amount in range(300, 330):
            done("buy_in", amount, player=evening.somebody(), table=MESA)
    assert {path: queries_of(client, path) for path in QUERIES} == before
    for path, most in QUERIES.items():
        with django_assert_max_num_queries(most):
            client.get(path)


def queries_of(client: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as asked_of_it:
        assert client.get(path).status_code == OPEN
    return len(asked_of_it)
