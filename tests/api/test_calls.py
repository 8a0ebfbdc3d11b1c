"""The croupier calls the jefe, who says that he comes; and both see it."""

import json
from typing import Any

import pytest
from django.test import Client

from casino.people.models import User
from tables.door.service import create_table, execute
from tests.support.house import JEFE, opening

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


def post(role: str, path: str) -> Any:
    return client_of(role).post(f"/api/tables/mesa{path}", json.dumps({}), content_type="application/json")


def shown(role: str, path: str) -> str:
    return client_of(role).get(path).content.decode()


def test_a_call_is_an_alert_until_the_jefe_was_there() -> None:
    assert "called-1" not in shown("jefe", "/floor/")
    assert post("croupier", "/calls").status_code == 200
    assert "called-1" in shown("jefe", "/floor/")
    assert "called-1" in shown("jefe", "/tables/mesa/")
    assert post("croupier", "/calls/end").status_code == 200
    assert "called-1" not in shown("jefe", "/floor/")


def test_the_console_says_that_he_comes_once_he_has_said_so() -> None:
    post("croupier", "/calls")
    console = shown("croupier", "/tables/mesa/console/")
    assert "call-ends" in console and "one-jefe is coming" not in console
    assert post("jefe", "/alerts/called-1").status_code == 200
    assert "one-jefe is coming" in shown("croupier", "/tables/mesa/console/")


def test_a_second_call_while_one_stands_is_that_one_and_the_next_is_another() -> None:
    post("croupier", "/calls")
    post("croupier", "/calls")
    assert "called-2" not in shown("jefe", "/floor/")
    post("croupier", "/calls/end")
    post("croupier", "/calls/end")
    post("croupier", "/calls")
    assert "called-2" in shown("jefe", "/floor/")


@pytest.mark.parametrize("role", ["jefe", "inspector", "cambista", "administrator"])
def test_only_a_croupier_calls(role: str) -> None:
    assert post(role, "/calls").status_code == 403
    assert post(role, "/calls/end").status_code == 403


def test_nobody_comes_before_he_is_called() -> None:
    assert post("jefe", "/alerts/called-1").status_code == 404
