"""Puts a mutant's code into the functions of this process, or into a module before it is imported."""

import ast
import gc
import sys
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutants.mutant import Mutant, mutated
from tests.mutants.places import GROUPS, HOUSE, module_of

Where = tuple[str, int, str]  # a function's qualified name, its first line, its file
KEPT_CACHES = ("tests.", "tables.memory_database")  # what they keep is no result of mutated code


class Functions:
    """The live functions of the mutated files, and what functions of the product have remembered; found once."""

    def __init__(self) -> None:
        mutable = {str(HOUSE / path) for group in GROUPS for path in group.files()}
        self._live: dict[Where, list[FunctionType]] = {}
        self._right: dict[str, dict[Where, CodeType]] = {}
        self._caches: list[Any] = []
        gc.unfreeze()  # what is frozen is not among them
        # By its type, not by isinstance, which asks a lazy object for its class and so wakes it.
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename in mutable:
                self._live.setdefault(_where(one.__code__), []).append(one)
            elif type(one) is _lru_cache_wrapper and _is_ours(str(one.__module__)):
                self._caches.append(one)

    def read(self, path: str) -> None:
        """Compiles a file as it is, once for all its mutants."""
        if path not in self._right:
            whole = str(HOUSE / path)
            self._right[path] = _codes(compile(Path(whole).read_text(), whole, "exec"))

    def forget(self) -> None:
        """Empties what functions of the product have remembered of earlier calls."""
        for one in self._caches:
            one.cache_clear()

    def put(self, mutant: Mutant) -> bool:
        """Whether the mutant is now in force in this process; if not it is tried by importing it anew."""
        self.read(mutant.path)
        right = self._right[mutant.path]
        wrong = _codes(compile(mutated(mutant), str(HOUSE / mutant.path), "exec"))
        changed = [where for where, code in wrong.items() if right.get(where) != code]
        live = [(one, wrong[where]) for where in changed for one in self._live.get(where, ())]
        if not any(code.co_firstlineno == mutant.function for _, code in live):
            return False
        return all(_given(one, code) for one, code in live)


def _given(function: FunctionType, code: CodeType) -> bool:
    try:
        function.__code__ = code
    except ValueError:  # it closes over other variables now
        return False
    return True


def _codes(module: CodeType) -> dict[Where, CodeType]:
    """All functions in it, but not two that share a place."""
    found: dict[Where, CodeType] = {}
    twice = set()
    for code in _within(module):
        if _where(code) in found:
            twice.add(_where(code))
        found[_where(code)] = code
    return {where: code for where, code in found.items() if where not in twice}


def _within(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _within(one)


def _where(code: CodeType) -> Where:
    return code.co_qualname, code.co_firstlineno, code.co_filename


def _is_ours(module: str) -> bool:
    return module.startswith(("casino.", "ledger.", "tables.")) and not module.startswith(KEPT_CACHES)


class _Loader(SourceFileLoader):
    tree: ast.Module

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.path, "exec")


class _Finder(MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self._mutant, self._name = mutant, module_of(mutant.path)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        file = str(HOUSE / self._mutant.path)
        loader = _Loader(fullname, file)
        loader.tree = mutated(self._mutant)
        return spec_from_file_location(fullname, file, loader=loader)


def import_instead(mutant: Mutant) -> None:
    """From now on its module is imported with the mistake."""
    assert module_of(mutant.path) not in sys.modules
    sys.meta_path.insert(0, _Finder(mutant))
