"""A tablet that nobody touches is locked, by the server; a PIN unlocks it; and nobody has more sessions than he may."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from casino.common.house import house
from casino.common.refusals import Refusal
from casino.people import access_log
from casino.people.login import pins
from casino.people.models import AccessEvent, Pin, StaffSession, User
from casino.people.sessions import staff_sessions
from tables.door.service import create_table, execute, read
from tests.hub.sockets import closed, do, hear, opened
from tests.support.house import JEFE
from tests.support.own_house import HouseHas

PASSPHRASE = "a-long-evening-at-table-4"
PIN = "2580"
OPEN_TABLE = {
    "command": "open_table",
    "reglamento": "argentina",
    "minimum": 100,
    "maximum": 10_000,
    "chip": 10,
}


@pytest.fixture
def carla(db: None) -> User:
    return User.objects.create_user("carla", password=PASSPHRASE, role="croupier")


@pytest.fixture
def tablet(carla: User) -> Client:
    """At which Carla, who has a PIN, is logged in."""
    pins.choose(carla, PIN)
    return log_in(carla)


@pytest.fixture
def mesa(db: None) -> str:
    create_table("mesa", "Mesa")
    assert execute("mesa", OPEN_TABLE, JEFE).ok
    return "mesa"


def log_in(user: User, **more: str) -> Client:
    client = Client(**more)
    answer = client.post("/login/", {"username": user.username, "password": PASSPHRASE})
    assert answer.status_code == 302
    return client


def idle(minutes: float = house().idle_minutes + 1) -> None:
    """Nobody has touched any tablet for so long."""
    StaffSession.objects.update(active=timezone.now() - timedelta(minutes=minutes))


def give(client: Client, **command: Any) -> HttpResponse:
    said = json.dumps(command or {"command": "join", "player": "eva"})
    answer: HttpResponse = client.post("/api/tables/mesa/commands", said, content_type="application/json")
    return answer


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def unlock(client: Client, **said: str) -> HttpResponse:
    answer: HttpResponse = client.post("/locked/", {"next": "/account/", **said})
    return answer


def entered(what: str) -> int:
    return AccessEvent.objects.filter(what=what, person="carla").count()


# Locked


def test_a_tablet_that_is_used_is_not_locked(tablet: Client) -> None:
    idle(house().idle_minutes - 1)
    assert tablet.get("/account/").status_code == 200


def test_what_an_idle_tablet_asks_for_leads_to_its_unlocking(tablet: Client) -> None:
    idle()
    answer = tablet.get("/account/?x=1")
    assert (answer.status_code, answer["Location"]) == (302, "/locked/?next=%2Faccount%2F%3Fx%3D1")
    assert tablet.get(answer["Location"]).status_code == 200
    assert tablet.get("/healthz").status_code == 200


def test_a_command_from_a_locked_tablet_is_refused_and_changes_nothing(tablet: Client, mesa: str) -> None:
    version = read(mesa)[1].version
    idle()
    assert code(give(tablet)) == (401, "locked")
    assert code(tablet.get("/api/tables/mesa")) == (401, "locked")
    assert code(tablet.post("/api/tables/mesa/slips", "{}", content_type="application/json")) == (
        401,
        "locked",
    )
    assert read(mesa)[1].version == version


def test_commands_keep_a_tablet_open(tablet: Client, mesa: str) -> None:
    for player in ("eva", "ana"):
        idle(house().idle_minutes - 1)
        assert give(tablet, command="join", player=player).status_code == 200
        assert timezone.now() - StaffSession.objects.get().active < timedelta(minutes=1)


def test_touches_keep_a_tablet_open_and_looking_at_it_does_not(tablet: Client) -> None:
    idle(house().idle_minutes - 1)
    before = StaffSession.objects.get().active
    assert tablet.get("/still-here/").status_code == 204
    assert tablet.get("/account/").status_code == 200
    assert StaffSession.objects.get().active == before
    assert tablet.post("/still-here/").status_code == 204
    assert StaffSession.objects.get().active > before


def test_one_locks_his_own_tablet(tablet: Client) -> None:
    assert tablet.post("/lock/")["Location"] == "/locked/"
    assert tablet.get("/account/").status_code == 302
    tablet.post("/still-here/")
    assert tablet.get("/account/").status_code == 302
    assert entered(access_log.LOCKED) == 1


def test_a_house_that_sets_no_minutes_locks_nothing(tablet: Client, house_has: HouseHas) -> None:
    house_has(idle_minutes=0)
    idle(10_000)
    assert tablet.get("/account/").status_code == 200


@pytest.mark.django_db(transaction=True)
class TestSocket:
    async def test_it_closes_and_opens_again_when_unlocked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tables.live.hub.HEARTBEAT", 0.1)
        await do(create_table)("mesa", "Mesa")
        async with opened("/ws/screens/console/mesa/", "croupier") as line:
            await hear(line, "screen")
            await do(idle)()
            assert await closed(line) == 4423

    async def test_a_locked_tablet_opens_none(self, house_has: HouseHas) -> None:
        house_has(idle_minutes=1e-6)
        await do(create_table)("mesa", "Mesa")
        async with opened("/ws/screens/console/mesa/", "croupier") as line:
            assert await closed(line) == 4423

    async def test_a_command_on_it_is_refused(self) -> None:
        await do(create_table)("mesa", "Mesa")
        async with opened("/ws/tables/mesa/", "croupier") as line:
            await hear(line, "snapshot")
            await do(idle)()
            await line.send_to(json.dumps({"command": "join", "player": "eva"}))
            answer = await hear(line, "answer")
            assert (answer["status"], answer["error"]["code"]) == (401, "locked")


def test_the_pin_unlocks_and_leads_back(tablet: Client, mesa: str) -> None:
    idle()
    assert unlock(tablet, pin=PIN)["Location"] == "/account/"
    assert give(tablet).status_code == 200
    assert entered(access_log.UNLOCKED) == 1


def test_without_a_pin_the_passphrase_unlocks(carla: User) -> None:
    tablet = log_in(carla)
    idle()
    assert 'name="passphrase"' in tablet.get("/locked/").text
    assert unlock(tablet, passphrase="wrong").status_code == 401
    assert unlock(tablet, passphrase=PASSPHRASE).status_code == 302
    assert tablet.get("/account/").status_code == 200


def test_it_leads_to_no_other_house(tablet: Client) -> None:
    idle()
    assert unlock(tablet, pin=PIN, next="https://elsewhere.example/")["Location"] == "/"


def test_wrong_pins_end_the_session_and_raise_an_alarm(tablet: Client) -> None:
    idle()
    for _ in range(staff_sessions.MOST_PINS - 1):
        assert unlock(tablet, pin="0000").status_code == 401
    assert unlock(tablet, pin="0000")["Location"].startswith("/login/")
    assert unlock(tablet, pin=PIN)["Location"].startswith("/login/")
    assert not StaffSession.objects.exists() and not Session.objects.exists()
    assert entered(access_log.PIN_FAILED) == staff_sessions.MOST_PINS
    assert [alarm.what for alarm in access_log.open_alarms()] == [access_log.PIN_LOCKED_OUT]


def test_a_right_pin_is_not_looked_at_after_too_many_wrong_ones(tablet: Client) -> None:
    """As when many come at once: each is counted before it is looked at."""
    idle()
    StaffSession.objects.update(wrong_pins=staff_sessions.MOST_PINS)
    assert unlock(tablet, pin=PIN).status_code == 401
    assert tablet.get("/account/").status_code == 302


def test_a_right_pin_forgets_the_wrong_ones(tablet: Client) -> None:
    idle()
    unlock(tablet, pin="0000")
    unlock(tablet, pin=PIN)
    assert StaffSession.objects.get().wrong_pins == 0


def test_the_pin_of_another_does_not_unlock(tablet: Client) -> None:
    pins.choose(User.objects.create_user("mara", role="croupier"), "9713")
    idle()
    assert unlock(tablet, pin="9713").status_code == 401


def test_a_pin_is_chosen_with_the_passphrase(carla: User) -> None:
    tablet = log_in(carla)
    said = {"passphrase": PASSPHRASE, "pin": PIN, "again": PIN}
    assert tablet.post("/account/", said | {"passphrase": "wrong"}).status_code == 401
    assert tablet.post("/account/", said | {"again": "2581"}).status_code == 422
    assert not pins.has_one(carla)
    assert tablet.post("/account/", said).status_code == 302
    assert pins.fits(carla, PIN) and not pins.fits(carla, "2581")
    assert entered(access_log.PIN_CHOSEN) == 1


def test_wrong_passphrases_there_count_as_at_the_login(carla: User) -> None:
    tablet = log_in(carla)
    for _ in range(settings.AXES_FAILURE_LIMIT):
        answer = tablet.post("/account/", {"passphrase": "wrong", "pin": PIN, "again": PIN})
    assert answer.status_code == 429
    assert tablet.post("/account/", {"passphrase": PASSPHRASE, "pin": PIN, "again": PIN}).status_code == 429


@pytest.mark.parametrize("digits", ["", "123", "1234", "4321", "7777", "12a4", "1" * 13, "１２５０", "-125"])
def test_what_is_easily_guessed_is_no_pin(carla: User, digits: str) -> None:
    with pytest.raises(Refusal, match="bad_pin"):
        pins.choose(carla, digits)


def test_a_pin_is_kept_as_a_hash_that_needs_the_houses_key(carla: User, settings: Any) -> None:
    pins.choose(carla, PIN)
    assert PIN not in Pin.objects.get().hash
    settings.SECRET_KEY = "another"
    assert not pins.fits(carla, PIN)


# Sessions per person


def test_a_newer_login_ends_the_session_that_was_touched_longest_ago(
    carla: User, house_has: HouseHas
) -> None:
    house_has(sessions_per_person=2)
    first, second = log_in(carla), log_in(carla)
    StaffSession.objects.filter(session_key=first.session.session_key).update(active=timezone.now())
    third = log_in(carla)
    assert [one.get("/account/").status_code for one in (first, second, third)] == [200, 302, 200]
    assert AccessEvent.objects.get(what=access_log.SESSION_ENDED).detail == "a newer login"


def test_one_ends_his_other_sessions(carla: User) -> None:
    mine, other = log_in(carla), log_in(carla)
    mara = User.objects.create_user("mara", password=PASSPHRASE, role="croupier")
    hers = log_in(mara)
    page = mine.get("/account/")
    assert page.text.count('name="end"') == 2  # the other one, and all others
    assert mine.post("/account/", {"end": str(StaffSession.objects.get(user=mara).pk)}).status_code == 302
    assert mine.post("/account/", {"end": "others"}).status_code == 302
    assert [one.get("/account/").status_code for one in (mine, other, hers)] == [200, 302, 200]


def test_a_session_that_is_over_is_forgotten(carla: User) -> None:
    log_in(carla)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    log_in(carla)
    assert StaffSession.objects.count() == 1


# Several at once


def test_a_wrong_pin_in_a_session_that_another_has_just_ended_is_only_wrong(carla: User) -> None:
    tablet = log_in(carla)
    session, request = StaffSession.objects.get(), RequestFactory().post("/locked/")
    session_again = StaffSession.objects.get()
    staff_sessions.end(session, "5 wrong PINs")
    assert staff_sessions.fail(session_again, request)
    assert tablet.get("/account/").status_code == 302


def test_two_who_choose_a_pin_at_once_choose_one(carla: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the button is touched twice: the second request found none yet."""
    pins.choose(carla, PIN)
    monkeypatch.setattr(type(Pin.objects.all()), "first", lambda self: None)
    pins.choose(carla, "8642")
    monkeypatch.undo()
    assert pins.fits(carla, "8642") and Pin.objects.count() == 1


def test_what_is_changed_on_ones_own_page_is_confirmed(tablet: Client) -> None:
    kept = {"passphrase": PASSPHRASE, "pin": "8642", "again": "8642"}
    other = log_in(User.objects.get())
    for said in (kept, {"end": "others"}, {"tours": "again"}):
        page = tablet.post("/account/", said, follow=True)
        assert 'class="done told" role="status"' in page.text, said
        assert 'class="done told"' not in tablet.get("/account/").text
    assert other.get("/account/").status_code == 302
    page = tablet.post("/account/", kept | {"pin": "1111", "again": "1111"})
    assert page.status_code == 422 and 'class="done"' not in page.text
    chosen = {"passphrase": PASSPHRASE, "new": "nine riffles and a cut", "again": "nine riffles and a cut"}
    assert 'class="done told"' in tablet.post("/passphrase/", chosen, follow=True).text
