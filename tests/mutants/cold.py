"""Mutants of what is done on import: each in a fork that has imported nothing of the product's own yet."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from tests.mutants import database
from tests.mutants.baseline import Baseline
from tests.mutants.child import Tell, allow, tried
from tests.mutants.choice import chosen
from tests.mutants.mutant import Mutant
from tests.mutants.places import Group
from tests.mutants.results import Results
from tests.mutants.swap import import_instead
from tests.mutants.warm import OPTIONS, steady

FIRST = 4  # tests


class Chosen:
    """A plugin of pytest: of what is collected only these tests, in their order. A test that the mutant itself takes
    away, as one of a table's row, is none that noticed."""

    def __init__(self, order: Sequence[str], seconds: Mapping[str, float], tell: Tell) -> None:
        self._order = {test: place for place, test in enumerate(order)}
        self._seconds, self._tell = seconds, tell

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        kept = [item for item in items if item.nodeid in self._order]
        items[:] = sorted(kept, key=lambda item: self._order[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._tell(nodeid)
        allow(nodeid, self._seconds)


def run(
    group: Group,
    mutants: Sequence[Mutant],
    limit: float | None,
    results: Results,
    advance: Callable[[int], None],
) -> None:
    baseline, killers = Baseline(group), results.killers(mutants)
    for mutant in mutants:
        takers = baseline.of(mutant)
        if not takers or baseline.runs_on_import(mutant):  # any test may look at what came of that
            takers = baseline.named(mutant.path)
        known = killers.setdefault((mutant.path, mutant.place), [])
        order = chosen(mutant, takers, known, baseline.seconds, limit)
        outcome, by, begun = tried(_trial(group, mutant, order, baseline.seconds))
        results.add(mutant, outcome or "", by, begun, len(takers))
        known += [by] if by and by != "import" else []
        advance(1)


def _trial(
    group: Group, mutant: Mutant, order: Sequence[str], seconds: Mapping[str, float]
) -> Callable[[Tell], int]:
    def work(tell: Tell) -> int:
        import_instead(mutant)
        database.take(group, mutant)
        steady()
        # To collect the files of all tests takes longer than the first few, which notice most mutants.
        return int(not all(_pass(part, seconds, tell) for part in (order[:FIRST], order[FIRST:]) if part))

    return work


def _pass(order: Sequence[str], seconds: Mapping[str, float], tell: Tell) -> bool:
    files = list(dict.fromkeys(test.partition("::")[0] for test in order))
    status = pytest.main([*OPTIONS, "-x", *files], plugins=[Chosen(order, seconds, tell)])
    return status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
