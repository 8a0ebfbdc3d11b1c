"""What keeps the code readable: short functions, short files, and no reglamento's name outside its own file."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from django.conf import settings

from tables.rules.reglamentos import REGLAMENTOS

HOUSE = Path(settings.BASE_DIR)
LONGEST_FUNCTION, USUAL_FUNCTION, LONGEST_FILE = 40, 5, 500  # lines
# Where a reglamento may be named: its own file, the list of them, and data that chooses what to play.
NAMED_IN = ("tables/rules/reglamentos/", "tables/robot/demo.py", "tables/robot/night.py", "deploy/", "tests/")


def sources() -> dict[str, str]:
    """Every Python file of the repository but migrations, by its path."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=True,
    )
    names = [name for name in listed.stdout.split() if "/migrations/" not in name and (HOUSE / name).exists()]
    return {name: (HOUSE / name).read_text() for name in names}


def functions(text: str) -> Iterator[tuple[str, int]]:
    """Each function's name and length in lines, its docstring included."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def named(text: str) -> set[str]:
    """The reglamentos that the code names, docstrings aside."""
    tree = ast.parse(text)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said)
    return {node.value for node in found if isinstance(node.value, str)} & set(REGLAMENTOS)


def test_no_function_is_long_and_most_are_short() -> None:
    lengths = {
        f"{path}:{name}": lines
        for path, text in sources().items()
        if not path.startswith("tests/")
        for name, lines in functions(text)
    }
    assert len(lengths) > 1000 and median(lengths.values()) <= USUAL_FUNCTION
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FUNCTION} == {}


def test_no_file_is_long() -> None:
    found = {path: len(text.splitlines()) for path, text in sources().items()}
    assert {path: lines for path, lines in found.items() if lines > LONGEST_FILE} == {}


def test_a_reglamento_is_named_in_its_own_file_only() -> None:
    found = {path: named(text) for path, text in sources().items() if not path.startswith(NAMED_IN)}
    assert {path: names for path, names in found.items() if names} == {}


def test_no_branch_asks_for_a_kind_of_bank_or_a_reglamento() -> None:
    """A kind of bank is asked what it does (`tables.engine.bank.kinds`), never compared by its name."""
    kinds = {rules.bank for rules in REGLAMENTOS.values()}
    compared = {
        f"{path}:{node.lineno}"
        for path, text in sources().items()
        if path.startswith(("tables/", "casino/")) and not path.startswith("tables/rules/reglamentos/")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Compare) and is_about_a_bank(node, kinds)
    }
    assert compared == set()


def is_about_a_bank(node: ast.Compare, kinds: set[str]) -> bool:
    sides = [node.left, *node.comparators]
    asked = any(isinstance(side, ast.Attribute) and side.attr in ("bank", "slug") for side in sides)
    return asked and any(
        isinstance(side, ast.Constant) and side.value in kinds | set(REGLAMENTOS) for side in sides
    )
