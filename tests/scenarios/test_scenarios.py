"""Every scenario of tests/scenarios, played as `manage.py play` plays it. One file, one case, named by its article.

A case is JSON: `title`, `articles`, and a `script` of steps. A step holds `do` (a command) or `raw` (a line as it is;
with "skipped": true it must not be answered), and may hold `why`, `mark` (a name for the version it led to;
"@version:NAME" in a later command stands for it) and `expect`: `code`, `article`, `phase`, `ok` ("any": either way),
`same_as` (the snapshot of a marked step), and `snapshot` {dotted.path: value}. There an object is compared as a
subset, a list whole, and null with what is absent too; {"len": n}, {"contains": x}, {"contains_all": […]},
{"lacks": x}, {"not": x}, {"at_least": n} ask for a property. Without `expect` the step must be accepted. At every
step a refusal must leave the snapshot as it was, and an accepted command must raise the version and have been offered
to somebody. At the end the shift is exported, and `verify_shift.py` must prove it.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tables.door import notify
from tables.door.service import Answer, create_table, game_of, read
from tables.management.commands.play import TABLE, lines_of, play_line
from tables.management.memory_database import memory_database
from tables.view.snapshot import take
from tests.engine.promises import offered
from tests.proof.shifts import export
from verify_shift import verify

Json = dict[str, Any]
FILES = sorted(Path(__file__).parent.glob("*/*.json"))
STEP = {"do", "raw", "skipped", "mark", "expect", "why"}
EXPECTATIONS = {"ok", "code", "article", "phase", "snapshot", "same_as"}
ARTICLES = {*map(str, range(1, 52)), "8 bis"}
CHANGES_ANYWAY = {"version", "actions", "hint"}  # what "the same snapshot" leaves out
VERSION = "@version:"

PROPERTIES: dict[str, Callable[[Any, Any], bool]] = {
    "len": lambda found, wanted: len(found) == wanted,
    "contains": lambda found, wanted: holds(found, wanted),
    "contains_all": lambda found, wanted: all(holds(found, one) for one in wanted),
    "lacks": lambda found, wanted: not holds(found, wanted),
    "not": lambda found, wanted: not matches(found, wanted),
    "at_least": lambda found, wanted: found >= wanted,
}


def load(path: Path) -> Json:
    return json.loads(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    case = load(path)
    cited = f" (art. {', '.join(case['articles'])})" if case["articles"] else ""
    return f"{path.parent.name}/{path.stem}{cited}: {case['title']}"


@pytest.fixture
def table() -> Iterator[None]:
    with notify.silence(), memory_database() as database:
        new_table().backup(database.connection)
        yield


@cache
def new_table() -> sqlite3.Connection:
    """A database in which the table has just been created, to be copied: creating it takes as long as many commands."""
    kept = sqlite3.connect(":memory:")
    with memory_database() as database:
        create_table(TABLE, TABLE)
        database.connection.backup(kept)
    return kept


@pytest.mark.django_db
@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_scenario(table: None, path: Path, tmp_path: Path) -> None:
    marks: dict[str, Json] = {}
    before, version, possible = stored(), 0, offered(read(TABLE)[1])
    for number, step in enumerate(load(path)["script"], 1):
        line = line_of(step, marks)
        if step.get("skipped"):
            assert not asks_for_an_answer(line, tmp_path), line
            continue
        answer = play_line(line)
        now = stored()
        where = f"step {number}: {step.get('do', step.get('raw'))} → {answer.as_dict()}"
        assert (answer.version > version) if answer.ok else (now == before), where
        assert not (answer.ok and "do" in step) or step["do"]["command"] in possible, where
        check_expected(step.get("expect", {}), answer, marks, where)
        if "mark" in step:
            marks[step["mark"]] = snapshot()
        before, version, possible = now, answer.version, offered(read(TABLE)[1])
    if version:
        verify(export())


def test_every_case_has_the_form_that_is_described_above() -> None:
    for path in FILES:
        case = load(path)
        assert set(case) == {"title", "articles", "script"}, path
        assert case["title"] and case["script"] and set(case["articles"]) <= ARTICLES, path
        marked: set[str] = set()
        for step in case["script"]:
            check_form(step, marked)
            marked |= {step["mark"]} if "mark" in step else set()


def test_every_article_has_its_scenario() -> None:
    shown = {
        article for path in FILES if path.parent.name == "argentina" for article in load(path)["articles"]
    }
    assert sorted(ARTICLES - shown) == []


def test_no_two_scenarios_have_one_title() -> None:
    titles = [load(path)["title"] for path in FILES]
    assert sorted(title for title in set(titles) if titles.count(title) > 1) == []


@pytest.mark.parametrize(
    ("found", "wanted", "same"),
    [
        ({"a": 1, "b": 2}, {"a": 1}, True),
        ({"b": 2}, {"a": None}, True),
        ({"a": 1}, {"a": True}, False),
        ([1, 2], [2, 1], False),
        ([{"a": 1, "b": 2}], [{"b": 2}], True),
        ([{"a": 1, "b": 2}], {"len": 1, "contains": {"b": 2}}, True),
        ([{"a": 1}], {"contains_all": [{"a": 1}, {"a": 2}]}, False),
        ({"1": "ana"}, {"lacks": "1"}, False),
        (None, {"not": None}, False),
        (7, {"at_least": 8}, False),
    ],
)
def test_the_judge_sees_what_differs(found: Any, wanted: Any, same: bool) -> None:
    assert matches(found, wanted) is same


def check_form(step: Json, marked: set[str]) -> None:
    expected = step.get("expect", {})
    assert ("do" in step) != ("raw" in step), step
    assert set(step) <= STEP and set(expected) <= EXPECTATIONS, step
    assert "\n" not in step.get("raw", ""), step
    assert not step.get("skipped") or ("raw" in step and not expected), step
    assert {*marks_in(step.get("do")), expected.get("same_as")} - {None} <= marked, step


def marks_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from marks_in(inner)
    elif isinstance(value, str) and value.startswith(VERSION):
        yield value.removeprefix(VERSION)


def stored() -> str:
    """The table's row, its state as text: as quick as can be, at every step."""
    with connection.cursor() as cursor:
        return str(cursor.execute("SELECT version, phase, state, head FROM tables_table").fetchall())


