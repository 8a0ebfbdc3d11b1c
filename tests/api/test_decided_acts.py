"""What a jefe's decision on a dispute demands is carried out with it, or nothing is decided."""

import json
from typing import Any

import pytest
from django.test import Client

from casino.people.models import User
from tables.door.service import read
from tables.models import Decision, Dispute, Record
from tests.support.casa import BANCA_WITH_SEVEN, CASA, give, opened

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def table() -> None:
    opened("mesa", CASA)
    give("mesa", "place_bet", player="bea", chance="punto", amount=100)
    give("mesa", "close_betting")


def client_of(role: str) -> Client:
    client = Client()
    user, _ = User.objects.get_or_create(username=f"one-{role}", defaults={"role": role, "language": "en"})
    client.force_login(user)
    return client


def post(role: str, path: str, said: Any) -> Any:
    return client_of(role).post(f"/api{path}", json.dumps(said), content_type="application/json")


def marked() -> int:
    return int(post("croupier", "/tables/mesa/disputes", {}).json()["dispute"])


def decide(act: Any, **more: Any) -> Any:
    said = {"decision": "the bet came late", "article": "", "act": act, **more}
    return post("jefe", f"/disputes/{marked()}/decision", said)


def console() -> str:
    return client_of("croupier").get("/tables/mesa/console/").content.decode()


def test_an_undo_is_applied_with_the_decision_and_told_to_the_croupier() -> None:
    before = Record.objects.get(name="close_betting").first_seq - 1
    assert decide({"command": "undo", "to": before}).status_code == 200
    made = Record.objects.latest("number")
    assert (made.name, made.actor, made.command["reason"]) == ("undo", "one-jefe", "the bet came late")
    assert read("mesa")[1].phase == "betting"
    told = console().partition('id="console-called"')[2]
    assert "the bet came late" in told and "Undone: No more bets" in told
    assert "Undone: No more bets" in client_of("jefe").get("/tables/mesa/").content.decode()


def test_a_pass_is_voided_with_the_decision() -> None:
    assert decide({"command": "void_pass"}).status_code == 200
    assert Record.objects.latest("number").name == "void_pass"
    assert "Pass voided" in console()


def test_a_card_is_replaced_with_the_decision() -> None:
    for number, card in enumerate(BANCA_WITH_SEVEN.split()[:3]):
        give("mesa", "card", hand=("punto", "banca")[number % 2], card=card)
    wrong = {"command": "replace", "hand": "banca", "place": 1, "was": "2"}
    assert decide(wrong, card="5").status_code == 200
    assert read("mesa")[1].current.banca == ("5",)
    assert "2 → 5" in console()


def test_where_the_act_is_refused_nothing_is_decided() -> None:
    version = read("mesa")[1].version
    late = {"command": "void_pass", "expected_version": version - 1}
    for act in (late, {"command": "undo", "to": version}):
        answer = decide(act)
        assert answer.status_code in (409, 422) and not answer.json()["ok"]
    assert not Decision.objects.exists() and read("mesa")[1].version == version
    again = Dispute.objects.earliest("pk").pk
    assert post("jefe", f"/disputes/{again}/decision", {"decision": "as it was"}).status_code == 200


def test_an_act_that_says_too_little_is_malformed() -> None:
    assert decide({"command": "undo"}).status_code == 422
    assert decide({"command": "replace", "hand": "punto"}).status_code == 422
    assert decide({"command": "close_table"}).status_code == 422


def test_only_a_jefe_decides_and_so_acts() -> None:
    said = {"decision": "void", "act": {"command": "void_pass"}}
    for role in ("croupier", "inspector"):
        assert post(role, f"/disputes/{marked()}/decision", said).status_code == 403


def test_of_a_pass_before_the_present_one_is_neither_voided_nor_any_card_replaced() -> None:
    number = marked()
    page = client_of("jefe").get("/tables/mesa/").text
    assert f'id="demand-{number}-void"' in page
    give("mesa", "void_pass", reason="the shoe fell")
    give("mesa", "place_bet", player="bea", chance="punto", amount=100)
    give("mesa", "close_betting")
    give("mesa", "card", hand="punto", card="5")
    later = marked()
    page = client_of("jefe").get("/tables/mesa/").text
    assert f'id="decision-{number}"' in page and f'id="demand-{number}-nothing"' in page
    assert f'id="demand-{number}-void"' not in page and f'id="demand-{number}-punto-1"' not in page
    assert f'id="demand-{later}-void"' in page and f'id="demand-{later}-punto-1"' in page
