"""A passphrase that somebody else has given lets a person choose his own, and does nothing else."""

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from casino.people.login import passphrases, pins
from casino.people.models import Pin, User
from tables.door import duty
from tables.models import Record
from tests.api.counter import PASSPHRASE, client_of, counted, say, steps, told, untouched, user
from tests.support.counter import MESA
from tests.support.house import JEFE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counter")]
GIVEN = (403, "given_passphrase")


def given(role: str) -> User:
    """An administrator has reset his passphrase: he has not replaced it yet."""
    found = user(role)
    passphrases.note_given(found)
    return found


@pytest.mark.parametrize("role", ["jefe", "cambista"])
def test_it_signs_no_slip(role: str) -> None:
    number, signer = counted(), given(role)
    said = {"step": "signed", "signer": signer.username, "passphrase": PASSPHRASE}
    with untouched():
        assert told(say(client_of("croupier"), steps(number), said)) == GIVEN
    own = {"passphrase": PASSPHRASE, "new": "nine riffles and a cut", "again": "nine riffles and a cut"}
    client = Client()
    client.post("/login/", {"username": signer.username, "password": PASSPHRASE})
    assert client.post("/passphrase/", own).status_code == 302
    assert told(say(client_of("croupier"), steps(number), said | {"passphrase": own["new"]})) == (200, "done")


def test_a_wrong_one_is_wrong_whoever_gave_it() -> None:
    number, signer = counted(), given("jefe")
    said = {"step": "signed", "signer": signer.username, "passphrase": "another one"}
    assert told(say(client_of("croupier"), steps(number), said)) == (403, "bad_signature")


def test_it_answers_no_request() -> None:
    before = Record.objects.count()
    said = {"step": "signed", "signer": given("jefe").username, "passphrase": PASSPHRASE}
    answer = say(client_of("croupier"), "/api/requests/1/steps", said)
    assert (answer.status_code, answer.json()["error"]["code"]) == GIVEN
    assert Record.objects.count() == before


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/confirm/", {"secret": PASSPHRASE}),
        ("/account/", {"passphrase": PASSPHRASE, "pin": "2580", "again": "2580"}),
        ("/locked/", {"passphrase": PASSPHRASE}),
    ],
)
def test_it_confirms_nothing_in_a_session_that_is_open(path: str, said: Any) -> None:
    client = client_of("croupier")
    if path == "/locked/":
        client.post("/lock/")
    given("croupier")
    answer: HttpResponse = client.post(path, said)
    assert answer.status_code == 403 and "was given to you" in answer.text
    assert not Pin.objects.exists()


def test_it_relieves_nobody() -> None:
    comer = given("croupier")
    pins.choose(comer, "2580")
    User.objects.create_user("carla", role="croupier")
    spell = duty.begin(MESA, JEFE, "croupier", "carla")
    for secret in ({"pin": "2580"}, {"passphrase": PASSPHRASE}):
        said = {"step": "relieved", "person": comer.username, **secret}
        answer = client_of("cambista").post(
            f"/api/duty/{spell.pk}/steps", json.dumps(said), content_type="application/json"
        )
        assert answer.status_code == 403, answer.text
    assert [one.person for one in duty.of_table(MESA)] == ["carla"]
