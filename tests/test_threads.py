"""The threads that read and write the database: which keep their connection, and what becomes of a broken one."""

import asyncio
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection

from casino import sockets
from casino.common import outage, threads
from casino.common.threads import Threads
from casino.crowds import CROWDS
from casino.environment import CONNECTIONS
from casino.monitoring import scrape
from tables import access
from tables.live import consoles, hub

run = Threads.run  # the tests' own is another one
PATIENCE = 30.0  # seconds


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is done with the connection of a thread."""
    found: list[str] = []
    monkeypatch.setattr(outage, "_times", 0)
    monkeypatch.setattr(outage, "_suspected", threading.Event())
    monkeypatch.setattr(threads, "close_old_connections", lambda: found.append("given back"))
    monkeypatch.setattr(threads, "_let_go_if_broken", lambda: found.append("tried"))
    return found


def _in_turn(*works: Callable[[], Any]) -> list[Any]:
    """What works of one thread come to, the first of which begins when all of them wait."""
    begin = threading.Event()

    async def all_of_them() -> list[Any]:
        one = Threads("one", 1)
        first = asyncio.create_task(run(one, begin.wait, PATIENCE))
        others = [asyncio.create_task(run(one, work)) for work in works]
        while one._waiting() < len(works):
            await asyncio.sleep(0)
        begin.set()
        return await asyncio.gather(first, *others, return_exceptions=True)

    return asyncio.run(all_of_them())[1:]


def test_a_connection_is_kept_while_more_work_waits(calls: list[str]) -> None:
    _in_turn(lambda: calls.append("second"), lambda: calls.append("third"))
    assert calls == ["second", "third", "given back"]


def test_a_connection_of_work_that_failed_is_given_back_at_once(calls: list[str]) -> None:
    def fail() -> None:
        raise OperationalError("the server closed the connection")

    failed, done = _in_turn(fail, lambda: calls.append("after"))
    assert isinstance(failed, OperationalError) and done is None
    assert calls == ["given back", "after", "given back"]


def test_a_connection_with_an_error_that_its_work_has_answered_is_given_back_at_once(
    calls: list[str],
) -> None:
    def break_it() -> None:
        connection.errors_occurred = True

    def mend_it() -> None:
        connection.errors_occurred = False
        calls.append("after")

    _in_turn(break_it, mend_it)
    assert calls == ["given back", "after", "given back"]


def test_a_connection_that_was_kept_is_tried_after_an_outage(calls: list[str]) -> None:
    """The pool looks at its own only."""

    def away() -> None:
        outage.noticed(OperationalError("the server closed the connection"))

    _in_turn(away, lambda: calls.append("second"), lambda: calls.append("third"))
    assert calls == ["tried", "second", "third", "given back"]


GROUPS = (access.door, hub.rendering, hub.asking, consoles.entering, sockets.opening, scrape._scraping)
BESIDE = ("anchors", "audits")  # the server's own threads


def test_every_group_of_threads_is_counted() -> None:
    found = sorted(
        path.relative_to(settings.PRODUCT_DIR).as_posix()
        for app in ("casino", "tables", "ledger")
        for path in (settings.PRODUCT_DIR / app).rglob("*.py")
        for _ in re.findall(r"= Threads\(", path.read_text())
    )
    files = (
        "casino/monitoring/scrape.py",
        "casino/sockets.py",
        "tables/access.py",
        "tables/live/consoles.py",
    )
    assert found == [*files, "tables/live/hub.py", "tables/live/hub.py"]


def test_a_process_has_a_connection_for_each_of_its_threads() -> None:
    """One that is kept by an idle thread is nobody else's loss."""
    threads_of_groups = sum(group._executor._max_workers for group in GROUPS)
    assert threads_of_groups + sum(crowd.at_once for crowd in CROWDS) + len(BESIDE) <= CONNECTIONS


@pytest.mark.django_db(transaction=True)
def test_a_broken_connection_is_let_go_and_a_whole_one_is_not() -> None:
    connection.ensure_connection()
    whole = connection.connection
    threads._let_go_if_broken()
    assert connection.connection in (whole, None) and not connection.errors_occurred
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)
