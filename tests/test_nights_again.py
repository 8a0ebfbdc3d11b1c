"""The recorded nights of the present format, played again: what was decided is decided, for the same reasons, and what
was refused is refused.

If a rule has changed on purpose, `make nights` records all of it anew.
"""

import json
from itertools import groupby

import pytest

from tables.engine import encode_event
from tables.record.upcasters import SCHEMA
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.wild import WildTable
from tests.nights import FOLDER, Night, load
from tests.refused import REFUSED, error_of
from tests.why import WHY, as_lines, why


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
