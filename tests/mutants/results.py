"""What came of each mutant, kept in var/mutants so that a run goes on where the last was broken off. Files that are
finished are kept with the code (`finished`)."""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tests.mutants import finished
from tests.mutants.finished import Finished
from tests.mutants.mutant import Mutant
from tests.mutants.places import HOUSE, KEPT

KILLED, TIMEOUT, SURVIVED, UNTAKEN = "killed", "timeout", "survived", "untaken"
RESULTS = KEPT / "results.jsonl"


class Result(NamedTuple):
    """`outcome`: `untaken` where no test takes the line. `by`: the test that noticed. `tried`: how many did not, `of`
    how many take the line. `source`: of which text of the file; `tests`: of which tests."""

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
    inside = (path for path in tests.rglob("*") if path.suffix in (".py", ".json"))
    return digest(path for path in inside if not path.is_relative_to(own))


class Results:
    """Those of the present files. A mutant that was noticed stays so while its file is the same; one that was not is
    tried again once the tests have changed, or with more of them, unless its file is finished. `anew`: what lived in
    finished files is not known."""

    def __init__(self, *, anew: bool = False) -> None:
        self.tests = digest_of_tests()
        self._anew = anew
        self._finished = finished.read()
        self._sources: dict[str, str] = {}
        self._known: dict[str, Result] = {}
        KEPT.mkdir(parents=True, exist_ok=True)
        for line in RESULTS.read_text().splitlines() if RESULTS.exists() else ():
            result = Result(*json.loads(line))
            self._known[result.name] = result

    def of(self, mutant: Mutant) -> Result | None:
        known = self._known.get(mutant.name)
        if known and known.source == self._source(mutant.path):
            return known
        return self._in_a_finished_file(mutant)

    def finished(self, of_file: Sequence[Mutant]) -> Finished | None:
        """What came of all mutants of a file; None if one has not been tried."""
        found = [self.of(mutant) for mutant in of_file]
        if None in found:
            return None
        known = [result for result in found if result]
        lived = [result.name for result in known if not result.noticed]
        endless = [result.name for result in known if result.outcome == TIMEOUT]
        return Finished(self._source(of_file[0].path), lived, endless)

    def settled(self, mutant: Mutant, all_tests: bool) -> bool:
        known = self.of(mutant)
        if known is None or known.noticed:
            return known is not None
        return known.tests == self.tests and (known.tried == known.of or not all_tests)

    def add(self, mutant: Mutant, outcome: str, by: str, tried: int, of: int) -> None:
        result = Result(mutant.name, outcome, by, tried, of, self._source(mutant.path), self.tests)
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

    def _in_a_finished_file(self, mutant: Mutant) -> Result | None:
        known = self._finished.get(mutant.path)
        if known is None or known.source != self._source(mutant.path):
            return None
        lived = mutant.name in known.lived
        if lived and self._anew:
            return None
        outcome = SURVIVED if lived else TIMEOUT if mutant.name in known.endless else KILLED
        return Result(mutant.name, outcome, "", 0, 0, known.source, self.tests)

    def _source(self, path: str) -> str:
        if path not in self._sources:
            self._sources[path] = digest([HOUSE / path])
        return self._sources[path]
