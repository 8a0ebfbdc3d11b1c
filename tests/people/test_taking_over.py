"""A tablet changes hands with a PIN: whose it is then, what the one before loses, and how few may be guessed."""

from datetime import timedelta
from typing import Any

import pyotp
import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from casino.people.login import passphrases, pins, second_factor
from casino.people.models import AccessEvent, Pin, StaffSession, User
from tables.door import duty
from tables.models import Record
from tests.people.test_staff_sessions import PASSPHRASE, give, idle, log_in
from tests.support.house import JEFE, open_table
from tests.support.own_house import HouseHas

PIN, WRONG = "2580", "1379"
PAGE = "/tables/mesa/relief/"


@pytest.fixture
def diego(db: None) -> User:
    return person("diego")


@pytest.fixture
def tablet(diego: User) -> Client:
    """At the table `mesa`, where Carla is logged in; Diego has a PIN."""
    open_table("mesa", "Mesa")
    pins.choose(diego, PIN)
    return log_in(person("carla"))


def person(name: str, role: str = "croupier") -> User:
    return User.objects.create_user(name, password=PASSPHRASE, role=role, language="en")


def take_over(tablet: Client, who: User, pin: str = PIN) -> HttpResponse:
    answer: HttpResponse = tablet.post(PAGE, {"person": who.pk, "pin": pin})
    return answer


def entered(what: str, who: str = "diego") -> int:
    return AccessEvent.objects.filter(what=what, person=who).count()


def test_the_tablet_is_his_and_the_record_says_so(tablet: Client, diego: User) -> None:
    answer = take_over(tablet, diego)
    assert (answer.status_code, answer["Location"]) == (302, "/tables/mesa/console/")
    assert give(tablet, command="join", player="gino").status_code == 200
    assert Record.objects.latest("pk").actor == "diego"
    session = StaffSession.objects.get()
    assert (session.user, session.by_pin, session.table) == (diego, True, "mesa")
    assert (entered("took_over"), entered("session_ended", "carla")) == (1, 1)


def test_the_one_before_is_logged_in_there_no_longer(tablet: Client, diego: User) -> None:
    before = tablet.cookies[settings.SESSION_COOKIE_NAME].value
    take_over(tablet, diego)
    other = Client()
    other.cookies[settings.SESSION_COOKIE_NAME] = before
    assert give(other).status_code == 401
    assert Session.objects.count() == 1


def test_the_post_goes_with_the_tablet(tablet: Client, diego: User) -> None:
    spell = duty.begin("mesa", JEFE, "croupier", "carla")
    take_over(tablet, diego)
    [now] = duty.of_table("mesa")
    assert (now.person, now.post, now.actor) == ("diego", "croupier", "diego")
    spell.refresh_from_db()
    assert (spell.end.successor, spell.end.actor) == ("diego", "diego")


def test_without_a_spell_before_his_own_begins_as_the_text_calls_it(tablet: Client, diego: User) -> None:
    take_over(tablet, diego)
    assert [(one.person, one.post) for one in duty.of_table("mesa")] == [("diego", "pagador")]


def test_whom_a_jefe_has_put_on_duty_stays_so(tablet: Client, diego: User) -> None:
    duty.begin("mesa", JEFE, "croupier", "diego")
    take_over(tablet, diego)
    assert [(one.person, one.actor) for one in duty.of_table("mesa")] == [("diego", "julio")]


def test_a_locked_tablet_is_taken_over_too(tablet: Client, diego: User) -> None:
    idle()
    page = tablet.get("/tables/mesa/console/", follow=True)
    assert PAGE in page.text
    assert "diego" in tablet.get(PAGE).text
    take_over(tablet, diego)
    assert give(tablet).status_code == 200


def test_it_ends_when_the_one_before_would_have_ended(tablet: Client, diego: User) -> None:
    Session.objects.update(expire_date=timezone.now() + timedelta(hours=2))
    take_over(tablet, diego)
    assert abs(Session.objects.get().expire_date - timezone.now() - timedelta(hours=2)) < timedelta(minutes=1)


def test_a_pin_shows_nobody_for_a_grave_act(tablet: Client, diego: User) -> None:
    take_over(tablet, diego)
    assert timezone.now() - StaffSession.objects.get().confirmed > timedelta(days=1)


# Who cannot


