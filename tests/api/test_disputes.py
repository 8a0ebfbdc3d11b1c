"""A dispute from its mark to its decision, and the change of shift."""

import json
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from casino.people.models import User
from tables.door.service import create_table, execute, read
from tables.models import AlertSeen, Decision, Dispute, Handover, Record
from tables.view.handovers import what_is_open
from tests.support.house import CROUPIER, JEFE, opening

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def table() -> None:
    create_table("mesa", "Mesa")
    for command in opening():
        assert execute("mesa", command, JEFE).ok


def client_of(role: str) -> Client:
    client = Client()
    user, _ = User.objects.get_or_create(username=f"one-{role}", defaults={"role": role, "language": "en"})
    client.force_login(user)
    return client


def post(client: Client, path: str, said: Any) -> Any:
    body = said if isinstance(said, bytes) else json.dumps(said)
    return client.post(f"/api{path}", body, content_type="application/json")


def marked(note: str = "the will was misheard") -> int:
    answer = post(client_of("croupier"), "/tables/mesa/disputes", {"note": note})
    assert answer.status_code == 201
    return int(answer.json()["dispute"])


def test_a_mark_keeps_where_who_and_when_and_changes_nothing_in_the_game() -> None:
    before = read("mesa")[1]
    dispute = Dispute.objects.get(pk=marked())
    assert read("mesa")[1] == before
    assert (dispute.version, dispute.record, dispute.actor) == (
        before.version,
        Record.objects.count(),
        "one-croupier",
    )
    assert dispute.present == {
        "seats": {"1": "ana", "2": "bea", "3": "carl", "4": "dora"},
        "standing": ["leo"],
    }


def test_one_touch_is_enough() -> None:
    assert post(client_of("croupier"), "/tables/mesa/disputes", {}).status_code == 201


def test_it_stays_on_floor_table_and_console_until_it_is_decided() -> None:
    number = marked("who took the cards")
    jefe, croupier = client_of("jefe"), client_of("croupier")
    for path in ("/floor/", "/tables/mesa/", "/handover/"):
        assert "who took the cards" in jefe.get(path).content.decode(), path
    assert "open-disputes" in croupier.get("/tables/mesa/console/").content.decode()
    said = {"decision": "the largest bet takes them", "article": "17"}
    assert post(jefe, f"/disputes/{number}/decision", said).status_code == 200
    for path in ("/floor/", "/tables/mesa/", "/handover/"):
        assert "who took the cards" not in jefe.get(path).content.decode(), path
    assert "open-disputes" not in croupier.get("/tables/mesa/console/").content.decode()
    decision = Decision.objects.get()
    assert (decision.dispute_id, decision.article, decision.actor) == (number, "17", "one-jefe")


def decided(text: str = "the bet came late: it does not count", article: str = "13") -> int:
    number = marked()
    said = {"decision": text, "article": article}
    assert post(client_of("jefe"), f"/disputes/{number}/decision", said).status_code == 200
    return Decision.objects.get(dispute=number).pk


def console(role: str = "croupier") -> str:
    return client_of(role).get("/tables/mesa/console/").content.decode()


def test_a_decision_stands_on_the_croupiers_tablet_until_one_has_read_it() -> None:
    number = decided()
    for _ in range(2):  # a reload, another tablet, who relieves him
        page = console()
        assert "the bet came late: it does not count" in page.partition('id="console-called"')[2]
        assert f"/api/decisions/{number}/read" in page
    assert f"/api/decisions/{number}/read" not in console("jefe"), "he has decided it himself"
    assert post(client_of("croupier"), f"/decisions/{number}/read", {}).status_code == 200
    assert f"/api/decisions/{number}/read" not in console()
    read_row = AlertSeen.objects.get()
    assert (read_row.key, read_row.actor) == (f"decision-{number}", "one-croupier")
    assert "read by one-croupier" in client_of("jefe").get("/tables/mesa/").content.decode()


