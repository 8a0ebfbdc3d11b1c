"""The log of sign-ins: what stands in it, what raises an alarm, who reads it and who has seen it."""

import pytest
from django.conf import settings
from django.db import DatabaseError, transaction
from django.test import Client

from casino.people import access_log
from casino.people.models import AccessEvent, User
from casino.people.permissions import Role
from tables.view.alerts.standing import alarms

PASSPHRASE = "a-long-evening-at-table-4"


@pytest.fixture
def julio(db: None) -> User:
    return User.objects.create_user("julio", password=PASSPHRASE, role=Role.JEFE)


def log_in(
    name: str, passphrase: str = PASSPHRASE, address: str = "10.0.0.1", device: str = "Tablet/1.0"
) -> Client:
    client = Client(REMOTE_ADDR=address, HTTP_USER_AGENT=device)
    client.post("/login/", {"username": name, "password": passphrase})
    return client


def of(role: Role) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(f"one-{role}", role=role))
    return client


def whats() -> list[str]:
    return list(AccessEvent.objects.order_by("pk").values_list("what", flat=True))


def test_who_comes_and_goes_stands_there_with_his_place(julio: User) -> None:
    log_in("julio").post("/logout/")
    came, went = AccessEvent.objects.order_by("pk")
    assert (came.what, came.person, came.address, came.device) == (
        "signed_in",
        "julio",
        "10.0.0.1",
        "Tablet/1.0",
    )
    assert (went.what, went.person) == ("signed_out", "julio")


def test_what_a_stranger_types_does_not_stand_there(julio: User) -> None:
    log_in("my-passphrase-in-the-wrong-field", "x")
    log_in("julio", "wrong")
    assert [(one.what, one.person) for one in AccessEvent.objects.order_by("pk")] == [
        ("sign_in_failed", ""),
        ("sign_in_failed", "julio"),
    ]


def test_a_lockout_is_one_alarm_however_often_he_tries(julio: User) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT + 10):
        log_in("julio", "wrong")
    assert whats() == ["sign_in_failed"] * settings.AXES_FAILURE_LIMIT + ["locked_out"]
    assert [(one.what, one.person) for one in access_log.open_alarms()] == [("locked_out", "julio")]


def test_many_failures_in_the_house_are_one_alarm(db: None) -> None:
    for number in range(access_log.MANY + 5):
        log_in(f"nobody-{number}", "wrong", f"10.1.0.{number}")
    assert whats().count("many_failures") == 1


def test_a_jefe_from_a_new_place_is_an_alarm_and_an_updated_browser_is_none(julio: User) -> None:
    log_in("julio")
    log_in("julio", device="Tablet/2.3")
    assert not access_log.open_alarms()
    log_in("julio", address="10.9.9.9")
    log_in("julio", device="Phone/1.0")
    log_in("julio", address="10.9.9.9", device="Phone/1.0")
    found = [(one.what, one.detail) for one in access_log.open_alarms()]
    assert found == [("new_place", "Phone/1.0"), ("new_place", "10.9.9.9")]


def test_a_croupier_moves_from_table_to_table(db: None) -> None:
    User.objects.create_user("carla", password=PASSPHRASE, role=Role.CROUPIER)
    for number in range(3):
        log_in("carla", address=f"10.0.0.{number}")
    assert not access_log.open_alarms()


def test_a_page_that_is_not_for_somebody_stands_there_once_a_minute(db: None) -> None:
    croupier = Client(REMOTE_ADDR="10.7.0.1")
    croupier.force_login(User.objects.create_user("carlo", role=Role.CROUPIER))
    for _ in range(5):
        assert croupier.get("/floor/").status_code == 403
    [refused] = AccessEvent.objects.filter(what="refused")
    assert (refused.person, refused.detail) == ("carlo", "403 GET /floor/")


def test_a_page_that_goes_on_asking_after_its_session_does_not_stand_there(db: None) -> None:
    assert Client().get("/still-here/").status_code == 401
    assert not AccessEvent.objects.filter(what="refused").exists()


def test_the_link_of_a_wall_does_not_stand_there(db: None) -> None:
    secret = "x" * 43
    Client(REMOTE_ADDR="10.7.0.2").get(f"/wall/{secret}/")
    [refused] = AccessEvent.objects.filter(what="refused")
    assert refused.detail == "403 GET /wall/…/"


@pytest.mark.parametrize("act", ["update", "delete"])
def test_the_log_only_grows(db: None, act: str) -> None:
    access_log.enter("signed_in", person="julio")
    rows = AccessEvent.objects.all()
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(person="nobody") if act == "update" else rows.delete()


def test_nul_and_lone_surrogates_do_not_stop_it(db: None) -> None:
    assert access_log.enter("refused", device="a\x00b", detail="\ud800").device == "ab"


def test_a_jefe_says_that_he_has_seen_an_alarm(db: None) -> None:
    alarm = access_log.enter("locked_out", person="carla")
    inspector, jefe = of(Role.INSPECTOR), of(Role.JEFE)
    assert [one.key for one in alarms()] == [f"alarm-{alarm.pk}"]
    assert 'name="alarm"' not in inspector.get("/inspector/sign-ins/").text
    assert inspector.post("/inspector/sign-ins/", {"alarm": alarm.pk}).status_code == 403
    before = access_log.moves()
    assert jefe.post("/inspector/sign-ins/", {"alarm": alarm.pk}).status_code == 302
    assert alarms() == [] and access_log.moves() != before
    assert alarm.seen.by == "one-jefe"
    for wrong in ("", "x", "9" * 30, "-1"):
        assert jefe.post("/inspector/sign-ins/", {"alarm": wrong}).status_code == 302


def test_an_alarm_stands_on_the_floor(db: None) -> None:
    access_log.enter("pin_locked_out", person="carla")
    assert "alert-house-alarm-" in of(Role.JEFE).get("/floor/").text
