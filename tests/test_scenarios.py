"""Every scenario of tests/scenarios, played as `manage.py play` plays it. One file, one case, named by its article.

A case is JSON: `title`, `articles`, and a `script` of steps. A step holds `do` (a command) or `raw` (a line as it is),
and may hold `mark` (a name for the version it led to; "@version:NAME" in a later command stands for it) and `expect`:
`code`, `article`, `phase`, `ok`, `same_as` (the snapshot of a marked step), and `snapshot` {dotted.path: value}. There
an object is compared as a subset; {"len": n}, {"contains": x}, {"contains_all": [...]}, {"lacks": x}, {"not": x},
{"at_least": n} ask for a property. Without `expect` the step must be accepted. At every step a refusal must leave the
snapshot as it was, and an accepted command must raise the version.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tables import nudge
from tables.management.commands.play import TABLE, play_line
from tables.memory import memory_database
from tables.service import Answer, create_table, read
from tables.snapshot import take

Json = dict[str, Any]
FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.glob("*/*.json"))
EXPECTATIONS = {"ok", "code", "article", "phase", "snapshot", "same_as"}
SINCE_CHANGED = {"version", "actions", "hint"}  # what "the same snapshot" leaves out

PROPERTIES: dict[str, Callable[[Any, Any], bool]] = {
    "len": lambda found, wanted: len(found) == wanted,
    "contains": lambda found, wanted: wanted in found,
    "contains_all": lambda found, wanted: all(one in found for one in wanted),
    "lacks": lambda found, wanted: wanted not in found,
    "not": lambda found, wanted: not matches(found, wanted),
    "at_least": lambda found, wanted: found >= wanted,
}


@pytest.fixture
def table() -> Iterator[None]:
    with nudge.silence(), memory_database():
        create_table(TABLE, TABLE)
        yield


@pytest.mark.django_db
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_scenario(table: None, path: Path) -> None:
    case = json.loads(path.read_text())
    marks: dict[str, Json] = {}
    before = snapshot()
    for number, step in enumerate(case["script"], 1):
        answer = play_line(line_of(step, marks))
        now = snapshot()
        where = f"{case['title']}, step {number}: {step.get('do', step.get('raw'))} → {answer.as_dict()}"
        check_promises(answer, before, now, where)
        check_expected(step.get("expect", {}), answer, now, marks, where)
        if "mark" in step:
            marks[step["mark"]] = now
        before = now


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_form(path: Path) -> None:
    case = json.loads(path.read_text())
    assert case["title"] and case["articles"] and case["script"]
    for step in case["script"]:
        assert ("do" in step) != ("raw" in step), step
        assert set(step.get("expect", {})) <= EXPECTATIONS, step


def snapshot() -> Json:
    return take(TABLE, read(TABLE)[1], "jefe")


def line_of(step: Json, marks: dict[str, Json]) -> bytes:
    if "raw" in step:
        return step["raw"].encode()
    command = {
        name: marks[value[9:]]["version"]
        if isinstance(value, str) and value.startswith("@version:")
        else value
        for name, value in step["do"].items()
    }
    return json.dumps(command).encode()


def check_promises(answer: Answer, before: Json, now: Json, where: str) -> None:
    """A refusal changes nothing; an accepted command raises the version; no card is lost."""
    assert (now == before) if not answer.ok else (now["version"] > before["version"]), where
    if now["shoe"]:
        assert now["shoe"]["dealt"] + now["shoe"]["left"] == 52 * now["shoe"]["decks"], where


def check_expected(expected: Json, answer: Answer, now: Json, marks: dict[str, Json], where: str) -> None:
    error = answer.error or {}
    assert expected.get("ok", "any") == "any" or expected["ok"] == answer.ok, where
    if "ok" not in expected:
        assert answer.ok != bool({"code", "article"} & expected.keys()), where
    for name in {"code", "article"} & expected.keys():
        assert error.get(name) == expected[name], where
    assert answer.phase == expected.get("phase", answer.phase), where
    for path, wanted in expected.get("snapshot", {}).items():
        found = at(now, path)
        assert matches(found, wanted), f"{where}\n{path} is {found!r}, not {wanted!r}"
    if "same_as" in expected:
        assert table_of(now) == table_of(marks[expected["same_as"]]), where


def table_of(now: Json) -> Json:
    return {name: value for name, value in now.items() if name not in SINCE_CHANGED}


def at(value: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(value, list):
            value = value[int(part)] if int(part) < len(value) else None
        else:
            value = value.get(part) if value else None
    return value


def matches(found: Any, wanted: Any) -> bool:
    if not isinstance(wanted, dict):
        return type(found) is type(wanted) and found == wanted
    if len(wanted) == 1 and (name := next(iter(wanted))) in PROPERTIES:
        return PROPERTIES[name](found, wanted[name])
    return isinstance(found, dict) and all(matches(found.get(key), value) for key, value in wanted.items())