def snapshot() -> Json:
    return take(TABLE, game_of(read(TABLE)[1], "jefe"))


def line_of(step: Json, marks: dict[str, Json]) -> bytes:
    text = step["raw"] if "raw" in step else json.dumps(with_versions(step["do"], marks))
    return str(text).encode()


def with_versions(value: Any, marks: dict[str, Json]) -> Any:
    if isinstance(value, dict):
        return {name: with_versions(inner, marks) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_versions(inner, marks) for inner in value]
    if isinstance(value, str) and value.startswith(VERSION):
        return marks[value.removeprefix(VERSION)]["version"]
    return value


def asks_for_an_answer(line: bytes, folder: Path) -> bool:
    (folder / "line.jsonl").write_bytes(line + b"\n")
    return list(lines_of(str(folder / "line.jsonl"))) != []


def check_expected(expected: Json, answer: Answer, marks: dict[str, Json], where: str) -> None:
    error = answer.error or {}
    wanted = expected.get("ok", not {"code", "article"} & expected.keys())
    assert wanted in ("any", answer.ok), where
    for name in {"code", "article"} & expected.keys():
        assert error.get(name) == expected[name], where
    assert answer.phase == expected.get("phase", answer.phase), where
    if {"snapshot", "same_as"} & expected.keys():
        check_snapshot(expected, snapshot(), marks, where)


def check_snapshot(expected: Json, now: Json, marks: dict[str, Json], where: str) -> None:
    shoe = now["shoe"] or {"dealt": 0, "left": 0, "decks": 0}
    assert shoe["dealt"] + shoe["left"] == 52 * shoe["decks"], where
    for path, value in expected.get("snapshot", {}).items():
        found = at(now, path)
        assert matches(found, value), f"{where}\n{path} is {found!r}, not {value!r}"
    if "same_as" in expected:
        assert told(now) == told(marks[expected["same_as"]]), where


def told(now: Json) -> Json:
    return {name: value for name, value in now.items() if name not in CHANGES_ANYWAY}


def at(value: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(value, list):
            value = value[int(part)] if int(part) < len(value) else None
        else:
            value = value.get(part) if value else None
    return value


def matches(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict) and wanted and wanted.keys() <= PROPERTIES.keys():
        return all(PROPERTIES[name](found, value) for name, value in wanted.items())
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            matches(found.get(key), inner) for key, inner in wanted.items()
        )
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(matches, found, wanted))
    return type(found) is type(wanted) and found == wanted


def holds(found: Any, wanted: Any) -> bool:
    return any(matches(one, wanted) for one in found) if isinstance(found, list) else wanted in found
