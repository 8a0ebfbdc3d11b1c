"""The embedded database: its writers have turns, its readers wait for nobody."""

import sqlite3
from pathlib import Path
from threading import Thread

import pytest
from django.db import connections, transaction

from casino.common.errors import Refusal
from casino.embedded import base
from casino.embedded.turns import Turns
from tables.models import Table
from tables.service import create_table, execute, read
from tests.house import CROUPIER
from tests.service.threads import started

COME = {"command": "join", "player": "zoe"}


@pytest.fixture
def file(file: Path) -> Path:
    """A database on disk, with a table."""
    create_table("mesa-1", "Mesa 1")
    return file


def test_turns_come_in_the_order_of_waiting() -> None:
    turns, came = Turns(), []
    assert turns.take(0)

    def wait(number: int) -> None:
        assert turns.take(60)
        came.append(number)
        turns.give()

    threads = []
    for number in range(5):
        threads.append(Thread(target=wait, args=(number,)))
        threads[-1].start()
        while len(turns._waiting) <= number:
            threads[-1].join(0.001)
    assert not turns.take(0)
    turns.give()
    for thread in threads:
        thread.join()
    assert came == [0, 1, 2, 3, 4]
    assert turns.take(0)


def test_twenty_tables_at_once_are_all_heard(file: Path) -> None:
    answers = []

    def play(slug: str) -> None:
        create_table(slug, slug)
        answers.extend(
            execute(slug, {"command": "undo"}, CROUPIER, key=f"k{n}").http_status for n in range(10)
        )

    threads = [started(lambda slug=f"t-{number}": play(slug), file) for number in range(20)]
    for thread in threads:
        thread.join()
    assert answers == [409] * 200


def test_who_has_waited_too_long_is_refused_and_readers_are_not(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "PATIENCE", 0)
    found: list[str] = []

    def come() -> None:
        for write in (
            lambda: execute("mesa-1", COME, CROUPIER),
            lambda: Table.objects.filter(slug="mesa-1").update(name="another"),
        ):
            try:
                write()
            except Refusal as refusal:
                found.append(refusal.code)
        found.append(read("mesa-1")[0].name)

    with transaction.atomic():
        started(come, file).join()
    assert found == ["too_busy", "too_busy", "Mesa 1"]
    assert not execute("mesa-1", COME, CROUPIER).ok  # the table is closed; the turn has ended


def test_another_process_that_writes_all_the_time_is_no_fault(file: Path) -> None:
    connections["default"].connection.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for _ in range(2):
        with pytest.raises(Refusal, match="too_busy"):
            execute("mesa-1", COME, CROUPIER)
    assert read("mesa-1")[0].name == "Mesa 1"
    other.execute("ROLLBACK")
    assert execute("mesa-1", COME, CROUPIER).error
    other.close()


def test_what_is_answered_is_on_the_disk(file: Path) -> None:
    (full,) = connections["default"].connection.execute("PRAGMA synchronous").fetchone()
    assert full == 2
