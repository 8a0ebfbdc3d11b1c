"""What is mutated, which tests must notice it, and where results are kept."""

from pathlib import Path
from typing import NamedTuple

from django.conf import settings

HOUSE = Path(settings.BASE_DIR)
KEPT = HOUSE / "var" / "mutants"


class Group(NamedTuple):
    """Parts whose mutants the same tests must notice."""

    name: str
    parts: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def kept(self) -> Path:
        return KEPT / self.name

    def files(self, under: str = "") -> list[str]:
        """Its mutated files whose path begins with `under`."""
        found = (
            path for part in self.parts for path in sorted([HOUSE / part, *(HOUSE / part).rglob("*.py")])
        )
        names = [path.relative_to(HOUSE).as_posix() for path in found if path.suffix == ".py"]
        return [name for name in names if name.startswith(under) and "/migrations/" not in name]

    def has(self, path: str) -> bool:
        return path.startswith(self.parts)


# No test with a server, a browser or threads, whose databases no fork can take along.
GROUPS = (
    Group(
        "game",
        ("tables/rules", "tables/engine"),
        (
            *("tests/rules", "tests/engine", "tests/test_scenarios.py", "tests/service/test_signatures.py"),
            *("tests/test_nights.py", "tests/test_nights_again.py", "tests/test_perft.py"),
            "tests/test_differential.py",
        ),
    ),
    Group(
        "ledger",
        ("ledger",),
        (
            "tests/ledger",
            "tests/service/test_database_rules.py",
            "--deselect=tests/ledger/test_trays.py",  # five tests of minutes each
        ),
    ),
    Group(
        "permissions",
        ("casino/accounts/permissions.py",),
        ("tests/test_permissions.py", "tests/test_permission_matrix.py"),
    ),
)
PARTS = tuple(part for group in GROUPS for part in group.parts)


def part_of(path: str) -> str:
    return next(part for part in PARTS if path.startswith(part))


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
