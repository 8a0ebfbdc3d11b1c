"""docs/settings.md has every setting that the product reads, and no other, with the numbers that it assumes."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from casino.common import environment
from casino.common.house import FROM_PAGE_ALONE, NAMES
from casino.operations import settings_file

ROOT: Path = settings.BASE_DIR
PAGE = (ROOT / "docs" / "settings.md").read_text()
OF_THE_MACHINE = {"HOME", "LC_ALL", "DJANGO_SETTINGS_MODULE", "SUDO_USER"}
READERS = {  # of casino.common.environment
    *("flag", "words", "number", "numbers", "choice", "contact", "networks", "hosts", "origins", "time_zone"),
    *("currency", "line", "redis", "ports", "key", "issuer", "mail_addresses", "webhook", "pair"),
}


def rows(text: str) -> dict[str, tuple[list[str], str]]:
    """Of each setting: those that stand in its row, in order, and what the row says of its absence."""
    found = {}
    for line in re.findall(r"^\| `.*\|$", text, re.MULTILINE):
        names, _, without = (cell.strip() for cell in re.split(r" \|(?= |$)", line.removeprefix("|"))[:3])
        together = re.findall(r"`([A-Z_]+)`", names)
        assert not found.keys() & set(together), "one row each"
        found |= dict.fromkeys(together, (together, without))
    return found


def calls() -> Iterator[tuple[str, ast.expr | None]]:
    """Each variable that the code reads, with its default."""
    for package in ("casino", "tables", "ledger", "shift_proof"):
        for file in (ROOT / package).rglob("*.py"):
            yield from calls_in(ast.parse(file.read_text()))


def calls_in(module: ast.Module) -> Iterator[tuple[str, ast.expr | None]]:
    constants = {
        node.targets[0].id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(module):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            named, default = node.slice, None
        elif isinstance(node, ast.Call) and node.args and is_reader(ast.unparse(node.func)):
            named, default = node.args[0], node.args[1] if len(node.args) > 1 else None
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "environment.secret_key":
            named, default = node.args[1] if len(node.args) > 1 else ast.Constant("SECRET_KEY"), None
        else:
            continue
        name = constants.get(named.id) if isinstance(named, ast.Name) else getattr(named, "value", None)
        if isinstance(name, str) and name not in OF_THE_MACHINE:
            yield name, default


def is_reader(function: str) -> bool:
    return function in {"os.environ.get", "os.getenv"} or function.removeprefix("environment.") in READERS


def test_every_variable_that_is_read_has_a_row_and_every_row_is_read() -> None:
    assert set(rows(PAGE)) == {name for name, _ in calls()}


def test_doctor_knows_every_setting() -> None:
    assert {name for name, _ in calls()} == settings_file.known()


def test_the_numbers_that_are_assumed_are_those_of_the_page() -> None:
    said, checked = rows(PAGE), 0
    numbers = {"DATABASE_POOL": environment.CONNECTIONS}
    for name, default in calls():
        if isinstance(default, ast.Constant) and type(default.value) is int:
            numbers[name] = default.value
    for name, number in numbers.items():
        together, without = said[name]
        assumed = re.findall(r"`(\w+)`", without)
        assert assumed[together.index(name) if len(assumed) > 1 else 0] == str(number), name
        checked += 1
    assert checked > 20


def test_what_an_administrator_may_change_is_what_the_page_says() -> None:
    of_the_house = PAGE.split("## The house")[1].split("\n## ")[0]
    assert set(rows(of_the_house)) == set(NAMES) - FROM_PAGE_ALONE
