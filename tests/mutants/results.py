"""What came of each mutant, kept in var/mutants so that a run goes on where the last was broken off, and with the code
(`outcomes`)."""

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tests.mutants import mutant as making
from tests.mutants import operators, outcomes
from tests.mutants.mutant import Mutant, mutants
from tests.mutants.outcomes import KILLED, TIMEOUT
from tests.mutants.places import HOUSE, KEPT

RESULTS = KEPT / "results.jsonl"
MAKERS = (Path(operators.__file__), Path(making.__file__))  # of mutants
TESTS = (".py", ".json", ".jsonl", ".toml")  # files that tests are made of


class Result(NamedTuple):
    """`outcome`: `untaken` where no test takes the line. `by`: the test that noticed. `tried`: how many did not, `of`
    how many take the line. `source`: of which text of the file, and of what makes mutants; `tests`: of which tests."""

    name: str
    outcome: str
    by: str
    tried: int
    of: int
    source: str
    tests: str

    @property
    def noticed(self) -> bool:
        return self.outcome in (KILLED, TIMEOUT)


def digest(paths: Iterable[Path]) -> str:
    joined = sha256()
    for path in sorted(paths):
        joined.update(path.read_bytes())
    return joined.hexdigest()[:16]


def digest_of_tests() -> str:
    tests, own = HOUSE / "tests", Path(__file__).parent
    inside = (path for path in tests.rglob("*") if path.suffix in TESTS)
    return digest(path for path in inside if not path.is_relative_to(own))


class Results:
    """Those of the present files. A mutant that was noticed stays so while its file is the same; one that was not is
    tried again once the tests have changed, or with more of them, unless it is kept with the code. `anew`: what is
    kept of those that lived is not known."""

    def __init__(self, *, anew: bool = False) -> None:
        self.tests = digest_of_tests()
        self._anew = anew
        self._kept = outcomes.read()
        self._places: dict[str, dict[str, int]] = {}
        self._sources: dict[str, str] = {}
        self._known: dict[str, Result] = {}
        KEPT.mkdir(parents=True, exist_ok=True)
        for line in RESULTS.read_text().splitlines() if RESULTS.exists() else ():
            result = Result(*json.loads(line))
            self._known[result.name] = result

    def of(self, mutant: Mutant) -> Result | None:
        known = self._known.get(mutant.name)
        if known and known.source == self.source(mutant.path):
            return known
        return self._with_the_code(mutant)

    def keep(self, of_files: Iterable[Mutant]) -> None:
        """Keep with the code what is known of all mutants of these files."""

        def outcome(mutant: Mutant) -> str | None:
            known = self.of(mutant)
            return known.outcome if known else None

        outcomes.keep(list(of_files), self.source, outcome)

    def settled(self, mutant: Mutant, all_tests: bool) -> bool:
        known = self.of(mutant)
        if known is None or known.noticed:
            return known is not None
        return known.tests == self.tests and (known.tried == known.of or not all_tests)

    def add(self, mutant: Mutant, outcome: str, by: str, tried: int, of: int) -> None:
        result = Result(mutant.name, outcome, by, tried, of, self.source(mutant.path), self.tests)
        self._known[mutant.name] = result
        with RESULTS.open("a") as kept:
            kept.write(json.dumps(result) + "\n")

    def killers(self, mutants: Iterable[Mutant]) -> dict[tuple[str, str], list[str]]:
        """The tests that noticed a mutant of each function, the latest last."""
        found: dict[tuple[str, str], list[str]] = {}
        for mutant in mutants:
            known = self._known.get(mutant.name)
            if known and known.by:
                found.setdefault((mutant.path, mutant.place), []).append(known.by)
        return found

    def _with_the_code(self, mutant: Mutant) -> Result | None:
        kept = self._kept.get(mutant.path)
        if kept is None or kept.source != self.source(mutant.path):
            return None
        if mutant.path not in self._places:
            self._places[mutant.path] = {one.name: place for place, one in enumerate(mutants(mutant.path))}
        outcome = kept.outcome(self._places[mutant.path][mutant.name])
        if outcome is None:
            return None
        result = Result(mutant.name, outcome, "", 0, 1, kept.source, self.tests)
        return None if self._anew and not result.noticed else result

    def source(self, path: str) -> str:
        if path not in self._sources:
            self._sources[path] = digest([HOUSE / path, *MAKERS])
        return self._sources[path]
