"""`make size`: prints how large the parts are. It measures and asks nothing."""

import ast
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import django

from casino.common.progress import carry_out

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("casino", "tables", "ledger", "shift_proof", "verify_shift.py")
DOOR = "tables.door.service"


def main() -> None:
    """Print the table."""
    product, deploy, tests = sources(*PRODUCT), sources("deploy"), sources("tests")
    files, deepest = calls_of_a_command()
    figures = {
        "product, lines of Python": lines(product),
        "deploy, lines of Python": lines(deploy),
        "tests, lines of Python": lines(tests),
        "modules of the product": len(product),
        "rows of the import contract": len(contract()),
        "files touched by a place_bet": files,
        "deepest chain of own calls of a place_bet": deepest,
        f"files that {DOOR} imports, directly or not": len(closure(DOOR)),
        "pinned runtime dependencies": len(pinned()),
    }
    for what, figure in figures.items():
        print(f"{what:<48} {figure:>8,}")


def sources(*parts: str) -> list[Path]:
    """The Python files of these parts that git knows or would take, without migrations."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *parts]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    found = (ROOT / name for name in said if name.endswith(".py") and "/migrations/" not in name)
    return sorted(path for path in set(found) if path.is_file())


def lines(paths: list[Path]) -> int:
    """How many lines these files have together."""
    return sum(len(path.read_bytes().splitlines()) for path in paths)


def contract() -> list[str]:
    """The rows of the first contract about layers."""
    read = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts: list[dict[str, Any]] = read["tool"]["importlinter"]["contracts"]
    layers: list[str] = next(one["layers"] for one in contracts if one["type"] == "layers")
    return layers


def pinned() -> list[str]:
    """The lines of requirements.txt that name a package."""
    return [line for line in (ROOT / "requirements.txt").read_text().splitlines() if "==" in line]


def closure(module: str) -> set[Path]:
    """Own files that are imported with this module, wherever in a file the import stands, packages above included."""
    waiting, found = [module], set[Path]()
    while waiting:
        name = waiting.pop()
        path = file_of(name)
        if path is None or path in found:
            continue
        found.add(path)
        waiting += imported(name, path)
        waiting += [name.rpartition(".")[0]] if "." in name else []
    return found


def file_of(name: str) -> Path | None:
    """The file of an own module; None for any other name."""
    place = ROOT / name.replace(".", "/")
    own = name.partition(".")[0] in {"casino", "tables", "ledger", "shift_proof"}
    candidates = (place.with_suffix(".py"), place / "__init__.py")
    return next((path for path in candidates if own and path.is_file()), None)


def imported(name: str, path: Path) -> Iterator[str]:
    """What a module's import statements name: modules, and names in them that may be modules."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{one.name}" for one in node.names)


def is_own(frame: FrameType) -> bool:
    """Whether this is a function of the product; a comprehension counts with the function that it stands in."""
    name, file = frame.f_code.co_name, Path(frame.f_code.co_filename)
    return (
        not name.startswith("<") and file.is_relative_to(ROOT) and file.relative_to(ROOT).parts[0] in PRODUCT
    )


def calls_of_a_command() -> tuple[int, int]:
    """Own files that a place_bet runs through, and its deepest chain of own calls, at a table in memory."""
    sys.path.insert(0, str(ROOT))
    os.environ |= {"DJANGO_SETTINGS_MODULE": "casino.site.settings", "LOG_LEVEL": "ERROR"}
    django.setup()
    from tables.door import access, notify
    from tables.door.service import create_table, execute, read
    from tables.management.memory_database import memory_database
    from tests.support.house import JEFE, Croupier, game, opening

    seen, depth, deepest = set[str](), 0, 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal depth, deepest
        if event in {"call", "return"} and is_own(frame):
            seen.add(frame.f_code.co_filename)
            depth += 1 if event == "call" else -1
            deepest = max(deepest, depth)

    bet = {"command": "place_bet", "player": "ana", "chance": "punto", "amount": 100}
    with memory_database(), notify.silence():
        create_table("mesa", "Mesa")
        for command in opening():
            execute("mesa", command, JEFE)
        croupier = Croupier()
        while read("mesa")[1].phase != "betting":
            game("mesa", 1, croupier)
        sys.setprofile(note)
        status, said = access.command(access.Caller(JEFE), "mesa", json.dumps(bet), None)
        sys.setprofile(None)
    assert status == 200, said
    return len(seen), deepest


if __name__ == "__main__":
    carry_out(main)
