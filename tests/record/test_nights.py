"""What was once stored is read for ever: the recorded nights of every format fold to what they led to then.

`tests/support/nights.py` records them. And the way there: strict decoding, upcasters, and what is said of a format
unknown.
"""

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from datetime import datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tables.door import service
from tables.door.service import create_table, execute
from tables.engine import (
    Event,
    decode_event,
    decode_events,
    decode_state,
    encode_state,
    new_state,
    transfers,
)
from tables.models import Record
from tables.record import upcasters
from tables.record.history import undo_in
from tables.record.projections.memory import Rows
from tables.record.projections.rows import Link, PassRow
from tables.record.replay import NotReplayable, Recorded, Replay
from tables.record.stored import digest_of, stored_events, stored_state
from tables.record.upcasters import SCHEMA, UnknownSchema, Upcaster
from tables.rules.reglamentos import REGLAMENTOS
from tests.support.house import JEFE, opening
from tests.support.nights import FOLDER, FORMAT, Json, Night, format_of_today, load

PATHS = sorted(FOLDER.glob("*.jsonl"))
# Mappings: their keys are no fields.
MAPPINGS = {
    "details",
    "settings",
    "chances",
    "seats",
    "lent",
    "names",
    "seen",
    "refusals",
    "sat_in",
    "passed",
    "conduct",
}


def test_each_reglamento_has_its_night_in_each_format() -> None:
    names = {f"{slug}-v{schema}.jsonl" for slug in REGLAMENTOS for schema in range(1, SCHEMA + 1)}
    assert {path.name for path in PATHS} == names


def test_the_format_is_what_its_schema_says() -> None:
    """If this fails, a field was changed: add an upcaster, then record the nights of the new schema."""
    assert json.loads(FORMAT.read_text()) == format_of_today()


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_recorded_night_folds_to_what_it_led_to(path: Any) -> None:
    night = load(path)
    replay, rows, money = Replay(), Rows.of_a_new_table(), Money()
    for record in records_of(night):
        step = replay.step(record)
        assert not record.state or stored_state(record.state, record.schema) == step.after
        rows.follow(step.before, step.after, Link(record.number, record.at))
        money.follow(record.number, step.events)
    assert record.digest == night.end["head"]
    assert replay.state == stored_state(night.end["state"], night.about["schema"])
    passes = [[number, row.result] for (number,), row in rows.by_kind[PassRow].items()]
    assert passes == night.end["passes"]
    assert {account: amount for account, amount in money.held.items() if amount} == night.end["accounts"]


def test_a_night_has_shoes_incidents_and_undos_in_it() -> None:
    for path in PATHS:
        night = load(path)
        types = Counter(event["type"] for record in night.records for event in record["events"])
        assert types["shoe_shuffled"] >= 2 and types["pass_settled"] >= 5, path.stem
        assert types["undone"] and types["incident_noted"] and types["table_closed"], path.stem
        assert sum(bool(record["state"]) for record in night.records) >= 3, path.stem


class Money:
    """The accounts of a table, moved by its events."""

    def __init__(self) -> None:
        self.held: Counter[str] = Counter()
        self._moved: dict[int, Counter[str]] = {}

    def follow(self, number: int, events: list[Event]) -> None:
        moved: Counter[str] = Counter()
        for move in (move for event in events for move in transfers(event)):
            moved[move.source] -= move.amount
            moved[move.target] += move.amount
        self._moved[number] = moved
        undo = undo_in(events)
        for account, amount in moved.items():
            self.held[account] += amount
        for taken_back in undo.records if undo else ():
            for account, amount in self._moved[taken_back].items():
                self.held[account] -= amount


def records_of(night: Night) -> Iterator[Record]:
    """The night's records as they were stored, chained by their digests anew."""
    previous = ""
    for line in night.records:
        record = Record(**{**line, "at": datetime.fromisoformat(line["at"]), "previous": previous})
        previous = record.digest = digest_of(night.about["table"], record)
        yield record


# Strict decoding


def events() -> dict[str, Json]:
    """One event of each type that the nights of the present format hold, as it is stored."""
    nights = [load(path) for path in PATHS if path.stem.endswith(f"-v{SCHEMA}")]
    return {event["type"]: event for night in nights for line in night.records for event in line["events"]}


def states() -> list[Json]:
    """The states that these nights hold."""
    nights = [load(path) for path in PATHS if path.stem.endswith(f"-v{SCHEMA}")]
    return [json.loads(line["state"]) for night in nights for line in night.records if line["state"]]


def spoiled(stored: Any) -> Iterator[Any]:
    """Copies of a stored value, each with one field missing or one that nobody knows, at any depth."""
    for path in objects(stored):
        copy = deepcopy(stored)
        at(copy, path)["unknown"] = 1
        yield copy
        for name in at(stored, path):
            copy = deepcopy(stored)
            del at(copy, path)[name]
            yield copy


