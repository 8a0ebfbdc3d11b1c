"""Duty over HTTP: who is there, a spell's begin and end, and the end of a tablet's PINs."""

import json
from typing import Any

import pytest
from django.test import Client

from casino.people.login import pins
from casino.people.models import StaffSession, User
from tables.door import duty
from tables.door.service import create_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def table() -> None:
    create_table("mesa", "Mesa")


def client_of(name: str, role: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name, role=role, language="en"))
    return client


def post(client: Client, path: str, **said: Any) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/api{path}", json.dumps(said), content_type="application/json")
    return answer.status_code, answer.json()


def test_a_spell_from_its_begin_to_its_end() -> None:
    carla = client_of("carla", "croupier")
    status, said = post(carla, "/tables/mesa/duty", post="croupier")
    assert (status, said["duty"]["person"], said["duty"]["until"]) == (201, "carla", None)
    assert carla.get("/api/tables/mesa/duty").json() == {"duty": [said["duty"]]}
    assert StaffSession.objects.get().table == "mesa"
    status, said = post(carla, f"/duty/{said['duty']['number']}/steps", step="ended")
    assert status == 200 and said["duty"]["until"]
    assert carla.get("/api/tables/mesa/duty").json()["error"]["code"] == "locked"
    assert client_of("julio", "jefe").get("/api/tables/mesa/duty").json() == {"duty": []}


def test_a_jefe_relieves_in_one_call() -> None:
    carla, julio = client_of("carla", "croupier"), client_of("julio", "jefe")
    User.objects.create_user("diego", role="croupier")
    number = post(carla, "/tables/mesa/duty", post="pagador")[1]["duty"]["number"]
    status, said = post(julio, f"/duty/{number}/steps", step="relieved", person="diego")
    assert (status, said["duty"]["person"], said["duty"]["actor"]) == (200, "diego", "julio")
    back = f"/duty/{said['duty']['number']}/steps"
    assert post(carla, back, step="relieved", person="carla")[1]["error"]["code"] == "locked"
    StaffSession.objects.update(locked=None)
    pins.choose(User.objects.get(username="carla"), "2580")
    assert post(carla, back, step="relieved", person="carla", pin="2580")[0] == 200  # she comes herself


def test_nobody_is_relieved_without_the_pin_of_who_comes() -> None:
    carla, diego = client_of("carla", "croupier"), client_of("diego", "croupier")
    comer = User.objects.get(username="diego")
    comer.set_password("a long evening")
    comer.save()
    diego.force_login(comer)
    pins.choose(comer, "2580")
    number = post(carla, "/tables/mesa/duty", post="croupier")[1]["duty"]["number"]
    step = f"/duty/{number}/steps"
    for secret, code in (
        ({}, "relief_unproved"),
        ({"pin": "1379"}, "wrong_secret"),
        ({"passphrase": "2580"}, "bad_signature"),
        ({"passphrase": "a long evening", "person": "carla"}, "bad_signature"),
        ({"pin": "2580", "person": "nobody"}, "not_of_the_staff"),
        ({"pin": "2580" * 4}, "ill_formed_duty"),
    ):
        assert (
            post(diego, step, **{"step": "relieved", "person": "diego", **secret})[1]["error"]["code"] == code
        )
    assert [one.person for one in duty.of_table("mesa")] == ["carla"]
    assert carla.get("/api/tables/mesa/duty").status_code == 200  # her tablet is not locked
    status, said = post(carla, step, step="relieved", person="diego", passphrase="a long evening")
    assert (status, said["duty"]["person"], said["duty"]["actor"]) == (200, "diego", "diego")


@pytest.mark.parametrize(
    "said", [{}, {"post": 7}, {"post": "croupier", "more": 1}, {"post": "croupier", "person": "x" * 151}]
)
def test_what_is_not_well_formed_is_refused(said: Any) -> None:
    status, answer = post(client_of("carla", "croupier"), "/tables/mesa/duty", **said)
    assert (status, answer["error"]["code"]) == (422, "ill_formed_duty")


def test_a_jefe_ends_the_pins_of_a_tablet() -> None:
    carla, julio = client_of("carla", "croupier"), client_of("julio", "jefe")
    post(carla, "/tables/mesa/duty", post="croupier")
    tablet = StaffSession.objects.get(user__username="carla").pk
    assert post(carla, f"/tablets/{tablet}/end")[0] == 403
    assert post(julio, f"/tablets/{tablet}/end") == (200, {"ok": True})
    assert carla.get("/api/tables/mesa").status_code == 401
    assert post(julio, f"/tablets/{tablet}/end")[1]["error"]["code"] == "no_such_tablet"
    mine = StaffSession.objects.get(user__username="julio").pk
    assert post(julio, f"/tablets/{mine}/end")[0] == 404  # no table's


def test_a_jefe_takes_his_section_and_leaves_what_is_not_in_it() -> None:
    for slug in ("otra", "tercera"):
        create_table(slug, slug.title())
    julio, jimena = client_of("julio", "jefe"), client_of("jimena", "jefe")
    assert post(jimena, "/section", tables="mesa")[0] == 200
    status, said = post(julio, "/section", tables="mesa otra")
    assert status == 200 and [one["table"] for one in said["duty"]] == ["mesa", "otra"]
    kept = said["duty"][1]
    status, said = post(julio, "/section", tables="otra tercera")
    assert said["duty"][0] == kept and [one["table"] for one in said["duty"]] == ["otra", "tercera"]
    there = julio.get("/api/tables/mesa/duty").json()["duty"]
    assert [one["person"] for one in there] == ["jimena"]
    assert post(julio, "/section", tables="")[1] == {"ok": True, "duty": []}


def test_a_section_is_a_jefes_and_of_tables_that_there_are() -> None:
    julio = client_of("julio", "jefe")
    assert post(client_of("carla", "croupier"), "/section", tables="mesa")[0] == 403
    assert post(julio, "/section", tables="mesa nowhere")[0] == 404
    assert julio.get("/api/tables/mesa/duty").json() == {"duty": []}
    assert post(julio, "/section", tables="mesa", person="carla")[1]["error"]["code"] == "not_for_this_post"
    assert post(julio, "/section")[1]["error"]["code"] == "ill_formed_duty"
