"""What a command is told that is not well-formed: the field, the fault and its limit; and what is just within it."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from casino.common.refusals import Refusal
from tables.engine import Game, new_state, parse
from tables.engine.command import malformed
from tables.engine.decide import check_form
from tables.engine.state import empty_seats
from tables.rules.reglamentos import REGLAMENTOS

BET = {"command": "place_bet", "player": "ana", "chance": "punto"}
BANCO = {"command": "banco", "player": "ana", "kind": "association"}
SIT = {"command": "sit", "player": "ana"}
OPEN = {"command": "open_table", "reglamento": "argentina", "minimum": 1, "maximum": 2, "chip": 1}
CROWD = [f"b{number}" for number in range(21)]


def told(said: object) -> dict[str, Any]:
    with pytest.raises(Refusal) as refused:
        parse(said)
    return {"code": refused.value.code, **refused.value.fields}


@pytest.mark.parametrize(
    ("said", "fault", "field", "limit"),
    [
        ({"command": "note"}, "missing", "text", {}),
        ({"command": "note", "text": " "}, "string_too_short", "text", {"least": 1}),
        ({"command": "note", "text": "x" * 501}, "string_too_long", "text", {"most": 500}),
        ({"command": "note", "text": "a\x00b"}, "nul_character", "text", {}),
        ({"command": "note", "text": 5}, "string_type", "text", {}),
        ({"command": "note", "text": "\ud800"}, "string_type", "text", {}),
        (SIT | {"seat": 0}, "greater_than_equal", "seat", {"least": 1}),
        (SIT | {"seat": 1.5}, "int_type", "seat", {}),
        (SIT | {"seat": "1"}, "int_type", "seat", {}),
        (SIT | {"seat": True}, "int_type", "seat", {}),
        *((SIT | {"seat": 1, "player": name}, "reserved_id", "player", {}) for name in ("house", "standing")),
        *(
            (SIT | {"seat": 1, "player": name}, "string_pattern_mismatch", "player", {})
            for name in ("", "a b", "-a", "a" * 33)
        ),
        ({"command": "will", "choice": "maybe"}, "literal_error", "choice", {"expected": "draw, stand"}),
        ({"command": "card", "hand": "punto", "card": "ZZ"}, "no_card", "card", {}),
        (
            {"command": "card", "hand": "tie", "card": "A"},
            "literal_error",
            "hand",
            {"expected": "punto, banca"},
        ),
        (BET | {"amount": 0}, "greater_than_equal", "amount", {"least": 1}),
        (BANCO, "partners", "", {}),
        (BANCO | {"players": []}, "too_short", "players", {"least": 1}),
        (BANCO | {"players": CROWD}, "too_long", "players", {"most": 20}),
        (BANCO | {"players": ["bea", "bea"]}, "partners", "", {}),
        (BANCO | {"players": ["ana"]}, "partners", "", {}),
        (BANCO | {"players": "bea"}, "list_type", "players", {}),
        (BANCO | {"players": ["a b"]}, "string_pattern_mismatch", "players.0", {}),
        (BANCO | {"kind": "solo", "players": ["bea"]}, "partners", "", {}),
        (OPEN | {"settings": []}, "dict_type", "settings", {}),
        ({"command": "incident"}, "no_such_incident", "kind", {}),
        ({"command": "incident", "kind": "fly"}, "no_such_incident", "kind", {}),
        ({"command": "incident", "kind": ["fly"]}, "no_such_incident", "kind", {}),
        ({"command": "settle", "more": 1}, "extra_forbidden", "more", {}),
        ({"command": "settle", "x\x00é" + "y" * 70: 1}, "extra_forbidden", r"x\x00\xe9" + "y" * 57, {}),
        ({"command": "burn_shoe", "reason": "x", "consent": "croupier"}, "no_consent", "consent", {}),
        ({"command": "decline_bank", "away": "yes"}, "bool_type", "away", {}),
        (
            {"command": "settle", "expected_version": -1},
            "greater_than_equal",
            "expected_version",
            {"least": 0},
        ),
    ],
)
def test_a_command_that_is_not_well_formed_is_told_why(
    said: dict[str, Any], fault: str, field: str, limit: dict[str, Any]
) -> None:
    assert told(said) == {"code": "malformed", "fault": fault, "field": field, **limit}


@pytest.mark.parametrize("said", [None, [], {}, "settle", {"command": 5}, {"kind": "conduct"}])
def test_what_names_no_command_is_malformed(said: object) -> None:
    assert told(said) == {"code": "malformed", "fault": "no_command"}


def test_a_name_that_nobody_knows_is_said_back_in_ascii() -> None:
    assert told({"command": "ñandú\x00" + "x" * 70}) == {
        "code": "unknown_command",
        "command": r"\xf1and\xfa\x00" + "x" * 54,
    }


@pytest.mark.parametrize(
    "said",
    [
        {"command": "note", "text": "x" * 500},
        SIT | {"seat": 14, "player": "a" * 32},
        BANCO | {"players": CROWD[:20]},
        BET | {"amount": 1},
        {"command": "settle", "expected_version": 0},
    ],
)
def test_what_is_just_within_its_limits_is_a_command(said: dict[str, Any]) -> None:
    assert parse(said).name == said["command"]


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"command": "join"}, "player_or_name"),
        ({"command": "incident", "kind": "conduct", "text": "x", "done": "warned"}, "player_needed"),
        ({"command": "incident", "kind": "conduct", "text": "x", "device_kept": True}, "player_needed"),
        ({"command": "incident", "kind": "early_cards"}, "count_or_cards"),
        ({"command": "incident", "kind": "early_cards", "count": 1, "cards": ["7"]}, "count_or_cards"),
    ],
)
def test_of_fields_that_need_each_other_it_is_said_which(said: dict[str, Any], fault: str) -> None:
    assert told(said) == {"code": "malformed", "fault": fault, "field": ""}


def test_a_fault_that_has_no_words_of_its_own_is_invalid() -> None:
    with pytest.raises(ValidationError) as found:
        TypeAdapter(float).validate_python("inf-")
    refusal = malformed(found.value)
    assert (refusal.code, refusal.fields) == ("malformed", {"fault": "invalid", "field": ""})


def test_an_incident_that_the_reglamento_does_not_have_is_malformed_whatever_else_it_says() -> None:
    state = replace(new_state(), open=True, reglamento="slovenia")
    rules = replace(REGLAMENTOS["slovenia"], incidents=())
    for said in ({"kind": "conduct", "text": "x"}, {"kind": "confused_deal"}):
        command = parse({"command": "incident", **said})
        with pytest.raises(Refusal) as refused:
            check_form(Game(state, rules, "croupier"), command)
        assert refused.value.fields == {"fault": "no_such_incident_here", "kind": said["kind"]}


@pytest.mark.parametrize(
    ("settings", "seat", "fields"),
    [
        ({}, 15, {"fault": "less_than_equal", "field": "seat", "most": 14}),
        ({}, 10**20, {"fault": "less_than_equal", "field": "seat", "most": 14}),
        ({"seats": 9}, 10, {"fault": "less_than_equal", "field": "seat", "most": 9}),
        ({"seats_left_out": (13,)}, 16, {"fault": "less_than_equal", "field": "seat", "most": 15}),
        ({"seats_left_out": (13,)}, 13, {"fault": "no_such_seat_here", "seat": 13}),
    ],
)
@pytest.mark.parametrize("is_open", [True, False])
def test_a_seat_that_is_not_there_is_malformed(
    settings: dict[str, Any], seat: int, fields: dict[str, Any], is_open: bool
) -> None:
    state = replace(new_state(), open=is_open, seats=empty_seats(settings))
    with pytest.raises(Refusal) as refused:
        check_form(Game(state, REGLAMENTOS["spain"], "croupier"), parse(SIT | {"seat": seat}))
    assert (refused.value.code, refused.value.fields) == ("malformed", fields)
