"""A passphrase alone lets no jefe, inspector or cambista in: a code of his phone beside it does."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from casino.administration import people
from casino.common.refusals import Refusal
from casino.house.acts import By
from casino.people import access_log
from casino.people.login import second_factor, tries
from casino.people.models import AccessEvent, SecondFactor, StaffSession, User
from casino.people.permissions import STAFF, Right, Role, may
from casino.people.sessions.staff_sessions import logged_in
from tables.door.service import create_table
from tests.people.phone import PASSPHRASE, Hands, Phone, given_to

pytestmark = pytest.mark.usefixtures("house_of_two_factors")


def passphrase(client: Client, name: str = "julio", **more: str) -> HttpResponse:
    said = {"username": name, "password": PASSPHRASE, **more}
    answer: HttpResponse = client.post("/login/", said)
    return answer


def give(client: Client, code: str) -> HttpResponse:
    answer: HttpResponse = client.post("/login/code/", {"code": code})
    return answer


def is_in(client: Client) -> bool:
    """Whether pages, API and sockets take this browser for a person."""
    key = client.session.session_key
    ways = {
        client.get("/account/").status_code == 200,
        client.get("/api/tables").status_code == 200,
        logged_in(key) is not None,
    }
    assert len(ways) == 1
    return ways.pop()


def entered(what: str) -> int:
    return AccessEvent.objects.filter(what=what, person="julio").count()


# The login


def test_the_passphrase_alone_lets_nobody_in(phone: Phone) -> None:
    client = Client()
    assert passphrase(client)["Location"] == "/login/code/"
    assert client.get("/login/code/").status_code == 200
    assert not is_in(client) and not StaffSession.objects.exists()


def test_the_code_lets_in_and_leads_to_where_he_wanted(phone: Phone) -> None:
    client = Client()
    assert passphrase(client, next="/floor/")["Location"] == "/login/code/"
    assert give(client, phone.code)["Location"] == "/floor/"
    assert is_in(client) and StaffSession.objects.get().two_factors
    assert entered(access_log.SIGNED_IN) == 1


def test_it_leads_to_no_other_house(phone: Phone) -> None:
    client = Client()
    passphrase(client, next="https://elsewhere.example/")
    assert give(client, phone.code)["Location"] == "/work/"


def test_a_wrong_code_is_refused_and_entered(phone: Phone) -> None:
    client = Client()
    passphrase(client)
    assert give(client, "000000").status_code == 403
    assert not is_in(client)
    assert entered(access_log.CODE_FAILED) == 1


def test_too_many_wrong_codes_raise_an_alarm_whatever_browser_gives_them(phone: Phone) -> None:
    for _ in range(tries.MOST + 1):
        client = Client()
        passphrase(client)
        answer = give(client, "000000")
    assert answer.status_code == 429
    assert give(client, phone.code).status_code == 429
    assert [alarm.what for alarm in access_log.open_alarms()] == [access_log.CODES_LOCKED_OUT]


def test_no_code_is_taken_without_a_passphrase(phone: Phone) -> None:
    client = Client()
    assert give(client, phone.code)["Location"] == "/login/"
    assert client.get("/second-factor/")["Location"] == "/login/"


def test_the_passphrase_waits_ten_minutes_for_the_code(phone: Phone) -> None:
    client = Client()
    passphrase(client)
    session = client.session
    session["waiting_for_code"] |= {"until": timezone.now().timestamp() - 1}
    session.save()
    assert give(client, phone.code)["Location"] == "/login/"


def test_a_passphrase_that_has_changed_since_waits_no_longer(phone: Phone, julio: User) -> None:
    client = Client()
    passphrase(client)
    julio.set_password("another long evening")
    julio.save()
    assert give(client, phone.code)["Location"] == "/login/"


def test_right_passphrases_do_not_forget_the_wrong_ones_before_the_code(phone: Phone) -> None:
    client = Client()
    for _ in range(settings.AXES_FAILURE_LIMIT):
        passphrase(client)
        answer = client.post("/login/", {"username": "julio", "password": "wrong"})
    assert answer.status_code == 429


# Setting up


def first_login(client: Client) -> Phone:
    """Gives the passphrase and reads the secret from the page that follows."""
    assert passphrase(client)["Location"] == "/login/code/"
    assert client.get("/login/code/")["Location"] == "/second-factor/"
    page = client.get("/second-factor/").text
    assert 'class="qr"' in page
    return Phone(page.split('<code id="secret">')[1].split("</code>")[0].replace(" ", ""))


def test_the_first_login_sets_up_the_phone_and_shows_recovery_codes(julio: User, hands: Hands) -> None:
    client = Client()
    phone = first_login(client)
    assert client.post("/second-factor/", {"code": "000000"}).status_code == 403
    assert not is_in(client)
    answer = client.post("/second-factor/", {"code": phone.code})
    shown = [part.split("</code>")[0] for part in answer.text.split("<li><code>")[1:]]
    assert len(shown) == second_factor.RECOVERY_CODES and answer["Cache-Control"].count("no-store")
    assert is_in(client) and entered(access_log.FACTOR_SET_UP) == 1
    another = Client()
    passphrase(another)
    assert give(another, shown[0]).status_code == 302 and is_in(another)
    assert entered(access_log.RECOVERY_CODE_USED) == 1


def test_the_secret_is_the_same_until_it_is_set_up_and_never_shown_again(julio: User, hands: Hands) -> None:
    client = Client()
    phone = first_login(client)
    assert first_login(Client()).secret != phone.secret
    assert " ".join([phone.secret[:4], phone.secret[4:8]]) in client.get("/second-factor/").text
    client.post("/second-factor/", {"code": phone.code})
    assert phone.secret[:4] not in client.get("/second-factor/").text
    assert phone.secret not in json.dumps(dict(client.session.items()))


def test_who_has_the_passphrase_alone_sets_up_no_phone_of_his(phone: Phone, julio: User) -> None:
    client = Client()
    passphrase(client)
    assert client.get("/second-factor/")["Location"] == "/login/code/"
    assert client.post("/second-factor/", {"code": "000000"})["Location"] == "/login/code/"
    assert second_factor.unseal(SecondFactor.objects.get(user=julio).secret) == phone.secret


def test_another_phone_takes_the_place_of_the_old_one(phone: Phone, julio: User, hands: Hands) -> None:
    client = Client()
    passphrase(client)
    give(client, phone.code)
    page = client.get("/second-factor/").text
    fresh = Phone(page.split('<code id="secret">')[1].split("</code>")[0].replace(" ", ""))
    hands.wait()
    assert client.post("/second-factor/", {"code": fresh.code}).status_code == 200
    hands.wait()
    with pytest.raises(Refusal, match="wrong_code"):
        second_factor.check(julio, phone.code)
    second_factor.check(julio, fresh.code)


def test_a_lost_phone_is_reset_and_his_sessions_end(phone: Phone, julio: User, hands: Hands) -> None:
    client = Client()
    passphrase(client)
    give(client, phone.code)
    people.reset_second_factor(By("novamas (root)"), "julio")
    assert not is_in(client)
    assert entered(access_log.FACTOR_RESET) == 1
    assert first_login(client).secret != phone.secret


# Of whom it is asked


@pytest.mark.parametrize("role", sorted(STAFF))
@pytest.mark.parametrize("asked", ["off", "roles", "all"])
def test_each_role_is_asked_as_the_house_says(db: None, settings: Any, role: Role, asked: str) -> None:
    settings.SECOND_FACTOR = asked
    User.objects.create_user("one", password=PASSPHRASE, role=role)
    client = Client()
    answer = passphrase(client, "one")
    demanded = asked == "all" or (asked == "roles" and may(role, Right.GIVE_SECOND_FACTOR))
    assert (answer["Location"] == "/login/code/") == demanded
    assert is_in(client) != demanded


@pytest.mark.parametrize("role", sorted(STAFF))
def test_no_session_without_it_speaks_for_a_role_that_needs_it(db: None, role: Role) -> None:
    """However it came about: from before the setting, or from before the person had this role."""
    create_table("mesa", "Mesa")
    user = User.objects.create_user("one", role=role)
    client = Client()
    client.force_login(user)
    assert is_in(client) != may(role, Right.GIVE_SECOND_FACTOR)


def test_who_becomes_jefe_logs_in_again_with_a_second_factor(db: None) -> None:
    carla = User.objects.create_user("carla", password=PASSPHRASE, role="croupier")
    client = Client()
    passphrase(client, "carla")
    assert is_in(client)
    carla.role = "jefe"
    carla.save()
    assert not is_in(client)
    assert passphrase(client, "carla")["Location"] == "/login/code/"


def test_a_croupier_who_has_set_one_up_is_asked_for_it(db: None, hands: Hands) -> None:
    carla = User.objects.create_user("carla", password=PASSPHRASE, role="croupier")
    phone, _codes = given_to(carla, hands)
    client = Client()
    assert passphrase(client, "carla")["Location"] == "/login/code/"
    give(client, phone.code)
    assert is_in(client)


def test_a_house_that_asks_for_none_shows_none(julio: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "off"
    client = Client()
    assert passphrase(client)["Location"] == "/work/"
    assert client.get("/second-factor/")["Location"] == "/account/"
    assert "/second-factor/" not in client.get("/account/").text
