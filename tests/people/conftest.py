"""Passphrases that are hashed quickly; a house that asks for a second factor, and a jefe with his phone."""

from collections.abc import Iterator
from typing import Any

import pytest

from casino.common import clock
from casino.people.models import User
from tests.people.phone import PASSPHRASE, Hands, Phone, given_to


@pytest.fixture(autouse=True)
def quick_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def house_of_two_factors(settings: Any) -> None:
    settings.SECOND_FACTOR = "roles"


@pytest.fixture
def hands() -> Iterator[Hands]:
    hands = Hands()
    with clock.running_on(hands):
        yield hands


@pytest.fixture
def julio(db: None) -> User:
    return User.objects.create_user("julio", password=PASSPHRASE, role="jefe")


@pytest.fixture
def held(julio: User, hands: Hands) -> tuple[Phone, list[str]]:
    return given_to(julio, hands)


@pytest.fixture
def phone(held: tuple[Phone, list[str]]) -> Phone:
    return held[0]
