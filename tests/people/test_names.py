"""People are shown by their names; what is recorded is their logins."""

import pytest

from casino.people.models import User
from casino.people.names import names_of_staff, naming

pytestmark = pytest.mark.django_db


def person(login: str, first: str = "", last: str = "") -> None:
    User.objects.create_user(login, role="croupier", first_name=first, last_name=last)


def test_a_login_is_shown_by_its_name() -> None:
    person("carla", "Carla", "Ríos")
    person("robot")
    name_of = naming(names_of_staff())
    assert [name_of(login) for login in ("carla", "robot", "tablet-7")] == ["Carla Ríos", "robot", "tablet-7"]


def test_two_of_one_name_are_told_apart_by_their_logins() -> None:
    person("ana.paz", "Ana", "Paz")
    person("apaz", "Ana", "Paz")
    assert names_of_staff() == {"ana.paz": "Ana Paz · ana.paz", "apaz": "Ana Paz · apaz"}
