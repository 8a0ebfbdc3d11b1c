"""Imports go one way: the contract in pyproject.toml holds, names every module, and leaves no circle."""

import re
import tomllib
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import grimp
import pytest
from django.conf import settings

HOUSE = Path(settings.BASE_DIR)

Imports = Mapping[str, set[str]]


@pytest.fixture(scope="module")
def imports() -> Imports:
    """Each module of ours with those of ours that it imports directly."""
    graph = grimp.build_graph(*config()["root_packages"], cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def config() -> dict[str, Any]:
    """The settings of import-linter."""
    found: dict[str, Any] = tomllib.loads((HOUSE / "pyproject.toml").read_text())["tool"]["importlinter"]
    return found


def layers() -> set[str]:
    """Every name in the contract of layers."""
    contract = next(contract for contract in config()["contracts"] if contract["id"] == "one-way")
    return {name.strip() for layer in contract["layers"] for name in re.split("[|:]", layer)}


def test_every_module_has_its_layer(imports: Imports) -> None:
    """Only a package that is split between layers stands in none: its `__init__` imports nothing of ours."""
    placed = layers()
    outside = {module for module in imports if not _lies_within(module, placed)}
    split = {module for module in outside if any(layer.startswith(f"{module}.") for layer in placed)}
    assert outside - split == set()
    assert {module: imports[module] for module in split if imports[module]} == {}


def test_no_module_imports_itself_by_way_of_others(imports: Imports) -> None:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def _lies_within(module: str, layers: set[str]) -> bool:
    return any(module == layer or module.startswith(f"{layer}.") for layer in layers)
