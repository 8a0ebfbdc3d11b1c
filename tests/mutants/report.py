"""What came of the mutants, and whether those that survived are those that are listed."""

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.mutant import Mutant
from tests.mutants.outcomes import KILLED, SURVIVED, TIMEOUT, UNTAKEN
from tests.mutants.places import PARTS, part_of
from tests.mutants.results import Results

LIST = Path(__file__).parent / "survivors.toml"
HEAD = f"{'part':<32}{'mutants':>9}{'tried':>8}{'noticed':>9}{'endless':>9}{'survived':>10}{'rate':>9}"


def listed() -> dict[str, str]:
    """Each survivor that is known, with the reason why it may live."""
    groups = tomllib.loads(LIST.read_text())["survivors"]
    return {name: group["why"] for group in groups for name in group["mutants"]}


def report(wanted: Sequence[Mutant], results: Results) -> int:
    """Prints the figures and the difference from the list; 1 if there is one."""
    _figures(wanted, results)
    outcomes = {mutant.name: known.outcome for mutant in wanted if (known := results.of(mutant))}
    lived = {name for name, outcome in outcomes.items() if outcome in (SURVIVED, UNTAKEN)}
    known = listed()
    wrong = {
        "survived and not listed": sorted(lived - known.keys()),
        "listed, but noticed": sorted(known.keys() & outcomes.keys() - lived),
    }
    for what, names in wrong.items():
        for name in names:
            print(f"{what}: {name}")
    return int(any(wrong.values()))


def _figures(wanted: Sequence[Mutant], results: Results) -> None:
    print(HEAD)
    counts: dict[str, Counter[str]] = {part: Counter() for part in PARTS}
    for mutant in wanted:
        known = results.of(mutant)
        counts[part_of(mutant.path)].update(["all", known.outcome if known else "not tried"])
    for part, count in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        print(_row(part, count))


def _row(part: str, count: Counter[str]) -> str:
    tried, lived = count["all"] - count["not tried"], count[SURVIVED] + count[UNTAKEN]
    noticed = count[KILLED] + count[TIMEOUT]
    rate = f"{100 * noticed / tried:.1f} %" if tried else "-"
    return f"{part:<32}{count['all']:>9}{tried:>8}{noticed:>9}{count[TIMEOUT]:>9}{lived:>10}{rate:>9}"
