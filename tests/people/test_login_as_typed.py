"""A login is taken as a touch keyboard or a message writes it, where it can mean one person alone."""

import pytest
from axes.models import AccessAttempt
from django.test import Client

from casino.people.models import User

PASSPHRASE = "una frase larga de prueba"
pytestmark = pytest.mark.django_db


@pytest.fixture
def carla() -> User:
    return User.objects.create_user("carla", password=PASSPHRASE, role="croupier")


def come(login: str, passphrase: str = PASSPHRASE) -> Client:
    client = Client()
    client.post("/login/", {"username": login, "password": passphrase})
    return client


@pytest.mark.parametrize("login", ["carla", "Carla", "CARLA", " Carla ", "ｃａｒｌａ"])
def test_a_login_is_compared_as_it_is_when_one_is_made(carla: User, login: str) -> None:
    assert come(login).session.get("_auth_user_id") == str(carla.pk)


@pytest.mark.parametrize("passphrase", [f"{PASSPHRASE} ", f" {PASSPHRASE}\n", f"{PASSPHRASE}\u00a0"])
def test_blanks_around_a_pasted_passphrase_do_no_harm(carla: User, passphrase: str) -> None:
    assert come("carla", passphrase).session.get("_auth_user_id") == str(carla.pk)


def test_of_two_older_logins_that_differ_by_case_each_comes_in_by_his_own(carla: User) -> None:
    other = User.objects.create_user("Carla", password=PASSPHRASE, role="croupier")
    assert come("Carla").session.get("_auth_user_id") == str(other.pk)
    assert come("CARLA").session.get("_auth_user_id") is None


def test_wrong_passphrases_count_for_one_login_however_it_is_written(carla: User) -> None:
    for login in ("carla", "Carla", "CARLA"):
        come(login, "otra cosa")
    assert [row.username for row in AccessAttempt.objects.all()] == ["carla"]
