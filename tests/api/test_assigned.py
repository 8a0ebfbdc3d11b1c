"""A croupier works only at the tables to which he is assigned, where the house says so."""

import json
from typing import Any

import pytest
from django.test import Client

from casino.people.models import User
from tables.door.service import create_table, execute
from tables.models import Dispute, Record
from tests.support.counter import MESA, asked, filled
from tests.support.house import JEFE, opening
from tests.support.own_house import HouseHas

JOIN = {"command": "join", "player": "gino"}
VOID = {"command": "void_pass", "reason": "a trial"}
FILL = {"kind": "fill", "chips": {"10": 1}}
OTHER = "mesa-5"


@pytest.fixture
def carla(db: None, house_has: HouseHas) -> User:
    """She serves mesa-4, where the counter is open; mesa-5 is another table."""
    house_has(assigned_only=True)
    filled()
    create_table(OTHER, "Mesa 5")
    for command in opening():
        assert execute(OTHER, command, JEFE).ok
    return User.objects.create_user("carla", role="croupier", serves=MESA, language="en")


@pytest.fixture
def tablet(carla: User) -> Client:
    client = Client()
    client.force_login(carla)
    return client


def post(client: Client, path: str, said: Any) -> tuple[int, str]:
    answer = client.post(f"/api{path}", json.dumps(said), content_type="application/json")
    return answer.status_code, answer.json().get("error", {}).get("code", "")


def test_where_she_is_assigned_she_works(tablet: Client) -> None:
    assert post(tablet, f"/tables/{MESA}/commands", JOIN) == (200, "")
    assert post(tablet, f"/tables/{MESA}/slips", FILL) == (201, "")
    assert post(tablet, f"/tables/{MESA}/disputes", {"note": ""}) == (201, "")


@pytest.mark.parametrize(
    ("address", "said"), [("commands", JOIN), ("requests", VOID), ("slips", FILL), ("disputes", {"note": ""})]
)
def test_at_any_other_table_everything_is_refused(tablet: Client, address: str, said: Any) -> None:
    before = Record.objects.count()
    assert post(tablet, f"/tables/{OTHER}/{address}", said) == (403, "not_assigned")
    assert (Record.objects.count(), Dispute.objects.count()) == (before, 0)
    assert tablet.get(f"/api/tables/{OTHER}").status_code == 200  # she may read


def test_she_signs_no_slip_and_no_request_of_another_table(tablet: Client, carla: User) -> None:
    slip = asked("count")
    carla.serves = OTHER
    carla.save()
    assert post(tablet, f"/slips/{slip.number}/steps", {"step": "signed"}) == (403, "not_assigned")
    assert post(tablet, f"/tables/{MESA}/commands", JOIN) == (403, "not_assigned")


def test_the_refusal_is_a_sentence(tablet: Client) -> None:
    answer = tablet.post(f"/api/tables/{OTHER}/commands", json.dumps(JOIN), content_type="application/json")
    assert answer.json()["error"]["message"].startswith("You are not assigned to this table")


@pytest.mark.parametrize("role", ["jefe"])
def test_others_are_bound_to_no_table(carla: User, role: str) -> None:
    client = Client()
    client.force_login(User.objects.create_user("otro", role=role))
    assert post(client, f"/tables/{OTHER}/commands", JOIN) == (200, "")


def test_without_the_setting_she_works_anywhere(tablet: Client, house_has: HouseHas) -> None:
    house_has(assigned_only=False)
    assert post(tablet, f"/tables/{OTHER}/commands", JOIN) == (200, "")
