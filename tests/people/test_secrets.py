"""What somebody types where a secret is asked stands nowhere afterwards: in no table, in no line of the log."""

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from casino.administration import first_run
from casino.common import clock
from casino.common.telemetry.logging import Masked
from casino.house.acts import By
from casino.people.login import pins
from casino.people.models import User
from tables.door import duty
from tests.people.phone import PASSPHRASE, Hands, given_to
from tests.support.house import JEFE, open_table

PIN = "2580"
TYPED = (
    "Muy-larga-clave-2025",
    "Otra-clave-secreta-77",
    "864213579013",
    "975310468642",
)  # what is searched for
WRONG, NEW, WRONG_PIN, WRONG_CODE = TYPED

Post = Callable[[], HttpResponse]


@pytest.fixture(autouse=True)
def house(settings: Any, db: None) -> Iterator[None]:
    settings.SECOND_FACTOR = "roles"
    open_table("mesa", "Mesa")
    with clock.running_on(Hands()):
        yield


def person(name: str, role: str = "croupier") -> User:
    return User.objects.create_user(name, password=PASSPHRASE, role=role, language="en")


def inside(user: User) -> Client:
    client = Client()
    client.post("/login/", {"username": user.username, "password": PASSPHRASE})
    return client


def waiting_jefe() -> Client:
    jefe = person("jimena", "jefe")
    given_to(jefe, Hands())
    return inside(jefe)


def locked() -> Client:
    client = inside(person("carla"))
    pins.choose(User.objects.get(username="carla"), PIN)
    client.post("/lock/")
    return client


def as_json(client: Client, path: str, **said: Any) -> HttpResponse:
    answer: HttpResponse = client.post(path, json.dumps(said), content_type="application/json")
    return answer


def relief(client: Client) -> HttpResponse:
    diego = person("diego")
    pins.choose(diego, PIN)
    answer: HttpResponse = client.post("/tables/mesa/relief/", {"person": diego.pk, "pin": WRONG_PIN})
    return answer


def relief_over_the_api(client: Client, **said: str) -> HttpResponse:
    pins.choose(person("diego"), PIN)
    spell = duty.begin("mesa", JEFE, "croupier", "carla")
    return as_json(client, f"/api/duty/{spell.pk}/steps", step="relieved", person="diego", **said)


def set_up(**said: str) -> HttpResponse:
    User.objects.all().delete()
    link = f"/setup/{first_run.make_link(By('root', ''))}/"
    answer: HttpResponse = Client().post(link, {"username": "ana", **said})
    return answer


def signature(path: str, **more: Any) -> HttpResponse:
    person("julio", "jefe")
    said = {"step": "signed", "signer": "julio", "passphrase": WRONG, "code": WRONG_CODE}
    return as_json(inside(person("carla")), path, **said | more)


FORMS: dict[str, Post] = {
    "login": lambda: Client().post("/login/", {"username": "carla", "password": WRONG}),
    "passphrase as login": lambda: Client().post("/login/", {"username": WRONG, "password": NEW}),
    "code": lambda: waiting_jefe().post("/login/code/", {"code": WRONG_CODE}),
    "passkey": lambda: waiting_jefe().post("/login/code/", {"passkey": json.dumps({"id": WRONG})}),
    "new phone": lambda: inside(person("julio", "jefe")).post("/second-factor/", {"code": WRONG_CODE}),
    "passphrase": lambda: inside(person("carla")).post(
        "/passphrase/", {"passphrase": WRONG, "new": NEW, "again": NEW}
    ),
    "passphrase twice otherwise": lambda: inside(person("carla")).post(
        "/passphrase/", {"passphrase": PASSPHRASE, "new": NEW, "again": WRONG}
    ),
    "confirm": lambda: inside(person("carla")).post("/confirm/", {"secret": WRONG}),
    "pin": lambda: inside(person("carla")).post(
        "/account/", {"passphrase": WRONG, "pin": WRONG_PIN, "again": WRONG_PIN}
    ),
    "pins that differ": lambda: inside(person("carla")).post(
        "/account/", {"passphrase": WRONG, "pin": WRONG_PIN, "again": WRONG_CODE}
    ),
    "locked, pin": lambda: locked().post("/locked/", {"pin": WRONG_PIN}),
    "locked, passphrase": lambda: locked().post("/locked/", {"passphrase": WRONG}),
    "relief": lambda: relief(inside(person("carla"))),
    "relief while locked": lambda: relief(locked()),
    "relief over the api, pin": lambda: relief_over_the_api(inside(person("carla")), pin=WRONG_PIN),
    "relief over the api, passphrase": lambda: relief_over_the_api(
        inside(person("carla")), passphrase=WRONG, code=WRONG_CODE
    ),
    "set up": lambda: set_up(passphrase=NEW, again=WRONG),
    "set up, weak": lambda: set_up(passphrase=WRONG_PIN, again=WRONG_PIN),
    "slip": lambda: signature("/api/slips/1/steps"),
    "slip, ill-formed": lambda: signature("/api/slips/1/steps", more=WRONG),
    "request": lambda: signature("/api/requests/1/steps"),
    "request, ill-formed": lambda: signature("/api/requests/1/steps", more=WRONG),
}


def kept() -> str:
    """Everything that the database holds, as text; what sessions hold, unsealed."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            rows += cursor.fetchall()
    sessions = apps.get_model("sessions", "Session").objects.values_list("session_data", flat=True)
    return repr(rows) + repr([SessionStore().decode(one) for one in sessions])


@pytest.mark.parametrize("name", FORMS)
def test_what_was_typed_wrongly_stands_nowhere(name: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG"):
        answer = FORMS[name]()
        assert answer.status_code in (200, 401, 403, 404, 409, 422), answer
    found = kept()
    logged = caplog.text + repr([record.__dict__ for record in caplog.records])
    assert [one for one in TYPED if one in found] == []
    assert [one for one in TYPED if one in logged] == []


def test_the_first_link_stands_nowhere_while_it_is_good(caplog: pytest.LogCaptureFixture) -> None:
    secret = first_run.make_link(By("root", ""))
    forger, link = Client(enforce_csrf_checks=True), f"/setup/{secret}/"
    said = {"username": "ana", "passphrase": NEW, "again": WRONG}
    answers = [
        Client().post(link, said),
        forger.post(link, said),
        Client().put(link),
        Client().get(link[:-1]),
    ]
    answers += [inside(person("carla")).get(f"{link}more/"), locked_out_of(link)]
    assert [answer.status_code for answer in answers] == [422, 403, 405, 301, 404, 302]
    formatter = Masked(logging.Formatter())
    assert [line for line in map(formatter.format, caplog.records) if secret in line] == []
    assert secret not in kept()
    assert first_run.holds(secret)


def locked_out_of(link: str) -> HttpResponse:
    """A tablet that is locked is led to its lock."""
    client = inside(User.objects.get(username="carla"))
    client.post("/lock/")
    answer: HttpResponse = client.get(link)
    return answer


def test_wrong_ones_are_counted_all_the_same() -> None:
    for _ in range(2):
        Client().post("/login/", {"username": WRONG, "password": NEW})
    [attempt] = AccessAttempt.objects.all()
    assert attempt.failures_since_start == 2