@pytest.mark.parametrize("role", ["jefe", "inspector", "cambista", "administrator", ""])
def test_no_other_role_comes_in_by_a_pin(tablet: Client, role: str) -> None:
    other = person("otro", role)
    pins.choose(other, PIN)
    assert take_over(tablet, other).status_code in (403, 409)
    assert "otro" not in tablet.get(PAGE).text
    assert StaffSession.objects.get().user.username == "carla"


def test_nor_does_of_whom_a_second_factor_is_asked(tablet: Client, diego: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "roles"
    assert "diego" in tablet.get(PAGE).text
    secret = second_factor.new_secret()
    second_factor.set_up(diego, secret, pyotp.TOTP(secret).now())
    assert second_factor.is_asked_of(diego)
    assert "diego" not in tablet.get(PAGE).text
    assert take_over(tablet, diego).status_code == 403
    assert StaffSession.objects.get().user.username == "carla"


def test_nor_does_anybody_where_a_second_factor_is_asked_of_all(
    tablet: Client, diego: User, settings: Any
) -> None:
    settings.SECOND_FACTOR = "all"
    StaffSession.objects.update(two_factors=True)
    assert "diego" not in tablet.get(PAGE).text
    assert take_over(tablet, diego).status_code == 403


def test_who_is_there_goes_on_and_off_duty_but_not_while_it_is_locked(tablet: Client) -> None:
    idle()
    assert tablet.post(PAGE, {"act": "begin"}).status_code == 401
    StaffSession.objects.update(active=timezone.now())
    tablet.post(PAGE, {"act": "begin"})
    assert [(one.person, one.post) for one in duty.of_table("mesa")] == [("carla", "pagador")]
    assert StaffSession.objects.get().table == "mesa"
    tablet.post(PAGE, {"act": "end"})
    assert duty.of_table("mesa") == []


def test_nor_who_has_to_replace_a_given_passphrase_or_is_suspended(tablet: Client, diego: User) -> None:
    passphrases.note_given(diego)
    assert take_over(tablet, diego).status_code == 403
    diego.given_passphrase.delete()
    User.objects.filter(pk=diego.pk).update(is_active=False)
    assert take_over(tablet, diego).status_code == 403


def test_nor_who_is_not_assigned_to_the_table(tablet: Client, diego: User, house_has: HouseHas) -> None:
    house_has(assigned_only=True)
    assert take_over(tablet, diego).status_code == 409
    assert "diego" not in tablet.get(PAGE).text
    User.objects.filter(pk=diego.pk).update(serves="mesa")
    assert take_over(tablet, diego).status_code == 302


def test_a_tablet_on_which_nobody_logged_in_takes_no_pin(tablet: Client, diego: User) -> None:
    StaffSession.objects.all().delete()
    assert take_over(tablet, diego).status_code == 403


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30, "0", "²"])
def test_nobody_of_that_number(tablet: Client, number: str) -> None:
    assert tablet.post(PAGE, {"person": number, "pin": PIN}).status_code == 404


# Guessing


def test_after_five_wrong_ones_nobody_is_logged_in_at_the_tablet(tablet: Client, diego: User) -> None:
    for _ in range(4):
        assert take_over(tablet, diego, WRONG).status_code == 401
    assert take_over(tablet, diego, WRONG)["Location"].startswith("/login/")
    assert tablet.get(PAGE).status_code == 302
    assert not StaffSession.objects.exists()
    assert entered("pin_failed") == 5


def test_a_person_s_pin_is_tried_five_times_wherever(tablet: Client, diego: User) -> None:
    second = log_in(person("ema"))
    for one in (tablet, tablet, tablet, second, second):
        assert take_over(one, diego, WRONG).status_code == 401
    assert take_over(second, diego).status_code == 429
    assert entered("pin_locked_out") == 1
    Pin.objects.update(tries_since=timezone.now() - timedelta(minutes=16))
    assert take_over(second, diego).status_code == 302
    assert Pin.objects.get(user=diego).tries == 0


def test_a_right_one_between_forgives_the_tablet_nothing_it_would_not_forget(
    tablet: Client, diego: User
) -> None:
    for _ in range(4):
        take_over(tablet, diego, WRONG)
    assert take_over(tablet, diego).status_code == 302
    assert StaffSession.objects.get().wrong_pins == 0
