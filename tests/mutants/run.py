"""The command `make mutants`: which mutants are tried, and what came of them."""

import argparse
import sys
from collections.abc import Sequence
from random import Random

from casino.common.progress import progress
from tests.mutants import cold, warm
from tests.mutants.baseline import Baseline
from tests.mutants.mutant import Mutant, mutants
from tests.mutants.places import GROUPS, Group, module_of
from tests.mutants.report import report
from tests.mutants.results import Results

SECONDS = 5.0


def main() -> int:
    """The exit status: 1 if one survived that is not listed, or one that is listed did not."""
    asked = _asked()
    paths = [path for group in GROUPS for path in group.files()]
    assert not {module_of(path) for path in paths} & sys.modules.keys(), (
        "what is mutated is imported too early"
    )
    every = [mutant for path in paths if path.startswith(asked.only) for mutant in mutants(path)]
    wanted = every if asked.sample is None else _sample(every, asked.sample, asked.seed)
    if not asked.report:
        try:
            for group in GROUPS:
                mine = [mutant for mutant in wanted if group.has(mutant.path)]
                _try(group, mine, None if asked.all_tests else asked.seconds, asked.survivors)
        except KeyboardInterrupt:
            print("\nBroken off; what was found is kept.")
        Results().keep(every)
    return report(wanted, Results())


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--only", default="", help="a path or the beginning of one, such as tables/rules")
    parser.add_argument("--sample", type=int, help="only so many, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of tests for one mutant at most")
    parser.add_argument(
        "--all-tests", action="store_true", help="every test that takes the line, however long"
    )
    parser.add_argument(
        "--survivors", action="store_true", help="also again those that are kept with the code as not noticed"
    )
    parser.add_argument("--report", action="store_true", help="try nothing; say what is known")
    return parser.parse_args()


def _sample(every: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """The same for the same seed, and in their order."""
    chosen = set(Random(seed).sample(range(len(every)), min(number, len(every))))
    return [mutant for place, mutant in enumerate(every) if place in chosen]


def _try(group: Group, wanted: Sequence[Mutant], limit: float | None, anew: bool) -> None:
    results = Results(anew=anew)
    todo = [mutant for mutant in wanted if not results.settled(mutant, limit is None)]
    if todo and not Baseline.is_present(group):
        with progress(f"tests of {group.name} once, with their lines") as advance:
            warm.record(group, advance)
    called = [mutant for mutant in todo if mutant.function is not None]
    if called:
        with progress(f"functions of {group.name}", len(called)) as advance:
            warm.run(group, called, limit, results, advance)
    if todo:
        _import(group, todo, limit)


def _import(group: Group, todo: Sequence[Mutant], limit: float | None) -> None:
    results, baseline = Results(), Baseline(group)
    again = [mutant for mutant in todo if _needs_import(mutant, results, baseline)]
    with progress(f"what {group.name} does on import", len(again)) as advance:
        cold.run(group, again, limit, results, advance)


def _needs_import(mutant: Mutant, results: Results, baseline: Baseline) -> bool:
    """What is done on import, what could not be put into a running process, and functions that importing calls."""
    known = results.of(mutant)
    if mutant.function is None or known is None:
        return True
    return not known.noticed and baseline.runs_on_import(mutant)
