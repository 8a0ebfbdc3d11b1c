"""A server process keeps to one processor, and what computes beside the interpreter may use all."""

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from casino.common import processors
from casino.common.processors import MORE_ROOM, Load, OneProcessor, best, everywhere, load, others

ALLOWED = os.sched_getaffinity(0)
SCRIPT = textwrap.dedent("""
    import os, subprocess, sys, threading
    from casino.common import processors
    from casino.common.processors import OneProcessor, everywhere

    def of_threads():
        return {frozenset(os.sched_getaffinity(int(one))) for one in os.listdir(processors.THREADS)}

    def of_child():
        code = "import os; print(sorted(os.sched_getaffinity(0)))"
        return set(eval(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout))

    allowed, moved = os.sched_getaffinity(0), threading.Event()
    wanted = {frozenset(allowed)} if len(allowed) == 1 else {frozenset({one}) for one in allowed}
    before = threading.Thread(target=moved.wait, args=(60,))
    before.start()
    processors.FIRST_LOOK = 0.01
    keeper = OneProcessor()
    keeper.start()
    while len(found := of_threads()) > 1 or not found <= wanted:
        pass
    (here,) = found
    after = threading.Thread(target=moved.wait, args=(60,))
    after.start()
    assert of_threads() == {here}, "a later thread"
    assert of_child() == here
    with everywhere():
        assert os.sched_getaffinity(0) == allowed and of_child() == allowed
        assert here in of_threads(), "the other threads stay"
    assert of_threads() == {here}
    keeper.stop()
    moved.set()
""")


def test_all_threads_share_a_processor_and_what_is_told_so_uses_all() -> None:
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=root, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_it_moves_only_where_there_is_more_room_and_not_always() -> None:
    used = {0: 0.9, 1: 0.1, 2: 0.2}
    assert best(used, None) == 1
    assert best(used, 0, lambda: 0.0) == 1
    assert best(used, 0, lambda: 0.9) == 0, "another process on this processor moves instead"
    assert best(used, 2, lambda: 0.0) == 2, "what is to be gained is not worth it"
    assert best({0: 0.05 + MORE_ROOM, 1: 0.0}, 0, lambda: 0.0) == 1


def test_of_processors_that_are_as_free_it_takes_any() -> None:
    assert {best({0: 0.01, 1: 0.04, 2: 0.9}, None) for _ in range(200)} == {0, 1}


def test_its_own_work_is_not_counted() -> None:
    before = Load(at=10.0, busy={0: 5.0, 1: 7.0}, own=2.0)
    now = Load(at=12.0, busy={0: 6.8, 1: 7.2}, own=3.6)
    assert others(before, now, 0) == pytest.approx({0: 0.1, 1: 0.1})
    assert others(before, now, None) == pytest.approx({0: 0.9, 1: 0.1})


def test_the_work_of_the_processors_is_read() -> None:
    before = load()
    while time.process_time() < before.own + 0.2:
        pass
    now = load()
    assert now.busy.keys() == before.busy.keys() >= ALLOWED
    assert all(now.busy[number] >= seconds for number, seconds in before.busy.items())
    assert sum(now.busy.values()) > sum(before.busy.values())
    assert now.own - before.own >= 0.2 and now.at > before.at


def test_where_it_may_not_choose_that_is_logged_and_nothing_else_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forbidden(thread: int, among: set[int]) -> None:
        raise PermissionError("not allowed here")

    monkeypatch.setattr(os, "sched_setaffinity", forbidden)
    monkeypatch.setattr(os, "sched_getaffinity", lambda thread: {0, 1})
    monkeypatch.setattr(processors, "load", lambda: Load(time.monotonic(), {0: 0.0, 1: 0.0}, 0.0))
    monkeypatch.setattr(processors, "FIRST_LOOK", 0.01)
    monkeypatch.setattr(processors, "_bound", processors._Bound())
    keeper = OneProcessor()
    with capture_logs() as said:
        keeper.start()
        keeper._thread.join(60)
    assert [line["error"] for line in said] == ["not allowed here"]
    with everywhere():
        keeper.stop()


def test_where_nothing_is_bound_everywhere_changes_nothing() -> None:
    with everywhere():
        assert os.sched_getaffinity(0) == ALLOWED
    assert os.sched_getaffinity(0) == ALLOWED
