"""The command of the mutants itself: it makes them, puts them in force, and knows which are listed."""

import ast
import json
from pathlib import Path

import pytest

from tables.rules import cards
from tests.mutants import outcomes, results
from tests.mutants.child import tried
from tests.mutants.choice import NAMED, OF_FILE, chosen
from tests.mutants.mutant import Mutant, mutants, mutated
from tests.mutants.operators import replacements
from tests.mutants.outcomes import KILLED, SURVIVED, TIMEOUT
from tests.mutants.places import GROUPS, part_of
from tests.mutants.report import listed
from tests.mutants.swap import Functions


def made(expression: str) -> list[str]:
    statement = ast.parse(expression).body[0]
    node = statement.value if isinstance(statement, ast.Expr) else statement
    return [ast.unparse(ast.fix_missing_locations(one)) for one in replacements(node)]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("a < b", ["a <= b"]),
        ("a in b", ["a not in b"]),
        ("a and b", ["a or b"]),
        ("not a", ["a"]),
        ("a + b", ["a - b"]),
        ("int | None", []),
        ("a | b", ["a & b"]),
        ("7", ["8"]),
        ("True", ["False"]),
        ("'sit'", ["'sitXX'"]),
        ("'a sentence'", []),
        ("{a, b}", ["{b}", "{a}"]),
        ("{a: b}", ["{}"]),
        ("raise a", ["pass"]),
        ("a.b = c", ["pass"]),
        ("a = c", []),
        ("a += c", ["a -= c", "pass"]),
        ("if a:\n    b", ["if not a:\n    b"]),
    ],
)
def test_what_is_made_of_it(was: str, now: list[str]) -> None:
    assert made(was) == now


@pytest.fixture(scope="module")
def every() -> list[Mutant]:
    return [mutant for group in GROUPS for path in group.files() for mutant in mutants(path)]


def test_each_has_a_name_of_its_own_and_a_part(every: list[Mutant]) -> None:
    assert len(every) > 5000
    assert len({mutant.name for mutant in every}) == len(every)
    assert {part_of(mutant.path) for mutant in every} == {part for group in GROUPS for part in group.parts}


def test_each_is_another_program(every: list[Mutant]) -> None:
    for mutant in every[::97]:
        right = compile(ast.parse(Path(mutant.path).read_text()), mutant.path, "exec")
        assert compile(mutated(mutant), mutant.path, "exec") != right, mutant.name


def test_each_that_is_listed_exists_and_has_a_reason(every: list[Mutant]) -> None:
    assert listed().keys() <= {mutant.name for mutant in every}
    assert all(listed().values())


def test_a_mutant_is_in_force_in_its_process_only() -> None:
    [mutant] = [one for one in mutants("tables/rules/cards.py") if one.place == "total_of"][:1]
    functions = Functions()

    def other(tell: object) -> int:
        assert functions.put(mutant)
        return 0 if cards.total_of(("9", "9")) != 8 else 1

    assert tried(other)[0] == SURVIVED
    assert cards.total_of(("9", "9")) == 8


def test_how_a_child_ends_is_what_came_of_its_mutant() -> None:
    def notices(tell: object) -> int:
        tell("a test")  # type: ignore[operator]
        return 1

    def breaks(tell: object) -> int:
        raise ValueError

    assert tried(notices) == (KILLED, "a test", 1)
    assert tried(breaks) == (KILLED, "import", 0)
    assert tried(lambda tell: 2) == (None, "", 0)


def test_what_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def works_for_ever(tell: object) -> int:
        while True:
            pass

    monkeypatch.setattr("tests.mutants.child.LONGEST", 0.2)
    assert tried(works_for_ever)[0] == TIMEOUT


class TestChoice:
    SECONDS = {"deep": 0.1, "flat": 0.1, "slow": 0.9, "killer": 0.1, "named": 1.5}

    def chosen(self, limit: float | None, killers: list[str]) -> list[str]:
        [mutant] = mutants("tables/rules/cards.py")[:1]
        depths = {"flat": 1, "deep": 9, "slow": 20, "killer": 1}
        return chosen(mutant, depths, killers, self.SECONDS, limit)

    def test_what_noticed_a_neighbour_comes_first_then_quick_tests_of_much_of_the_file(self) -> None:
        assert self.chosen(None, ["killer"])[:2] == ["killer", "deep"]
        assert self.chosen(None, ["elsewhere"])[-1] == "slow"

    def test_of_the_slow_ones_that_which_is_named_after_the_file_comes_first(self) -> None:
        mutant, *_ = mutants("tables/rules/cards.py")
        depths = {"slow": 20, "named": NAMED + 1, "flat": 1}
        assert chosen(mutant, depths, [], self.SECONDS, None) == ["flat", "named", "slow"]

    def test_those_in_a_file_of_the_modules_name_come_first_with_all_their_parameters(self) -> None:
        mutant, *_ = mutants("tables/rules/cards.py")
        depths = {"other": 9, "own[1]": OF_FILE + 1, "own[2]": OF_FILE}
        order = chosen(mutant, depths, [], dict.fromkeys(depths, 0.1), None)
        assert order == ["own[1]", "own[2]", "other"]

    def test_tests_that_differ_in_their_parameters_only_come_after_one_of_each(self) -> None:
        mutant, *_ = mutants("tables/rules/cards.py")
        depths = {"deep[1]": 9, "deep[2]": 8, "deep[3]": 7, "flat": 1}
        order = chosen(mutant, depths, [], dict.fromkeys(depths, 0.1), None)
        assert order == ["deep[1]", "flat", "deep[2]", "deep[3]"]

    def test_no_more_than_the_seconds_allow_but_one(self) -> None:
        assert self.chosen(0.25, ["killer"]) == ["killer", "deep"]
        assert len(self.chosen(0.0, [])) == 1


def test_what_is_kept_with_the_code_is_known_until_its_file_changes(
    every: list[Mutant], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "KEPT", tmp_path)
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results.jsonl")
    monkeypatch.setattr(outcomes, "FILE", tmp_path / "outcomes.json")
    outcomes.FILE.write_text("{}")
    of_file = [mutant for mutant in every if mutant.path == "tables/rules/cards.py"]
    lived, endless, last = of_file[0], of_file[1], of_file[-1]
    tried_now = results.Results()
    for mutant in of_file[:-1]:
        outcome = {lived: SURVIVED, endless: TIMEOUT}.get(mutant, KILLED)
        tried_now.add(mutant, outcome, "", 1, 1)
    tried_now.keep(every)
    (tmp_path / "results.jsonl").unlink()

    assert outcomes.read().keys() == {"tables/rules/cards.py"}
    known = results.Results()
    assert [known.of(mutant).outcome for mutant in (lived, endless, of_file[2])] == [
        SURVIVED,
        TIMEOUT,
        KILLED,
    ]
    assert known.of(last) is None  # it has not been tried
    assert all(known.settled(mutant, all_tests=False) for mutant in of_file[:-1])
    unsettled = [mutant for mutant in of_file[:-1] if not known.settled(mutant, all_tests=True)]
    assert unsettled == [lived]
    again = [mutant for mutant in of_file if not results.Results(anew=True).settled(mutant, all_tests=False)]
    assert again == [lived, last]

    kept = outcomes.read()["tables/rules/cards.py"]
    outcomes.FILE.write_text(json.dumps({"tables/rules/cards.py": ["of another text", kept.letters]}))
    assert results.Results().of(lived) is None
