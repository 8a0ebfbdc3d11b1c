"""What is stored of an event is read as it is: nothing may be missing from it, and nothing be there besides."""

import json
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from tables.engine import Decision
from tables.engine.bank.events import BankOpened
from tables.engine.event import Event, decode_event, decode_events, encode_event
from tables.engine.exact import exact_list_validator
from tables.engine.payment.events import PassSettled
from tests.engine.wild import opened, play

OPENED = {
    "type": "bank_opened",
    "holder": "ana",
    "seat": 3,
    "stake": 100,
    "origin": "first",
    "maximum": 500,
    "opens": 1,
    "first_giver": None,
    "passer": None,
    "associate": None,
    "share": 0,
}


def all_events() -> list[Event]:
    random = Random(2)
    table = opened("argentina", random)
    return [
        happened
        for *_, came in play(table, random, 400)
        if isinstance(came, Decision)
        for happened in came.events
    ]


def is_refused(stored: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        decode_event(stored)
    with pytest.raises(ValueError):
        decode_events(json.dumps([stored]))


def test_what_is_written_is_read_again_alone_and_in_a_list_with_its_number() -> None:
    events = all_events()
    stored = [encode_event(happened) for happened in events]
    assert [decode_event(one) for one in stored] == events
    numbered = [one | {"seq": number} for number, one in enumerate(stored)]
    assert decode_events(json.dumps(numbered)) == decode_events(json.dumps(stored)) == events
    assert [decode_event(one) for one in numbered] == events
    assert any(isinstance(happened, PassSettled) and happened.settlements for happened in events)


@pytest.mark.parametrize("missing", [*OPENED])
def test_a_field_that_is_missing_is_not_made_up(missing: str) -> None:
    without = {name: value for name, value in OPENED.items() if name != missing}
    if missing == "type":
        with pytest.raises(KeyError):
            decode_event(without)
        with pytest.raises(ValueError):
            decode_events(json.dumps([without]))
    else:
        is_refused(without)


def test_a_field_that_nobody_knows_is_not_dropped() -> None:
    assert decode_event(OPENED)
    is_refused(OPENED | {"colour": "red"})


@pytest.mark.parametrize("change", [{"win": None}, {"colour": "red"}])
def test_the_same_goes_for_what_lies_within(change: dict[str, Any]) -> None:
    settled = next(
        encode_event(one) for one in all_events() if isinstance(one, PassSettled) and one.settlements
    )
    line, *others = settled["settlements"]
    changed = {name: value for name, value in (line | change).items() if value is not None or name != "win"}
    is_refused(settled | {"settlements": [changed, *others]})
    decode_event(settled)


def test_an_event_of_no_known_type_is_refused() -> None:
    with pytest.raises(KeyError):
        decode_event(OPENED | {"type": "flown"})
    with pytest.raises(ValueError):
        decode_events(json.dumps([OPENED | {"type": "flown"}]))


def test_neither_the_tag_nor_the_number_becomes_a_part_of_the_event() -> None:
    one = decode_event(OPENED)
    read = exact_list_validator({"bank_opened": TypeAdapter(BankOpened)}, "type", "seq")
    found = read.validate_json(json.dumps([OPENED, OPENED | {"seq": 3}]))
    assert [vars(event) for event in found] == [vars(one), vars(one)]
