"""The words of an article over HTTP, and the facts of a refusal."""

import json

import pytest
from django.test import Client

from casino.people.models import Token, User
from tables.door.service import create_table, execute
from tests.support import documented
from tests.support.house import JEFE, opening

pytestmark = pytest.mark.django_db
MESA = "mesa-4"


def test_a_device_reads_the_words_of_an_article() -> None:
    create_table(MESA, MESA)
    secret = Token.objects.issue("shoe", "device", MESA)
    answer = Client().get(
        "/api/reglamentos/slovenia/articles/7", headers={"Authorization": f"Bearer {secret}"}
    )
    assert answer.status_code == 200
    said = answer.json()
    assert (said["language"], said["number"], said["line"], said["breaks_off"]) == ("sl", "7", 84, False)
    assert said["text"].startswith("Igra se lahko po odločitvi internega nadzornika prekine")
    documented.check(answer)


@pytest.mark.parametrize("path", ["argentina/articles/52", "nowhere/articles/1"])
def test_what_does_not_exist_is_refused(path: str) -> None:
    client = Client()
    client.force_login(User.objects.create_user("julio", role="jefe"))
    answer = client.get(f"/api/reglamentos/{path}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "no_such_article")


def test_a_refusal_says_what_it_rests_on() -> None:
    create_table(MESA, MESA)
    for command in opening():
        assert execute(MESA, command, JEFE).ok
    client = Client()
    client.force_login(User.objects.create_user("julio", role="jefe", language="es"))
    command = {"command": "shuffle", "riffles": 3}
    answer = client.post(
        f"/api/tables/{MESA}/commands",
        json.dumps(command),
        content_type="application/json",
        headers={"Accept-Language": "es"},
    )
    error = answer.json()["error"]
    assert (error["code"], error["article"]) == ("below_minimum", "8 bis")
    assert error["facts"] == [{"label": "Al menos", "value": "4"}]
