"""What the verifier follows of the events, and that it plays as the engine does."""

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from shift_proof.faults import Broken
from shift_proof.replay import SCHEMAS, Replay
from shift_proof.table_events import EFFECTS, NO_EFFECT
from tables.engine import Decision, State, encode_event, encode_state
from tables.engine.event import EVENTS
from tables.record.bundle import terms_of
from tables.record.reglamentos.catalogue import resolve
from tables.record.upcasters import SCHEMA
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.wild import opened, play
from tests.proof.shifts import events_of

Json = dict[str, Any]
PLAYED_BY_THE_REPLAY = {"undone", "betting_closed", "pass_settled", "commission_collected", "suite_given"}

# Fields whose value nothing else in the record repeats, or that no money follows from; the digest alone keeps these.
NOT_FOLLOWED = {
    ("table_opened", "warnings"),
    ("limits_set", "warnings"),
    ("limits_announced", "warnings"),
    ("bank_opened", "seat"),
    ("bank_opened", "origin"),
    ("bank_opened", "opens"),
    ("bank_opened", "first_giver"),
    ("bank_opened", "passer"),
    ("bank_fell", "seat"),
    ("suite_given", "seat"),
    ("suite_given", "came_from"),
    ("suite_given", "first_giver"),
    ("suite_given", "barred"),
    ("suite_given", "made_banco"),
    ("suite_closed", "phase"),
    ("set_aside", "half_of_the_bank"),
    ("shoe_shuffled", "number"),
    ("shoe_shuffled", "decks"),
    ("shoe_shuffled", "riffles"),
    ("betting_closed", "card_holder"),
    ("betting_closed", "free"),
    ("will_spoken", "article"),
    ("card_dealt", "last_pass"),
    ("pass_settled", "suivi"),
    ("undone", "records"),
    ("undone", "reason"),
}


@pytest.mark.parametrize("name", ["argentina", "chemin_de_fer"])
def test_each_field_that_money_follows_from_is_followed(name: str, request: pytest.FixtureRequest) -> None:
    """Every field of every event that is followed is changed, one at a time; nothing may pass but the list above."""
    shift = request.getfixturevalue(name)
    manifest, *records = map(json.loads, shift.splitlines()[:-1])
    passed = set()
    for number, place, kind, field in followed_fields(records):
        changed = deepcopy(records)
        event = changed[number]["events"][place]
        event[field] = another(event[field])
        if plays_through(manifest, changed):
            passed.add((kind, field))
    assert passed == {(kind, field) for kind, field in NOT_FOLLOWED if events_of(records, kind)}


def followed_fields(records: list[Json]) -> Iterator[tuple[int, int, str, str]]:
    """Record, place of the event in it, type and field, of everything that is followed."""
    for number, record in enumerate(records):
        for place, event in enumerate(record["events"]):
            for field in () if event["type"] in NO_EFFECT else event.keys() - {"type"}:
                yield number, place, event["type"], field


def plays_through(manifest: Json, records: list[Json]) -> bool:
    replay = Replay(deepcopy(manifest))
    try:
        for record in records:
            replay.follow(record)
        replay.end(manifest)
    except Broken:
        return False
    return True


def another(value: Any) -> Any:
    """Something of the same kind that differs."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 10
    if isinstance(value, list):
        return [*value, value[0] if value else {"player": "ana", "chance": "punto", "amount": 10}]
    if isinstance(value, dict):
        return {**value, "one more": 1}
    return {"punto": "banca", "banca": "punto"}.get(value, f"{value}x")


def test_every_format_of_the_record_is_read_here() -> None:
    """A new schema of the record is taught to the tool too."""
    assert set(range(1, SCHEMA + 1)) == SCHEMAS


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_it_plays_as_the_engine_does(reglamento: str, seed: int) -> None:
    """Commands of every kind, likely and unlikely ones: after each, the tool knows what the engine knows."""
    random = Random(seed)
    table = opened(reglamento, random)
    manifest = {
        "first": 2,
        "schema": SCHEMA,
        "version": table.state.version,
        "begins": json.loads(encode_state(table.state)),
    }
    replay = Replay({**manifest, "reglamentos": {name: terms_of(resolve(name)) for name in REGLAMENTOS}})
    for number, (before, command, role, outcome) in enumerate(play(table, random, 300)):
        if isinstance(outcome, Decision):
            given = {
                "name": command["command"],
                "command": command,
                "actor": role,
                "role": role,
                "at": "22:00",
            }
            replay.follow(record_of(number, before, outcome) | given)
    assert replay.payments


def record_of(number: int, before: State, decision: Decision) -> Json:
    events = [encode_event(happened) for happened in decision.events]
    numbered = [{"seq": seq, **event} for seq, event in enumerate(events, before.version + 1)]
    versions = {"first_seq": before.version + 1, "version": decision.state.version, "schema": SCHEMA}
    return {"number": number, "events": numbered, "state": encode_state(decision.state), **versions}


def test_every_event_of_the_engine_is_known_here() -> None:
    """What the tool does not know it refuses; what it passes over, it passes over knowingly."""
    known = EFFECTS.keys() | NO_EFFECT | PLAYED_BY_THE_REPLAY
    assert known == EVENTS.keys()
    assert not NO_EFFECT & (EFFECTS.keys() | PLAYED_BY_THE_REPLAY)
