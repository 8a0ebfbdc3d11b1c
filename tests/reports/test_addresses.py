"""No address breaks a report or makes it write, and none asks the database for every row."""

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.common import clock
from casino.people.models import User
from tables.door.service import create_table
from tables.models import Player
from tables.reports import catalogue
from tables.reports.renderers.csv_file import BOM
from tests.support.counter import done
from tests.support.reading import Night, a_night
from tests.support.report_pages import ASKING, MESA, OPEN, PAGES, STAFF, WHEN, added, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: Any) -> Iterator[Night]:
    with a_night(12, 4, django_db_blocker) as played:
        for role in STAFF:
            User.objects.create_user(f"one-{role}", role=role, language="en")
        yield played


# Addresses that cannot be read

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
UNREADABLE = 422
RUBBISH = {
    "since": TIMES,
    "until": TIMES,
    "other": TIMES,
    "shift": SHIFTS,
    **{name: ["nonsense", "\x00", "today", "other", "none"] for name in ("period", "against")},
    **dict.fromkeys(("table", "person", "kind", "line", "result", "article", "deducted", "as"), WORDS),
    **{key: [*WORDS, "0", "tables.turnover", "-1", str(10**30)] for key in ("pit", "only")},
    "player": [*WORDS, "a/b", "ana\r\nSet-Cookie: x=1", "\n", "ñandú 😀", "."],
}


# What a page asks for in its address; what it does not know besides is not looked at.
READ = {
    "/reports/": ("period", "since", "until", "against", "other"),
    "/reports/shifts/": ("as",),
    "/reports/floor/": ("period", "since", "until", "against", "other", "pit", "only", "as"),
    "/reports/tables/": ("table", "since", "until"),
    "/reports/passes/": ("shift", "result", "line", "article", "deducted", "until"),
    "/reports/players/": ("table", "player", "shift", "since"),
    "/reports/slips/": ("table", "kind", "since", "until"),
    "/reports/record/": ("table", "person", "article", "since", "until", "only", "as"),
    "/reports/differences/": ("table", "kind", "until"),
    "/reports/duty/": ("table", "person", "since", "until"),
    "/slips/": ("as",),
}
ENDS = TIMES[7:12]
PERIODS = [{"since": one, "until": other} for one in ENDS for other in ENDS]
PERIODS += [{"since": "2026-11-25T00:00", "until": "2026-11-20T00:00"}]


def read_by(path: str) -> tuple[str, ...]:
    return next(names for begin, names in reversed(READ.items()) if path.startswith(begin))


