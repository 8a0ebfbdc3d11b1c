"""What each reglamento says, written down a second time: a rule is changed in both places, and on purpose."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tables.rules.reglamento import COMMON_COMMANDS, Reglamento
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.source import Source

WRITTEN = Path(__file__).with_name("written.json")


def as_written(value: Any) -> Any:
    """A policy, a table of drawing or a whole reglamento as JSON has it; the words of its text aside, which are the
    seeds' and have their own tests."""
    if is_dataclass(value):
        said = {one.name: getattr(value, one.name) for one in fields(value)}
        return {name: as_written(one) for name, one in said.items() if not isinstance(one, Source)}
    if isinstance(value, Mapping):
        return {str(name): as_written(one) for name, one in value.items()}
    if isinstance(value, frozenset):
        return sorted(as_written(one) for one in value)
    if isinstance(value, tuple):
        return [as_written(one) for one in value]
    return value if value is None or type(value) in (bool, int, str) else str(value)


def written_of(rules: Reglamento) -> Any:
    """The whole reglamento, of its commands those that not every one has."""
    own = tuple(name for name in rules.commands if name not in COMMON_COMMANDS)
    return as_written(replace(rules, commands=own))


@pytest.mark.parametrize("rules", REGLAMENTOS.values(), ids=lambda rules: rules.slug)
def test_a_reglamento_says_what_is_written(rules: Reglamento, tmp_path: Path) -> None:
    now = {slug: written_of(one) for slug, one in REGLAMENTOS.items()}
    given = tmp_path / WRITTEN.name
    given.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n")
    said, written = now[rules.slug], json.loads(WRITTEN.read_text())[rules.slug]
    differs = {name for name in said.keys() | written.keys() if said.get(name) != written.get(name)}
    assert not differs, f"compare {given} with {WRITTEN}, and copy it if the change is meant: {differs}"
    assert list(said) == list(written) and list(said["words"]) == list(written["words"])
