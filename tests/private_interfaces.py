"""`make check`: only public interfaces of dependencies are used. What is private in a library changes without notice.

Refused in our packages: an import of a module or a name of another's that begins with an underscore; an attribute of
that kind that no module of ours defines; modules and attributes that a library calls internal (INTERNAL); and a method
of ours that overrides one of a library's that begins with an underscore.
"""

import ast
import importlib
import inspect
import os
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path

import django

from casino.common.progress import carry_out

ROOT = Path(__file__).parents[1]
OURS = ("casino", "tables", "ledger", "shift_proof", "deploy", "tests")
INTERNAL = {"psycopg.generators", "psycopg.waiting", "pgconn"}
DOCUMENTED = {
    "_meta",
    "_base_manager",
    "_default_manager",
    "_exit",
    "_value_",
    "_replace",
    "_asdict",
    "_fields",
}  # public, whatever their names
# What nothing public says: which database a test connects to, and how many threads and pools there are
EXCEPTED = {
    "tests/conftest.py": {"_nodb_cursor"},
    "tests/repository/test_databases_of_tests.py": {"_nodb_cursor", "_connection_pools"},
    "tests/site/test_admission.py": {"_max_workers"},
}
IMPORTED = ("casino", "tables", "ledger", "shift_proof")  # whose classes are looked at


def main() -> int:
    """Prints what is found, and returns the exit status."""
    found = [*written(), *overridden()]
    sys.stdout.write("\n".join(found or ["Only public interfaces of dependencies are used."]) + "\n")
    return bool(found)


def written() -> Iterator[str]:
    """What the sources of our packages import and ask for."""
    trees = {path: ast.parse(path.read_text()) for top in OURS for path in sorted((ROOT / top).rglob("*.py"))}
    own = {name for tree in trees.values() for name in _defined(tree)}
    for path, tree in trees.items():
        place = str(path.relative_to(ROOT))
        known = own | DOCUMENTED | EXCEPTED.get(place, set())
        for node in ast.walk(tree):
            for name in _used(node, known):
                yield f"{place}:{getattr(node, 'lineno', 0)}: {name}"


def _defined(tree: ast.Module) -> set[str]:
    """The names that a module defines somewhere, hidden ones among them."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.arg(arg=name) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                found.add(name)
    return found


def _used(node: ast.AST, known: set[str]) -> Iterator[str]:
    """What a node uses that is private to another's module."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names if _is_private(alias.name))
        case ast.ImportFrom(module=str(module), names=names):
            yield from (
                dotted
                for alias in names
                if _is_private(dotted := f"{module}.{alias.name}") and not module.startswith("__")
            )
        case ast.Attribute(attr=name) if name in INTERNAL or (_is_hidden(name) and name not in known):
            yield ast.unparse(node)


def _is_private(dotted: str) -> bool:
    """Whether a dotted name leads through something private of another's, or is internal."""
    parts = dotted.split(".")
    return (parts[0] not in OURS and any(map(_is_hidden, parts))) or any(
        dotted == name or dotted.startswith(f"{name}.") for name in INTERNAL
    )


def _is_hidden(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def overridden() -> Iterator[str]:
    """Methods and attributes of our classes that take the place of a library's private ones."""
    for cls in _classes():
        for name in vars(cls):
            if not _is_hidden(name) or name in {"_is_protocol", "_abc_impl"}:
                continue
            for base in cls.__mro__[1:]:
                if base.__module__.split(".")[0] not in (*OURS, "typing") and name in vars(base):
                    yield f"{cls.__module__}.{cls.__qualname__}.{name} overrides {base.__module__}'s"


def _classes() -> Iterator[type]:
    """The classes of the product's modules, each where it is defined, but for those that a library writes into."""
    for top in IMPORTED:
        package = importlib.import_module(top)
        for info in pkgutil.walk_packages(package.__path__, f"{top}."):
            module = importlib.import_module(info.name)
            for _name, cls in inspect.getmembers(module, inspect.isclass):
                if cls.__module__ == module.__name__ and not _is_generated(cls):
                    yield cls


def _is_generated(cls: type) -> bool:
    """Whether attributes come from a library's metaclass or base, which writes its own into each class."""
    return any(
        hasattr(cls, name) for name in ("_meta", "_member_map_", "__pydantic_fields__", "_field_defaults")
    )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.site.settings")
    django.setup()
    carry_out(main)
