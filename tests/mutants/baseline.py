"""Which tests take which lines, and how long each takes: one run of them all, kept until tests or product change."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from coverage import Coverage, CoverageData

from tests.mutants.choice import NAMED, OF_FILE
from tests.mutants.database import FILE as DATABASE
from tests.mutants.mutant import Mutant
from tests.mutants.places import HOUSE, Group
from tests.mutants.results import digest, digest_of_tests

LINES, SECONDS = "lines", "seconds.json"
ON_IMPORT = ""  # the context of what runs before the first test


def digest_of_all() -> str:
    product = [path for part in ("casino", "ledger", "tables") for path in (HOUSE / part).rglob("*.py")]
    return digest(product) + digest_of_tests()


class Baseline:
    """`seconds`: of the processor, for each test by its id."""

    def __init__(self, group: Group) -> None:
        self.seconds: dict[str, float] = json.loads((group.kept / SECONDS).read_text())["seconds"]
        data = CoverageData(str(group.kept / LINES))
        data.read()
        self._depths: dict[str, Counter[str]] = {}
        self._lines = {path: data.contexts_by_lineno(str(HOUSE / path)) for path in group.files()}

    @staticmethod
    def is_present(group: Group) -> bool:
        seconds = group.kept / SECONDS
        present = seconds.exists() and (group.kept / DATABASE).exists()
        return present and bool(json.loads(seconds.read_text())["of"] == digest_of_all())

    def of(self, mutant: Mutant) -> Mapping[str, float]:
        """The tests that take the changed lines, with how much of what is rare and near each takes; of what is done on
        import see `named`."""
        if mutant.function is None:
            return self.named(mutant.path)
        return self._near(
            mutant, self._at(mutant.path, mutant.lines) or self._at(mutant.path, mutant.statement)
        )

    def named(self, path: str) -> Mapping[str, float]:
        """All tests, as any of them may look at what a module does when it is imported: first those whose file is named
        after it or its folder, then those whose id names it and its folders, then those that take its lines."""
        names = Path(path).with_suffix("").parts
        taken = self._taken(path) or self._beside(path)
        return {
            test: taken[test] + NAMED * _named(test, names) + OF_FILE * _of_file(test, path)
            for test in self.seconds
        }

    def _near(self, mutant: Mutant, tests: set[str]) -> dict[str, float]:
        """A line counts the more, the nearer it is and the fewer tests take it: what goes through a function as
        others do tells less than what enters its branches. Tests in a file of the module's name come first."""
        found = {test: float(OF_FILE * _of_file(test, mutant.path)) for test in tests}
        for line, takers in self._lines[mutant.path].items():
            weight = 1 / (1 + abs(line - mutant.lines[0])) / len(takers)
            for test in tests.intersection(takers):
                found[test] += weight
        return found

    def runs_on_import(self, mutant: Mutant) -> bool:
        lines = self._lines[mutant.path]
        return any(ON_IMPORT in lines.get(line, ()) for line in _span(mutant.lines))

    def _at(self, path: str, span: tuple[int, int]) -> set[str]:
        lines = self._lines[path]
        return {test for line in _span(span) for test in lines.get(line, ()) if test != ON_IMPORT}

    def _taken(self, path: str) -> Counter[str]:
        if path not in self._depths:
            lines = self._lines[path].values()
            self._depths[path] = Counter(test for tests in lines for test in tests if test != ON_IMPORT)
        return self._depths[path]

    def _beside(self, path: str) -> Counter[str]:
        near = (other for other in self._lines if Path(other).parent == Path(path).parent)
        return sum((self._taken(other) for other in near), Counter())


def _named(test: str, names: Iterable[str]) -> int:
    """How many of these names the id of the test has."""
    return sum(name in test.replace("-", "_") for name in names)


def _of_file(test: str, path: str) -> int:
    """How many of the names of a module and its folder the test's file has."""
    return _named(Path(test.partition("::")[0]).stem, Path(path).with_suffix("").parts[-2:])


def _span(lines: tuple[int, int]) -> Iterable[int]:
    return range(lines[0], lines[1] + 1)


class Recorder:
    """Watches one run of all tests."""

    def __init__(self, group: Group) -> None:
        group.kept.mkdir(parents=True, exist_ok=True)
        self.seconds: dict[str, float] = {}
        self._group = group
        watched = [str(HOUSE / path) for path in group.files()]
        self._coverage = Coverage(data_file=str(group.kept / LINES), include=watched, config_file=False)
        self._coverage.erase()

    def start(self) -> None:
        self._coverage.start()

    def begins(self, test: str) -> None:
        self._coverage.switch_context(test)

    def keep(self) -> None:
        self._coverage.stop()
        self._coverage.save()
        (self._group.kept / SECONDS).write_text(json.dumps({"of": digest_of_all(), "seconds": self.seconds}))
