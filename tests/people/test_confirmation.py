"""Before a grave act a person shows again who he is, unless he did so within a quarter of an hour."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from casino.people import access_log
from casino.people.login import tries
from casino.people.models import AccessEvent, StaffSession, User
from casino.people.permissions import Role
from casino.people.sessions.required import FRESH
from tables.door.service import create_table, execute, read
from tests.api.counter import CAGE, SLIPS, say, steps, told, untouched, user
from tests.hub.sockets import closed, do, hear, opened
from tests.people.phone import PASSPHRASE, Hands, Phone, given_to
from tests.support.counter import MESA, ask, cage, done, table
from tests.support.house import CROUPIER, JEFE
from tests.support.own_house import HouseHas

pytestmark = pytest.mark.usefixtures("house_of_two_factors")
COMMANDS = f"/api/tables/{MESA}/commands"
OPEN_TABLE = {"command": "open_table", "reglamento": "argentina", "minimum": 10, "maximum": 100, "chip": 10}
UNDO = {"command": "undo", "reason": "a wrong name"}
ASKED = (403, "confirm_yourself")
EXPORTS = [
    f"/reports/shifts/{MESA}/1/?as=csv",
    f"/reports/shifts/{MESA}/1/?as=pdf",
    "/reports/slips/?as=csv",
    f"/inspector/shift?table={MESA}&since=2020-01-01T00:00",
]


@pytest.fixture
def mesa(db: None) -> None:
    cage()
    table()


def logged_in(person: User) -> Client:
    """A browser in which the person has come in with both factors."""
    client = Client()
    client.force_login(person)
    StaffSession.objects.filter(session_key=client.session.session_key).update(two_factors=True)
    return client


@pytest.fixture
def jefe(mesa: None) -> Client:
    return logged_in(user("jefe"))


def let_pass(time: timedelta = FRESH + timedelta(seconds=1)) -> None:
    """So long ago everybody has shown who he is."""
    StaffSession.objects.update(confirmed=timezone.now() - time)


def code(answer: Any) -> tuple[int, str]:
    said = answer.json()
    return answer.status_code, "" if said["ok"] else said["error"]["code"]


# Undo


def test_an_undo_past_the_croupiers_is_asked_for_again_and_nothing_has_changed(jefe: Client) -> None:
    assert execute(MESA, {"command": "join", "player": "zoe"}, JEFE).ok
    let_pass()
    before = read(MESA)[1].version
    assert code(say(jefe, COMMANDS, UNDO)) == ASKED
    assert read(MESA)[1].version == before
    let_pass(FRESH - timedelta(seconds=30))
    assert code(say(jefe, COMMANDS, UNDO)) == (200, "")


def test_what_the_croupier_could_undo_is_not_grave(jefe: Client) -> None:
    assert execute(MESA, {"command": "join", "player": "zoe"}, CROUPIER).ok
    let_pass()
    assert code(say(jefe, COMMANDS, UNDO)) == (200, "")


def test_afterwards_the_same_key_is_carried_out(jefe: Client) -> None:
    assert execute(MESA, {"command": "join", "player": "zoe"}, JEFE).ok
    let_pass()
    headers = {"Idempotency-Key": "one"}
    assert code(say(jefe, COMMANDS, UNDO, **headers)) == ASKED
    StaffSession.objects.update(confirmed=timezone.now())
    assert code(say(jefe, COMMANDS, UNDO, **headers)) == (200, "")


@pytest.mark.django_db(transaction=True)
async def test_over_a_socket_too(settings: Any) -> None:
    settings.SECOND_FACTOR = "off"  # until the socket is open
    await do(create_table)(MESA, MESA)
    for command in (OPEN_TABLE, {"command": "join", "player": "zoe"}):
        assert (await do(execute)(MESA, command, JEFE)).ok
    async with opened(f"/ws/tables/{MESA}/", Role.JEFE) as line:
        await hear(line, "snapshot")
        settings.SECOND_FACTOR = "roles"
        await do(StaffSession.objects.update)(two_factors=True)
        await do(let_pass)()
        await line.send_to(json.dumps(UNDO))
        assert (await hear(line, "answer"))["error"]["code"] == "confirm_yourself"
        await do(StaffSession.objects.update)(confirmed=timezone.now())
        await line.send_to(json.dumps(UNDO))
        assert (await hear(line, "answer"))["ok"]


@pytest.mark.django_db(transaction=True)
async def test_a_socket_without_the_second_factor_does_nothing(settings: Any) -> None:
    await do(create_table)(MESA, MESA)
    async with opened(f"/ws/tables/{MESA}/", Role.JEFE) as line:
        assert await closed(line) == 4401


# Money


def test_a_done_exchange_is_made_void_after_that_alone(jefe: Client) -> None:
    number = done("buy_in", 100).number
    said = {"step": "void", "reason": "wrong player"}
    let_pass()
    with untouched():
        assert told(say(jefe, steps(number), said)) == ASKED
    StaffSession.objects.update(confirmed=timezone.now())
    assert told(say(jefe, steps(number), said)) == (200, "void")


def test_an_exchange_above_the_limit_is_confirmed_after_that_alone(jefe: Client, house_has: HouseHas) -> None:
    house_has(counter_limit=50)
    number = ask("buy_in", 100, player="ana").number
    let_pass()
    with untouched():
        assert told(say(jefe, steps(number), {"step": "confirmed"})) == ASKED
    StaffSession.objects.update(confirmed=timezone.now())
    assert told(say(jefe, steps(number), {"step": "confirmed"})) == (200, "done")


def test_who_signs_it_on_anothers_tablet_has_just_shown_who_he_is(
    jefe: Client, house_has: HouseHas, hands: Hands
) -> None:
    house_has(counter_limit=50)
    number, (phone, _codes) = ask("buy_in", 100, player="ana").number, given_to(user("jefe"), hands)
    let_pass()
    said = {"signer": "one-jefe", "passphrase": "correct horse battery", "code": phone.code}
    answer = say(logged_in(user("croupier")), steps(number), {"step": "confirmed", **said})
    assert told(answer) == (200, "done")


def test_other_slips_are_not_grave(jefe: Client) -> None:
    let_pass()
    assert say(jefe, SLIPS, {"kind": "count", "chips": {"5000": 2}}).status_code == 201
    assert say(jefe, CAGE, {"kind": "cage_cash_in", "amount": 100}).status_code == 201


# What leaves the house


@pytest.mark.parametrize("path", EXPORTS)
def test_what_leaves_the_house_as_a_file_leads_there_first(jefe: Client, path: str) -> None:
    assert jefe.get(path).status_code == 200
    let_pass()
    answer = jefe.get(path)
    assert (answer.status_code, answer["Location"].split("=")[0]) == (302, "/confirm/?next")


def test_what_is_only_looked_at_does_not(jefe: Client) -> None:
    number = done("buy_in", 100).number
    let_pass()
    for path in (f"/reports/shifts/{MESA}/1/", f"/slips/{number}/", f"/slips/{number}/?as=pdf"):
        assert jefe.get(path).status_code == 200, path


# Showing it


@pytest.fixture
def phone(jefe: Client, hands: Hands) -> Phone:
    return given_to(user("jefe"), hands)[0]


def show(client: Client, secret: str) -> HttpResponse:
    answer: HttpResponse = client.post("/confirm/", {"secret": secret, "next": "/reports/slips/?as=csv"})
    return answer


def test_a_code_leads_back_to_what_was_wanted(jefe: Client, phone: Phone) -> None:
    let_pass()
    assert jefe.get(jefe.get("/reports/slips/?as=csv")["Location"]).status_code == 200
    used = phone.code
    assert show(jefe, used)["Location"] == "/reports/slips/?as=csv"
    assert jefe.get("/reports/slips/?as=csv").status_code == 200
    assert AccessEvent.objects.filter(what=access_log.CONFIRMED, person="one-jefe").count() == 1
    let_pass()
    assert show(jefe, used).status_code == 403
    assert jefe.get("/reports/slips/?as=csv").status_code == 302


def test_with_a_phone_the_passphrase_does_not_show_it(jefe: Client, phone: Phone) -> None:
    let_pass()
    assert show(jefe, "correct horse battery").status_code == 403
    for _ in range(tries.MOST):
        answer = show(jefe, "000000")
    assert answer.status_code == 429


def test_it_leads_to_no_other_house(jefe: Client, phone: Phone) -> None:
    answer = jefe.post("/confirm/", {"secret": phone.code, "next": "https://elsewhere.example/"})
    assert answer["Location"] == "/"


def test_without_a_phone_the_passphrase_shows_it(db: None) -> None:
    """A croupier who wants to set up a phone."""
    client = logged_in(User.objects.create_user("carla", password=PASSPHRASE, role="croupier"))
    let_pass()
    assert client.get("/second-factor/")["Location"] == "/confirm/?next=%2Fsecond-factor%2F"
    assert show(client, "wrong").status_code == 401
    assert show(client, PASSPHRASE).status_code == 302
    assert client.get("/second-factor/").status_code == 200


def test_a_stranger_logs_in_first(db: None) -> None:
    assert Client().get("/confirm/")["Location"].startswith("/login/")


def test_a_house_that_asks_for_no_second_factor_asks_nothing_again(jefe: Client, settings: Any) -> None:
    settings.SECOND_FACTOR = "off"
    assert execute(MESA, {"command": "join", "player": "zoe"}, JEFE).ok
    let_pass()
    assert code(say(jefe, COMMANDS, UNDO)) == (200, "")
    assert jefe.get("/reports/slips/?as=csv").status_code == 200
