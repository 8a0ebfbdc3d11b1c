"""The recorded nights of the present format, played again: what was decided is decided, for the same reasons, and what
was refused is refused.

If a rule has changed on purpose, `make nights` records all of it anew.
"""

import json
from itertools import groupby
from typing import Any

import pytest

from tables.engine import encode_event
from tables.record.upcasters import NEW_IN_2, SCHEMA, upcast_event
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.wild import WildTable
from tests.support.nights import FOLDER, Night, load
from tests.support.refused import REFUSED, error_of
from tests.support.why import WHY, as_lines, why


def night_of(slug: str) -> Night:
    return load(FOLDER / f"{slug}-v{SCHEMA}.jsonl")


@pytest.mark.parametrize("slug", REGLAMENTOS)
def test_each_command_gives_the_same_events(slug: str) -> None:
    table = WildTable()
    for record in night_of(slug).records:
        decision = table.give(record["command"], record["role"])
        first = record["first_seq"]
        given = [{"seq": seq, **encode_event(event)} for seq, event in enumerate(decision.events, first)]
        assert given == record["events"], record["number"]


@pytest.mark.parametrize("slug", REGLAMENTOS)
@pytest.mark.parametrize("schema", range(1, SCHEMA))
def test_each_command_of_an_older_night_is_decided_as_it_was(slug: str, schema: int) -> None:
    """But for what its format did not say yet."""
    table = WildTable()
    for record in load(FOLDER / f"{slug}-v{schema}.jsonl").records:
        decision = table.give(record["command"], record["role"])
        given = [_as_said_then(json.loads(json.dumps(encode_event(event)))) for event in decision.events]
        then = [upcast_event(event, schema) for event in record["events"]]
        assert given == [{name: event[name] for name in event if name != "seq"} for event in then], record


def _as_said_then(event: dict[str, Any]) -> dict[str, Any]:
    """Without the values of fields that schema 1 did not have, and without the warning that it did not give."""
    unsaid = {name: neutral for name, neutral in NEW_IN_2.get(event["type"], {}).items() if name in event}
    if "warnings" in event:
        unsaid["warnings"] = [one for one in event["warnings"] if one["code"] != "rounding_gain"]
    return event | unsaid


@pytest.mark.parametrize("slug", REGLAMENTOS)
def test_what_would_have_been_refused_is_refused_as_it_was(slug: str) -> None:
    """With the same code, article and values."""
    lines = map(json.loads, (REFUSED / f"{slug}.jsonl").read_text(encoding="utf-8").splitlines())
    tried = {number: list(of) for number, of in groupby(lines, key=lambda line: line["before"])}
    table = WildTable()
    for record in night_of(slug).records:
        for line in tried.pop(record["number"], ()):
            assert error_of(table, line["command"], line["role"]) == line["error"], line
        table.give(record["command"], record["role"])
    assert not tried


@pytest.mark.parametrize("slug", REGLAMENTOS)
def test_everything_has_the_same_reasons(slug: str) -> None:
    kept = (WHY / f"{slug}.jsonl").read_text(encoding="utf-8").splitlines()
    for was, now in zip(kept, as_lines(why(night_of(slug))), strict=True):
        assert json.loads(now) == json.loads(was)