def test_who_reads_it_second_changes_nothing_and_who_may_not_is_refused() -> None:
    number = decided()
    for role in ("jefe", "inspector", "cambista"):
        assert post(client_of(role), f"/decisions/{number}/read", {}).status_code == 403
    assert post(Client(), f"/decisions/{number}/read", {}).status_code == 401
    assert post(client_of("croupier"), "/decisions/99/read", {}).status_code == 404
    for _ in range(2):
        assert post(client_of("croupier"), f"/decisions/{number}/read", {}).status_code == 200
    assert AlertSeen.objects.count() == 1


def test_a_decision_of_the_evening_before_is_none_of_this_one() -> None:
    decided()
    assert execute("mesa", {"command": "close_table"}, JEFE).ok
    assert "/read" in console(), "nobody has read it yet"
    assert execute("mesa", next(opening()), JEFE).ok
    assert "/read" not in console()


def test_the_badge_opens_what_is_disputed_and_says_that_the_jefe_has_seen_it() -> None:
    number = marked("who took the cards")
    page = console()
    assert 'data-open="disputes"' in page and "who took the cards" in page
    assert "one-jefe" not in page
    key = f"dispute-{number}"
    assert post(client_of("jefe"), f"/tables/mesa/alerts/{key}", {}).status_code in (200, 201)
    assert "one-jefe" in console()


def test_it_is_decided_once_and_by_the_jefe_alone() -> None:
    path, said = f"/disputes/{marked()}/decision", {"decision": "it stands"}
    assert post(client_of("croupier"), path, said).json()["error"]["code"] == "not_for_your_role"
    assert post(client_of("inspector"), path, said).status_code == 403
    assert post(client_of("jefe"), path, said).status_code == 200
    assert post(client_of("jefe"), path, said).json()["error"]["code"] == "resolved_already"


@pytest.mark.parametrize("article", ["99", "17 ter"])
def test_a_decision_cites_no_article_that_the_reglamento_has_not(article: str) -> None:
    answer = post(
        client_of("jefe"), f"/disputes/{marked()}/decision", {"decision": "it stands", "article": article}
    )
    assert answer.json()["error"]["code"] == "malformed"
    assert not Decision.objects.exists()


BAD = [
    {},
    {"decision": ""},
    {"decision": "   "},
    {"decision": "x" * 501},
    {"decision": 7},
    b"{",
    b"\xff",
    b"[]",
]


@pytest.mark.parametrize("said", BAD)
def test_a_decision_that_says_nothing_is_refused(said: Any) -> None:
    answer = post(client_of("jefe"), f"/disputes/{marked()}/decision", said)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "says_nothing")
    assert not Decision.objects.exists()


def test_what_is_not_there_and_who_may_not() -> None:
    assert post(client_of("jefe"), "/disputes/99/decision", {"decision": "x"}).status_code == 404
    assert post(client_of("croupier"), "/tables/nope/disputes", {}).status_code == 404
    assert post(client_of("cambista"), "/tables/mesa/disputes", {}).status_code == 403
    assert post(Client(), "/tables/mesa/disputes", {}).status_code == 401


def test_the_next_jefe_accepts_what_is_open_under_his_own_login() -> None:
    number = marked()
    conduct = {"command": "incident", "kind": "conduct", "article": "12", "text": "leaning"}
    assert execute("mesa", conduct, CROUPIER).ok
    assert execute("mesa", {"command": "suspend", "reason": "a fight"}, JEFE).ok
    assert client_of("croupier").post("/handover/").status_code == 403
    assert client_of("jefe").post("/handover/", {"reason": "the other left"}).status_code == 302
    accepted = Handover.objects.get()
    assert accepted.actor == "one-jefe"
    assert [len(accepted.accepted[kind]) for kind in ("disputes", "incidents", "suspended")] == [1, 1, 1]
    still = what_is_open()
    assert [dispute.pk for dispute in still.disputes] == [number], "a dispute stays until its decision"
    assert (len(still.incidents), len(still.suspended)) == (0, 1)


@pytest.mark.parametrize("kind", [Dispute, Decision, Handover])
def test_nothing_of_it_is_ever_changed_or_deleted(kind: Any) -> None:
    post(client_of("jefe"), f"/disputes/{marked()}/decision", {"decision": "it stands"})
    client_of("jefe").post("/handover/", {"reason": "the other left"})
    for act in ("UPDATE {} SET actor = 'x'", "DELETE FROM {}"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(act.format(kind._meta.db_table))
