"""What holds for every test."""

import gc
import os
import sqlite3
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.postgresql.base import DatabaseWrapper
from django.test import Client
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware

from casino.common.sql import in_threads
from casino.people.login.passphrases import Argon2
from tests.support import documented
from tests.support.embedded_houses import COLLECT, MIGRATE, built_once
from tests.support.own_house import HouseHas, having

LITTLE = 64  # KiB
IN_MEMORY = "file:tests?mode=memory&cache=shared"

LONG = ("tests/night/test_three_tables.py", "tests/record/test_play.py")  # a test takes ten seconds when busy


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where NO_SKIP is set, as in CI, a test that skips itself (no browser, no server) has failed."""
    report = yield
    if report.skipped and os.environ.get("NO_SKIP"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first, so that the other workers do not wait for it in the end."""
    items.sort(key=lambda item: not (item.get_closest_marker("slow") or item.nodeid.startswith(LONG)))


def pytest_collection_finish() -> None:
    """What has been imported and collected stays: to look through it again and again took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1000)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings: None
) -> Iterator[None]:
    """Who cannot log in to the database `postgres` is told so. Django would go through the database of the settings,
    whose pool then stays, so that the tests would run in it and empty it.

    The embedded database is migrated once for all workers: each fills its own with a copy, in which Django finds
    nothing left to migrate."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setattr(DatabaseWrapper, "_nodb_cursor", BaseDatabaseWrapper._nodb_cursor)
        if connection.vendor == "sqlite":
            migrated = request.getfixturevalue("new_house") / "casino.sqlite3"
            patch.setitem(connection.settings_dict["TEST"], "NAME", IN_MEMORY)
            filled = stack.enter_context(closing(sqlite3.connect(IN_MEMORY, uri=True)))
            with closing(sqlite3.connect(migrated)) as source:
                source.backup(filled)
        yield


@pytest.fixture(scope="session", autouse=True)
def own_notifications(worker_id: str) -> None:
    """Of several processes that test side by side each hears only itself."""
    settings.NOTIFICATIONS += f"/{worker_id}"


@pytest.fixture
def house_has() -> Iterator[HouseHas]:
    """Lets the house have other values until the test ends: `house_has(decimals=2)`."""
    with ExitStack() as stack:
        yield lambda **values: stack.enter_context(having(**values))


@pytest.fixture(scope="session")
def new_house(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """An empty house on the embedded database, to be copied."""
    return built_once(tmp_path_factory, worker_id, "new", MIGRATE)


@pytest.fixture(scope="session")
def demo_house(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The demo casino as it is on its first evening, to be copied."""
    return built_once(tmp_path_factory, worker_id, "demo", MIGRATE, ("demo",), COLLECT)


@pytest.fixture(scope="session", autouse=True)
def static_files_found_once() -> Generator[None, None, None]:
    """Each test client has middleware of its own, which looks for all static files as a server does when it starts."""
    found: dict[str, Any] = {}
    look = WhiteNoiseMiddleware.add_files_from_finders

    def look_once(one: WhiteNoiseMiddleware) -> None:
        if not found:
            look(one)
            found.update(one.files)
        one.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "STATIC_ROOT", None)
        patch.setattr(settings, "WHITENOISE_USE_FINDERS", True)
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", look_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def hashed_with_little_memory() -> Generator[None, None, None]:
    """A hash takes a house 30 ms, most of them for its memory. What a house takes has its own test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Argon2, "memory_cost", LITTLE)
        yield


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """All database work of sockets in one thread: the embedded database of the tests is in memory, where two
    connections lock each other out."""

    monkeypatch.setattr(in_threads, "database_sync_to_async", lambda call, **_: database_sync_to_async(call))


@pytest.fixture(autouse=True)
def own_anchors(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test adds anchors to the file of the house."""
    monkeypatch.setattr(settings, "ANCHORS", tmp_path_factory.getbasetemp() / "anchors.jsonl")


@pytest.fixture(autouse=True)
def spanish_first() -> Generator[None, None, None]:
    """No test speaks the language that a page of the test before it was asked for in."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True)
def every_answer_is_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a test asks of the API is answered as the OpenAPI document says."""
    ask = Client.request

    def request(client: Client, **environment: Any) -> Any:
        response = ask(client, **environment)
        documented.check(response)
        return response

    monkeypatch.setattr(Client, "request", request)
