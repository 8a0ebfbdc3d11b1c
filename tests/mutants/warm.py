"""The tests in one process that has collected them and made their database: it forks for each mutant of a function."""

import gc
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants import database
from tests.mutants.baseline import Baseline, Recorder
from tests.mutants.child import UNFIT, Tell, allow, tried
from tests.mutants.choice import chosen
from tests.mutants.mutant import Mutant
from tests.mutants.outcomes import UNTAKEN
from tests.mutants.places import Group
from tests.mutants.results import Results
from tests.mutants.swap import Functions

OPTIONS = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:randomly", "-W", "ignore")


class Tests:
    """The collected tests of a session that stays open."""

    def __init__(self, session: pytest.Session) -> None:
        self._items = {item.nodeid: item for item in session.items}
        self._nothing: Any = SimpleNamespace(listchain=lambda: [session])

    def names(self) -> list[str]:
        return list(self._items)

    def run(self, test: str, following: str | None = None) -> tuple[bool, float]:
        """Whether it passed, and its seconds of the processor."""
        after = self._items[following] if following else self._nothing
        begun = process_time()
        reports = runtestprotocol(self._items[test], log=False, nextitem=after)
        return not any(report.failed for report in reports), process_time() - begun

    def make_the_database(self) -> None:
        """Runs the first test that has one, and leaves it empty."""
        first = next(name for name, item in self._items.items() if _has_database(item))
        assert self.run(first)[0], first


def _has_database(item: Any) -> bool:
    mark = item.get_closest_marker("django_db")
    return not mark.kwargs.get("transaction") if mark else "db" in item.fixturenames


class Loop:
    """A plugin of pytest that does `work` with the collected tests instead of running them."""

    def __init__(self, work: Callable[[Tests], None]) -> None:
        self._work, self.done = work, False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        tests = Tests(session)
        tests.make_the_database()
        self._work(tests)
        self.done = True
        return True


def in_a_process(
    group: Group, work: Callable[[Tests], None], before: Callable[[], None] = lambda: None
) -> None:
    """Collects its tests in a child and does `work` there. `before`: what is done before anything is imported."""
    child = os.fork()
    if child:
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            sys.exit("The tests of the mutants could not be run; see above.")
        return
    status = 1
    try:
        before()
        steady()
        loop = Loop(work)
        pytest.main([*OPTIONS, *group.tests], plugins=[loop])
        status = 0 if loop.done else 1
    except KeyboardInterrupt:
        status = 130
    finally:
        sys.stdout.flush()
        os._exit(status)


def steady() -> None:
    """The property tests try the same examples each time, and remember none."""
    from hypothesis import settings

    settings.register_profile("mutants", database=None, derandomize=True, deadline=None)
    settings.load_profile("mutants")


def record(group: Group, advance: Callable[[int], None]) -> None:
    """Runs every test once and keeps which lines it takes. All must pass."""
    recorder = Recorder(group)

    def run_all(tests: Tests) -> None:
        database.keep(group)
        names = tests.names()
        failed = []
        for test, following in zip(names, [*names[1:], None], strict=True):
            recorder.begins(test)
            passed, recorder.seconds[test] = tests.run(test, following)
            failed += [] if passed else [test]
            advance(1)
        recorder.keep()
        assert not failed, failed

    in_a_process(group, run_all, recorder.start)


def run(
    group: Group,
    mutants: Sequence[Mutant],
    limit: float | None,
    results: Results,
    advance: Callable[[int], None],
) -> None:
    """Tries each of these in a fork; those that cannot be put into a running process are left as they were."""

    def each(tests: Tests) -> None:
        baseline, functions = Baseline(group), Functions()
        killers = results.killers(mutants)
        gc.collect()
        gc.freeze()
        for mutant in mutants:
            takers = baseline.of(mutant)
            functions.read(mutant.path)
            known = killers.setdefault((mutant.path, mutant.place), [])
            order = chosen(mutant, takers, known, baseline.seconds, limit)
            if order:
                outcome, by, begun = tried(_trial(mutant, order, tests, functions, baseline))
                if outcome:
                    results.add(mutant, outcome, by, begun, len(takers))
                known += [by] if by else []
            else:
                results.add(mutant, UNTAKEN, "", 0, 0)
            advance(1)

    in_a_process(group, each)


def _trial(
    mutant: Mutant, order: Iterable[str], tests: Tests, functions: Functions, baseline: Baseline
) -> Callable[[Tell], int]:
    def work(tell: Tell) -> int:
        if not functions.put(mutant):
            return UNFIT
        functions.forget()
        for test in order:
            tell(test)
            allow(test, baseline.seconds)
            if not tests.run(test)[0]:
                return 1
        return 0

    return work
