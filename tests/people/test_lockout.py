"""Three limits on wrong passphrases: per name and address, per address, per name."""

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from casino.people.login.lockout import LIMITS
from casino.people.models import User
from casino.people.permissions import Role

PASSWORD = "a-long-evening-at-table-4"
PER_NAME_AND_ADDRESS = settings.AXES_FAILURE_LIMIT
PER_ADDRESS, PER_NAME = LIMITS[("ip_address",)], LIMITS[("username",)]


@pytest.fixture
def clara(db: None) -> User:
    return User.objects.create_user("clara", password=PASSWORD, role=Role.CROUPIER)


@pytest.fixture
def mara(db: None) -> User:
    return User.objects.create_user("mara", password=PASSWORD, role=Role.CROUPIER)


def login(name: str, password: str, address: str = "10.0.0.1") -> int:
    answer: HttpResponse = Client(REMOTE_ADDR=address).post(
        reverse("login"), {"username": name, "password": password}
    )
    return answer.status_code


def fail(times: int, name: str, address: str) -> None:
    for _ in range(times):
        login(name, "wrong", address)


def test_the_last_try_before_the_limit_is_taken(clara: User) -> None:
    fail(PER_NAME_AND_ADDRESS - 1, "clara", "10.0.0.1")
    assert login("clara", PASSWORD) == 302


def test_a_success_elsewhere_does_not_reset_the_count(clara: User) -> None:
    fail(PER_NAME_AND_ADDRESS - 1, "clara", "10.0.0.9")
    assert login("clara", PASSWORD, "10.0.0.1") == 302
    fail(1, "clara", "10.0.0.9")
    assert login("clara", PASSWORD, "10.0.0.9") == 429


def test_a_success_under_another_name_does_not_reset_the_address(clara: User, mara: User) -> None:
    for number in range(PER_ADDRESS - 1):
        login(f"nobody-{number}", "wrong", "10.0.0.9")
    assert login("mara", PASSWORD, "10.0.0.9") == 302
    login("nobody-at-last", "wrong", "10.0.0.9")
    assert login("clara", PASSWORD, "10.0.0.9") == 429


def test_many_names_from_one_address_are_stopped(clara: User) -> None:
    for number in range(PER_ADDRESS):
        login(f"nobody-{number}", "wrong", "10.0.0.9")
    assert login("clara", PASSWORD, "10.0.0.9") == 429
    assert login("clara", PASSWORD, "10.0.0.1") == 302


def test_one_name_from_many_addresses_is_stopped(clara: User) -> None:
    for number in range(PER_NAME):
        login("clara", "wrong", f"10.1.0.{number}")
    assert login("clara", PASSWORD, "10.2.0.1") == 429


def test_who_has_logged_in_here_before_is_not_locked_out_from_elsewhere(clara: User) -> None:
    assert login("clara", PASSWORD, "10.0.0.1") == 302
    for number in range(PER_NAME):
        login("clara", "wrong", f"10.1.0.{number}")
    assert login("clara", PASSWORD, "10.0.0.1") == 302


def test_the_answer_says_when_to_come_back(clara: User) -> None:
    fail(PER_NAME_AND_ADDRESS, "clara", "10.0.0.1")
    answer = Client(REMOTE_ADDR="10.0.0.1").post(
        reverse("login"), {"username": "clara", "password": PASSWORD}
    )
    assert (answer.status_code, answer["Retry-After"]) == (429, "900")
