"""Commands of several threads on the embedded database are committed together (`casino.embedded.together`)."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import OperationalError, connections, transaction
from django.utils import translation

from casino.common import sql
from casino.common.errors import Refusal
from casino.embedded import base
from casino.embedded.base import DatabaseWrapper
from casino.embedded.together import Together
from tables.models import Record, Table
from tables.service import create_table, execute
from tests.house import CROUPIER, JEFE, opening
from tests.service.threads import file_database

OPENING = next(opening())


@pytest.fixture
def file(file: Path) -> Path:
    """A database on disk with a closed table for each of five threads."""
    for number in range(5):
        create_table(f"mesa-{number}", f"Mesa {number}")
    return file


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Of every transaction that is committed, the thread."""
    found: list[int] = []
    commit = DatabaseWrapper._commit

    def counted(self: DatabaseWrapper) -> None:
        commit(self)
        found.append(threading.get_ident())

    monkeypatch.setattr(DatabaseWrapper, "_commit", counted)
    return found


class Crowd:
    """Threads that all wait to write, one after the other, before the first may."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._together = base._together[str(file)]

    def do(self, *work: Callable[[], object]) -> list[object]:
        """What each of them found, or the error that it met."""
        found: list[object] = [None] * len(work)
        with transaction.atomic():
            threads = [self._started(number, one, found) for number, one in enumerate(work)]
        for thread in threads:
            thread.join()
        return found

    def _started(self, number: int, work: Callable[[], object], found: list[object]) -> threading.Thread:
        def run() -> None:
            connections["default"] = file_database(self._file)
            try:
                found[number] = work()
            except Exception as error:  # noqa: BLE001 - the test looks at it
                found[number] = error
            finally:
                connections.close_all()

        thread = threading.Thread(target=run)
        thread.start()
        while len(self._together._waiting) <= number:
            thread.join(0.001)
        return thread


def opens(number: int) -> Callable[[], object]:
    return lambda: execute(f"mesa-{number}", OPENING, JEFE).ok


def test_those_who_wait_are_committed_as_one(file: Path, commits: list[int]) -> None:
    assert Crowd(file).do(*map(opens, range(5))) == [True] * 5
    assert len(commits) == 2  # of this thread, which they waited for, and of all of them
    assert Table.objects.filter(open=True).count() == 5


def test_a_refused_command_is_no_failure_of_the_others(file: Path, commits: list[int]) -> None:
    refused = lambda: execute("mesa-0", {"command": "settle"}, CROUPIER).http_status  # noqa: E731
    assert Crowd(file).do(refused, opens(1), opens(2)) == [409, True, True]
    assert len(commits) == 2


def test_work_that_raises_is_undone_alone(file: Path) -> None:
    calls: list[str] = []

    def fails() -> None:
        calls.append("called")

        def work(batch: sql.Batch) -> None:
            Table.objects.filter(slug="mesa-0").update(name="never")
            raise ValueError("a defect")

        sql.write(work)

    missing = lambda: execute("nowhere", OPENING, JEFE)  # noqa: E731
    one, failed, other, unknown = Crowd(file).do(opens(1), fails, opens(2), missing)
    assert (one, other) == (True, True)
    assert isinstance(failed, ValueError)
    assert isinstance(unknown, Refusal)
    assert unknown.code == "no_such_table"
    assert Table.objects.get(slug="mesa-0").name == "Mesa 0"
    assert Record.objects.count() == 2


def test_the_same_command_of_two_threads_is_done_by_one(file: Path) -> None:
    twice = lambda: execute("mesa-0", OPENING, JEFE, key="k").events  # noqa: E731
    first, second = Crowd(file).do(twice, twice)
    assert first == second
    assert Record.objects.count() == 1


def test_where_the_commit_fails_everybody_is_told_and_nothing_is_tried_again(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd, waited_for = Crowd(file), threading.get_ident()
    commit = DatabaseWrapper._commit

    def fails(self: DatabaseWrapper) -> None:
        if threading.get_ident() != waited_for:
            raise OperationalError("disk I/O error")
        commit(self)

    with monkeypatch.context() as defect:
        defect.setattr(DatabaseWrapper, "_commit", fails)
        found = crowd.do(*map(opens, range(3)))
    assert [type(error) for error in found] == [OperationalError] * 3
    assert not Record.objects.exists()
    assert opens(0)()


def test_each_is_done_in_his_own_language(file: Path) -> None:
    def speaks(language: str) -> Callable[[], object]:
        def work() -> object:
            with translation.override(language):
                return execute("mesa-0", {"command": "settle"}, CROUPIER).error

        return work

    alone = [speaks("es")(), speaks("fr")()]
    assert Crowd(file).do(speaks("es"), speaks("fr")) == alone
    assert alone[0] != alone[1]


def test_who_has_not_begun_in_time_is_refused_and_done_by_nobody() -> None:
    together, done = Together(), []
    with together._guard:
        together._is_led = True  # by a thread that never ends
    with pytest.raises(Refusal, match="too_busy"):
        together.do(lambda: done.append("done"), patience=0)
    assert not together._waiting
    assert not done


def test_an_interrupted_thread_leaves_nobody_waiting(file: Path) -> None:
    class Interrupted(BaseException):
        pass

    def interrupted() -> object:
        def work(batch: sql.Batch) -> None:
            raise Interrupted

        try:
            sql.write(work)
        except Interrupted:
            return "interrupted"
        return None

    first, second = Crowd(file).do(interrupted, opens(1))
    assert first == "interrupted"
    assert isinstance(second, Refusal)
    assert second.code == "too_busy"
    assert opens(1)()