def rubbish(path: str) -> list[dict[str, str]]:
    """Each word where it does not belong, one after the other and all at once. The pages that read the same name do
    so with the same reader: they share its words, of which each is said at one page in three."""
    alone: list[dict[str, str]] = []
    for name in read_by(path):
        readers = [page for page in PAGES if name in read_by(page)]
        shares = max(len(readers) // 3, 1)
        alone += [{name: word} for word in RUBBISH[name][readers.index(path) % shares :: shares]]
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
    assert OPEN in answers and answers <= {OPEN, 404, UNREADABLE}
    assert [query["sql"] for query in asked_of_it if writes(query["sql"])] == []


def writes(sql: str) -> bool:
    return sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE"))


@pytest.mark.parametrize("kind", ["csv", "pdf"])
@pytest.mark.parametrize("path", ["/reports/floor/", f"/reports/players/?table={MESA}", "/reports/slips/"])
def test_no_file_is_broken_by_rubbish(night: Night, path: str, kind: str) -> None:
    client = client_of("jefe")
    players = [{"player": who, "table": MESA} for who in RUBBISH["player"]] if "players" in path else []
    for query in (*PERIODS[:: 1 if "floor" in path else 5], *players):
        assert client.get(asked(path, query, **{"as": kind})).status_code in (OPEN, UNREADABLE)


@pytest.mark.parametrize("kind", ["csv", "sheet", "xlsx"])
@pytest.mark.parametrize(
    "page", [page for page in catalogue.PAGES if page.has_period], ids=lambda page: page.name
)
def test_a_file_of_a_period_says_which(night: Night, page: catalogue.ReportPage, kind: str) -> None:
    named = {"slug": MESA, "player": "lucia"}
    path = "/" + re.sub(r"<\w+:(\w+)>", lambda found: named[found[1]], page.path)
    more = {"table": MESA, "player": "lucia"} if path in ASKING else {}
    since, until = "2026-11-20T20:00-03:00", "2026-11-24T23:00-03:00"
    User.objects.get_or_create(username="one-director", defaults={"role": "director", "language": "en"})
    answer = client_of("director").get(path, {"since": since, "until": until, "as": kind, **more})
    assert answer.status_code == OPEN, path
    content = answer.content
    if kind == "csv":
        said = content.decode().removeprefix(BOM).splitlines()[:2]
        assert said == [f"From,{since[:16]}:00-03:00", f"Until,{until[:16]}:00-03:00"]
    else:
        files = zipfile.ZipFile(io.BytesIO(content))
        first = min(
            name for name in files.namelist() if kind == "sheet" or name.endswith("sharedStrings.xml")
        )
        text = files.read(first).decode()
        assert "20 Nov 2026" in text and "24 Nov 2026" in text


DATES = ("yesterday", "2026-02-30T10:00", "0001-01-01T00:00", "1899-12-31T23:00", "9000-01-01T00:00")


@pytest.mark.parametrize("said", DATES)
@pytest.mark.parametrize(
    "path", ["/reports/", "/reports/floor/", f"/reports/tables/{MESA}/", "/reports/slips/"]
)
def test_a_date_that_does_not_exist_is_said_and_not_replaced(night: Night, path: str, said: str) -> None:
    for name in ("since", "until"):
        answer = client_of("jefe").get(path, {name: said})
        page = answer.content.decode()
        assert answer.status_code == UNREADABLE
        assert f"“{said}” is no date and time of the years 1900 to 8999." in page
    assert (clock.YEARS[0], clock.YEARS[-1]) == (1900, 8999)


@pytest.mark.parametrize(
    "path",
    [
        *(f"/reports/shifts/{MESA}/{number}/" for number in (0, 3, 10**9, 10**30)),
        *("/reports/shifts/nowhere/1/", "/reports/tables/nowhere/", "/reports/passes/nowhere/"),
        *("/reports/players/nowhere/ana/", "/reports/tables/"),
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


def test_until_before_since_is_said(night: Night) -> None:
    backwards = {"since": "2026-11-25T00:00", "until": "2026-11-20T00:00"}
    answer = client_of("jefe").get("/reports/slips/", backwards)
    assert answer.status_code == UNREADABLE and "The time ends before it begins." in answer.content.decode()


BACKWARDS = {"since": "2026-11-25T00:00", "until": "2026-11-20T00:00", "table": MESA}
TYPED = {"since": "25/11/2026 00:00", "until": "20/11/2026 00:00"}  # as a field of the form has them


@pytest.mark.parametrize(
    "path", ["/reports/floor/", "/reports/tables/", "/reports/players/", f"/reports/players/{MESA}/ana/"]
)
@pytest.mark.parametrize("role", ["jefe", "inspector"])
def test_a_period_that_is_refused_is_asked_for_again_with_what_was_typed(
    night: Night, path: str, role: str
) -> None:
    who = Player.objects.filter(table__slug=MESA)[0].player
    page = client_of(role).get(path, BACKWARDS | {"player": who}).content.decode()
    form = page.split(f'action="{path}"')[1].split("</form>")[0]
    until = form.split('name="until"')[1].split("</label>")[0]
    assert 'aria-invalid="true"' in until and "The time ends before it begins." in until
    for name in ("since", "until"):
        assert f'name="{name}"' in form and f'value="{TYPED[name]}"' in form
    assert f'name="table" value="{MESA}"' in form and f'name="player" value="{who}"' in form
    assert "<table" not in page


@pytest.mark.parametrize("path", ["/reports/slips/", "/reports/differences/"])
def test_slips_that_are_refused_are_asked_for_again(night: Night, path: str) -> None:
    page = client_of("cambista").get(path, BACKWARDS | {"kind": "fill"}).content.decode()
    assert f'value="{TYPED["since"]}"' in page and '<option value="fill" selected>' in page


@pytest.mark.parametrize(
    ("path", "chosen", "said"),
    [
        ("/reports/slips/", {"kind": "fill", "table": MESA}, {"Table": "Mesa-2", "Slip": "Fill"}),
        ("/reports/differences/", {"kind": "closing"}, {"Slip": "Closing count"}),
        ("/reports/duty/", {"person": "carla"}, {"Who": "carla"}),
        ("/reports/slips/", {}, {}),
    ],
)
def test_a_file_says_what_it_was_narrowed_to(
    night: Night, path: str, chosen: dict[str, str], said: dict[str, str]
) -> None:
    answer = client_of("jefe").get(path, chosen | {"as": "csv"})
    head = answer.content.decode("utf-8-sig").split("\r\n\r\n")[0]
    rows = [row.split(",", 1) for row in head.splitlines()]
    labels = {"Table", "Slip", "Who"}
    assert {row[0]: row[1] for row in rows if row[0] in labels} == said


def test_an_amount_that_is_none_is_said_beside_its_field(night: Night) -> None:
    answer = client_of("cambista").get("/reports/slips/", {"above": "much", "kind": "fill"})
    form = answer.content.decode().split('class="asks"')[1]
    field = form.split('name="above"')[1].split("</label>")[0]
    assert answer.status_code == UNREADABLE
    assert 'value="much"' in field and "An amount is a whole number" in field
    assert '<details class="choose" open' not in answer.content.decode()


def test_an_administrator_is_asked_again_with_what_he_typed(night: Night) -> None:
    User.objects.create_user("one-administrator", role="administrator", language="en")
    refused = client_of("administrator").get("/reports/duty/", BACKWARDS | {"person": "carla"})
    page = refused.content.decode()
    assert refused.status_code == UNREADABLE and '<a href="/administration/people/" rel="up">' in page
    for said in (*TYPED.values(), "carla"):
        assert f'value="{said}"' in page


# Queries

# At most; some are the frame's, and a period is read beside another.
QUERIES = {
    "/reports/": 12,
    f"/reports/shifts/{MESA}/2/": 43,
    f"/reports/floor/?{WHEN}": 24,
    f"/reports/tables/{MESA}/?{WHEN}": 24,
    f"/reports/passes/{MESA}/?{WHEN}": 14,
    f"/reports/players/{MESA}/ana/?shift=2": 26,
    f"/reports/slips/?{WHEN}": 13,
    f"/reports/differences/?{WHEN}": 12,
    "/slips/1/": 11,
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
