"""A house with a directory, and the browser of a person who comes in by it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from casino.administration import people as staff
from casino.administration.directory import groups, watch
from casino.house.acts import By
from tests.directory.directory import HOUSE, SECRET, Directory, serving

ANA = By("ana.admin", "10.0.0.1")
BEGIN = "/login/directory/"

ComeIn = Callable[..., tuple[Client, HttpResponse]]


@pytest.fixture(scope="session")
def running() -> Iterator[Directory]:
    with serving(f"{HOUSE}{BEGIN}answer/") as directory:
        yield directory


@pytest.fixture
def directory(running: Directory, settings: Any, db: None) -> Iterator[Directory]:
    """Of the house, whose list gives two groups a role; nobody belongs to it yet."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.DIRECTORY_ISSUER = running.url
    settings.DIRECTORY_CLIENT_ID, settings.DIRECTORY_CLIENT_SECRET = "casino", SECRET
    running.people.clear()
    running.says_wrongly()
    staff.add(ANA, {"username": "ana.admin", "role": "administrator"}, is_own=True)
    groups.add(ANA, "jefes", "jefe")
    groups.add(ANA, "mesas", "croupier")
    yield running
    watch.forget_all()


@pytest.fixture
def come_in(directory: Directory) -> ComeIn:
    """Let this person come in by the directory, in a browser of his own or in this one."""

    def came(login: str, browser: Client | None = None, **query: str) -> tuple[Client, HttpResponse]:
        browser = browser or Client()
        sent = browser.get(BEGIN, query)
        assert sent.status_code == 302, sent.content.decode()
        back = directory.shown_at(sent["Location"], login)
        return browser, browser.get(back.removeprefix(HOUSE))

    return came
