"""A login costs the tables nothing: hashes run one at a time, and who would wait too long is refused."""

import runpy
import threading
from collections.abc import Callable

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import PBKDF2PasswordHasher, identify_hasher
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse

from casino.common.refusals import Refusal
from casino.people.login import passphrases
from casino.people.login.passphrases import Checks
from casino.people.models import User

PASSWORD = "a-long-evening-at-table-4"
PATIENCE = 30.0  # seconds


@pytest.fixture(autouse=True)
def quick_hashes() -> None:
    """Here they are hashed as a house does."""


class Held:
    """Work that goes on until it is let go."""

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.begun.set()
        self.let_go.wait(PATIENCE)


def in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_who_would_wait_too_long_is_refused_at_once() -> None:
    checks, held = Checks(waiting=1), Held()
    busy = in_thread(lambda: checks.run(held))
    assert held.begun.wait(PATIENCE)
    with pytest.raises(Refusal, match="too_busy"):
        checks.run(print)
    held.let_go.set()
    busy.join()
    assert checks.run(sum, (1, 2)) == 3


def test_a_check_that_fails_gives_its_place_back() -> None:
    checks = Checks(waiting=1)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            checks.run(divmod, 1, 0)


def test_hashes_run_one_at_a_time() -> None:
    checks, held = Checks(waiting=2), Held()
    done: list[str] = []
    first = in_thread(lambda: checks.run(held))
    assert held.begun.wait(PATIENCE)
    second = in_thread(lambda: done.append(checks.run(str, "second")))
    assert done == []
    held.let_go.set()
    first.join()
    second.join()
    assert done == ["second"]


def test_a_login_beyond_the_places_is_answered_503_and_when_to_come_back(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    checks, held = Checks(waiting=1), Held()
    monkeypatch.setattr(passphrases, "CHECKS", checks)
    busy = in_thread(lambda: checks.run(held))
    assert held.begun.wait(PATIENCE)
    answer = client.post(reverse("login"), {"username": "clara", "password": PASSWORD})
    held.let_go.set()
    busy.join()
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0


@pytest.mark.django_db(transaction=True)
def test_no_connection_is_held_while_a_passphrase_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("clara", password=PASSWORD)
    open_then: list[bool] = []

    class Watched(Checks):
        def run(self, work, *args, **kwargs):  # type: ignore[no-untyped-def]
            open_then.append(connection.connection is not None)
            return super().run(work, *args, **kwargs)

    monkeypatch.setattr(passphrases, "CHECKS", Watched())
    request = RequestFactory().post("/login/")
    assert authenticate(request, username="clara", password=PASSWORD) is not None
    assert authenticate(request, username="nobody", password=PASSWORD) is None
    # A database in memory is never closed.
    assert not any(open_then) or connection.vendor == "sqlite"
    assert len(open_then) == 2


def test_a_hash_of_older_figures_is_made_anew_at_the_next_login(db: None) -> None:
    old = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1)
    user = User.objects.create(username="clara", password=old)
    assert authenticate(RequestFactory().post("/login/"), username="clara", password=PASSWORD) == user
    user.refresh_from_db()
    used = identify_hasher(user.password)
    assert (used.algorithm, used.must_update(user.password)) == ("argon2", False)


def test_a_house_hashes_with_46_mib_in_one_lane() -> None:
    """As the module says it: the tests themselves hash with less."""
    house = runpy.run_path(passphrases.__file__)["Argon2"]
    assert (house.time_cost, house.memory_cost, house.parallelism) == (1, 46 * 1024, 1)


def test_who_may_not_log_in_does_not(db: None) -> None:
    User.objects.create_user("clara", password=PASSWORD, is_active=False)
    assert authenticate(RequestFactory().post("/login/"), username="clara", password=PASSWORD) is None