def objects(stored: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """Where in a value there are objects with fields, by keys from the outside."""
    if isinstance(stored, dict) and not (path and path[-1] in MAPPINGS):
        yield path
    items = stored.items() if isinstance(stored, dict) else enumerate(stored)
    for key, inner in items:
        if isinstance(inner, dict | list):
            yield from objects(inner, *path, key)


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def test_an_event_with_a_field_missing_or_unknown_is_refused() -> None:
    tried = 0
    for stored in events().values():
        decode_event(stored)
        bare = {name: value for name, value in stored.items() if name != "seq"}
        for copy in spoiled(bare):
            with pytest.raises((ValueError, KeyError)):
                decode_event(copy)
            with pytest.raises(ValueError, match=r"missing|unexpected|union_tag"):
                decode_events(json.dumps([stored, copy]))
            tried += 1
    assert tried > 300


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_events_are_read_from_text_as_they_are_one_by_one(path: Any) -> None:
    for record in records_of(load(path)):
        told = Recorded(record.number, record.schema, record.name, record.role, json.dumps(record.events))
        assert stored_events(told) == stored_events(record)


def test_an_event_of_an_unknown_type_is_refused() -> None:
    with pytest.raises(KeyError):
        decode_event({"type": "nothing_known"})
    with pytest.raises(ValueError, match="union_tag_invalid"):
        decode_events('[{"type": "nothing_known"}]')


def test_a_state_with_a_field_missing_or_unknown_is_refused() -> None:
    for stored in [json.loads(encode_state(new_state())), *states()[:3]]:
        for copy in spoiled(stored):
            with pytest.raises(ValueError, match=r"missing|unexpected"):
                decode_state(json.dumps(copy))


# Upcasters


def renaming(kind: str, old: str, new: str, before: str, after: str) -> Upcaster:
    """In events of a `kind` the field `old` is now `new`; in states `before` is now `after`."""

    def renamed(stored: Json, was: str, name: str) -> Json:
        return {name if field == was else field: value for field, value in stored.items()}

    return Upcaster(
        event=lambda stored: renamed(stored, old, new) if stored["type"] == kind else stored,
        state=lambda stored: renamed(stored, before, after),
    )


@pytest.fixture
def earlier_formats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two formats came before those that there are: the stake of a bet was called `sum`, then `stake`, and the
    cagnotte `box`, `pot`."""
    chain = (
        renaming("bet_placed", "sum", "stake", "box", "pot"),
        renaming("bet_placed", "stake", "amount", "pot", "cagnotte"),
        *upcasters.UPCASTERS,
    )
    monkeypatch.setattr(upcasters, "UPCASTERS", chain)
    monkeypatch.setattr(upcasters, "SCHEMA", len(chain) + 1)


@pytest.mark.parametrize(("schema", "stake", "cagnotte"), [(1, "sum", "box"), (2, "stake", "pot")])
def test_older_formats_go_through_the_chain(
    earlier_formats: None, schema: int, stake: str, cagnotte: str
) -> None:
    night = load(FOLDER / "argentina-v1.jsonl")
    replay = Replay()
    for record in records_of(night):
        record.schema = schema
        for event in record.events:
            if event["type"] == "bet_placed":
                event[stake] = event.pop("amount")
        told = Recorded(record.number, record.schema, record.name, record.role, json.dumps(record.events))
        assert stored_events(told) == replay.step(record).events
    stored = json.loads(night.end["state"])
    stored[cagnotte] = stored.pop("cagnotte")
    assert stored_state(json.dumps(stored), schema) == replay.state


def test_a_field_of_an_older_format_is_not_read_as_one_of_today(earlier_formats: None) -> None:
    stored = json.loads(encode_state(new_state())) | {"pot": 5}
    with pytest.raises(ValueError, match="pot"):
        stored_state(json.dumps(stored), upcasters.SCHEMA)


@pytest.mark.parametrize("schema", [0, -1, SCHEMA + 1, 99])
def test_an_unknown_format_is_refused(schema: int) -> None:
    with pytest.raises(UnknownSchema, match=f"schema {schema} is unknown: this version reads schemas 1 to"):
        stored_state(encode_state(new_state()), schema)
    record = next(iter(records_of(load(PATHS[0]))))
    record.schema = schema
    with pytest.raises(NotReplayable, match=f"record 1 cannot be replayed: schema {schema} is unknown"):
        Replay().step(record)


@pytest.mark.django_db
def test_audit_and_replay_name_the_record_whose_format_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer version of the program has written the last record."""
    create_table("mesa-4", "Mesa 4")
    *commands, last = opening()
    assert all(execute("mesa-4", command, JEFE).ok for command in commands)
    monkeypatch.setattr(service, "SCHEMA", SCHEMA + 1)
    assert execute("mesa-4", last, JEFE).ok
    number, out = len(commands) + 1, StringIO()
    wanted = f"record {number} cannot be replayed: schema {SCHEMA + 1} is unknown"
    with pytest.raises(SystemExit):
        call_command("audit", stdout=out)
    assert f"mesa-4: BROKEN: {wanted}" in out.getvalue()
    for arguments in ((), ("--rows",)):
        with pytest.raises(CommandError, match=wanted):
            call_command("replay", "mesa-4", *arguments)
    with pytest.raises(UnknownSchema):
        execute("mesa-4", last, JEFE)
