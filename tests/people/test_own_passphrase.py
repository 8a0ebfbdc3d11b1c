"""A person's passphrase is his own: he changes it, and replaces one that somebody else has given him."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from casino.administration import people
from casino.administration.csv_list import of_file
from casino.common import clock
from casino.house.acts import By
from casino.people import access_log
from casino.people.login import passphrases
from casino.people.models import AccessEvent, GivenPassphrase, StaffSession, User
from tests.people.phone import Hands, given_to

OFFICE = By("novamas (root)")
OLD, NEW = "a-long-evening-at-table-4", "nine riffles and a cut"


@pytest.fixture
def carla(db: None) -> User:
    return User.objects.create_user("carla", password=OLD, role="croupier", first_name="Carlotta")


@pytest.fixture
def given(carla: User) -> User:
    people.reset_passphrase(OFFICE, "carla", OLD)
    return carla


def log_in(name: str = "carla", passphrase: str = OLD) -> tuple[Client, str]:
    client = Client()
    answer = client.post("/login/", {"username": name, "password": passphrase, "next": "/account/"})
    return client, answer["Location"] if answer.status_code == 302 else ""


def choose(client: Client, new: str = NEW, again: str | None = None, present: str = OLD) -> HttpResponse:
    said = {"passphrase": present, "new": new, "again": new if again is None else again}
    answer: HttpResponse = client.post("/passphrase/", said)
    return answer


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


# Changed by himself


def test_he_chooses_another_and_stays_logged_in_here_alone(carla: User) -> None:
    here, there = log_in()[0], log_in()[0]
    assert choose(here)["Location"] == "/account/"
    assert is_in(here) and not is_in(there)
    assert StaffSession.objects.get().session_key == here.session.session_key
    assert log_in()[1] == "" and log_in(passphrase=NEW)[1] == "/account/"
    assert AccessEvent.objects.filter(what=access_log.PASSPHRASE_CHANGED, person="carla").count() == 1


@pytest.mark.parametrize(
    ("new", "again", "status"),
    [
        (NEW, "another one", 422),
        (OLD, OLD, 422),
        ("short", "short", 422),
        ("password123", "password123", 422),  # on the list of common ones
        ("iloveyou12", "iloveyou12", 422),
        ("1234567890987", "1234567890987", 422),
        ("carlotta-carla", "carlotta-carla", 422),
        ("", "", 422),
        ("x" * 1001, "x" * 1001, 422),
        (f"{NEW}\x00", f"{NEW}\x00", 422),
    ],
)
def test_what_is_no_good_passphrase_is_refused(carla: User, new: str, again: str, status: int) -> None:
    here, _ = log_in()
    answer = choose(here, new, again)
    assert answer.status_code == status and 'role="alert"' in answer.text
    assert log_in()[1] == "/account/"


def test_it_is_changed_with_the_present_one(carla: User) -> None:
    here, _ = log_in()
    assert choose(here, present="wrong").status_code == 401
    assert choose(here, present="").status_code == 401
    assert log_in()[1] == "/account/"


# Given by somebody else


def test_who_was_given_one_chooses_his_own_before_he_is_in(given: User) -> None:
    client, led_to = log_in()
    assert led_to == "/passphrase/"
    assert not is_in(client) and client.get("/api/tables").status_code == 401
    assert choose(client, OLD).status_code == 422
    assert choose(client)["Location"] == "/account/"
    assert is_in(client) and not GivenPassphrase.objects.exists()
    assert log_in(passphrase=NEW)[1] == "/account/"


def test_each_way_of_giving_one_counts(db: None, tmp_path: Any) -> None:
    file = tmp_path / "staff.csv"
    file.write_text("username,role\nleo,croupier\n")
    made = dict(people.take(OFFICE, of_file(file)))
    made["eva"] = people.add(OFFICE, {"username": "eva", "role": "croupier"})
    for name, passphrase in made.items():
        assert log_in(name, passphrase)[1] == "/passphrase/"


def test_a_reset_after_his_own_counts_again(given: User) -> None:
    choose(log_in()[0])
    people.reset_passphrase(OFFICE, "carla", "what the office says")
    assert log_in(passphrase="what the office says")[1] == "/passphrase/"


def test_two_who_choose_at_once_do_not_both_come_in(given: User) -> None:
    """The second browser waits with the passphrase that is no longer his."""
    first, second = log_in()[0], log_in()[0]
    assert choose(first)["Location"] == "/account/"
    assert choose(second, "quite another one")["Location"] == "/login/"


@pytest.fixture
def hands() -> Iterator[Hands]:
    hands = Hands()
    with clock.running_on(hands):
        yield hands


def test_the_second_factor_comes_first(db: None, settings: Any, hands: Hands) -> None:
    settings.SECOND_FACTOR = "roles"
    julio = User.objects.create_user("julio", password=OLD, role="jefe")
    passphrases.note_given(julio)
    phone, _codes = given_to(julio, hands)
    client, led_to = log_in("julio")
    assert led_to == "/login/code/"
    assert choose(client)["Location"] == "/login/code/"
    assert client.get("/passphrase/")["Location"] == "/login/code/"
    assert client.post("/login/code/", {"code": phone.code})["Location"] == "/passphrase/"
    assert not is_in(client)
    assert choose(client)["Location"] == "/account/"
    assert is_in(client) and StaffSession.objects.get().two_factors
