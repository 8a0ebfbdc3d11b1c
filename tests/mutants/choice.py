"""Which tests try a mutant, and in which order: what noticed its neighbours, then what takes most around it or is named
after its file."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from tests.mutants.mutant import Mutant

LAST_KILLERS = 8
SLOW = 0.5  # seconds: such tests check much at once, and come after the quick ones
QUICK_FIRST = 200
NAMED = 10_000  # more than the lines of any file: for each name of the file and its folders that a test has
OF_FILE = NAMED**2  # for each such name that the test's own file has


def chosen(
    mutant: Mutant,
    depths: Mapping[str, float],
    killers: list[str],
    seconds: Mapping[str, float],
    limit: float | None,
) -> list[str]:
    """`depths`: each test that takes the line, with how much it takes around it (`Baseline.of`). `limit`: seconds that
    the tests take together, None for all of them; always at least one."""
    likely = [test for test in dict.fromkeys(reversed(killers)) if test in depths][:LAST_KILLERS]
    others = sorted(depths.keys() - set(likely))
    Random(mutant.name).shuffle(others)
    quick = [test for test in others if seconds[test] < SLOW]
    quick.sort(key=depths.__getitem__, reverse=True)
    of_file = [test for test in quick if depths[test] >= OF_FILE]
    quick = [*of_file, *_one_of_each(quick[len(of_file) :])]
    slow = [test for test in others if seconds[test] >= SLOW]
    slow.sort(key=lambda test: (-(depths[test] // NAMED), seconds[test]))
    ordered = [*likely, *quick[:QUICK_FIRST], *slow, *quick[QUICK_FIRST:]]
    return ordered if limit is None else _within(ordered, seconds, limit)


def _one_of_each(tests: list[str]) -> list[str]:
    """First one of each function, then a second one: those that differ in their parameters only do much the same."""
    seen: Counter[str] = Counter()
    nth = {}
    for test in tests:
        function = test.partition("[")[0]
        nth[test], seen[function] = seen[function], seen[function] + 1
    return sorted(tests, key=nth.__getitem__)


def _within(tests: list[str], seconds: Mapping[str, float], limit: float) -> list[str]:
    kept, left = [], limit
    for test in tests:
        if seconds[test] <= left or not kept:
            kept.append(test)
            left -= seconds[test]
    return kept
