"""A slip asked for over HTTP: an ill-formed one is refused without a trace, a good one is answered in full."""

from typing import Any

import pytest

from casino.people.models import User
from tests.api.counter import BAD, BUY, SLIPS, TEXT, client_of, say, steps, told, untouched
from tests.support.counter import MESA

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counter")]
CHIPS = (422, "not_such_chips")
AMOUNT = (422, "not_an_amount")
FILL = {"kind": "fill"}
BAD_SLIPS: dict[str, tuple[Any, tuple[int, str]]] = {
    "empty": (b"", BAD),
    "not JSON": (b"{", BAD),
    "not UTF-8": (b'{"kind": "buy_in", "amount": 100, "reason": "\xff"}', BAD),
    "a list": (b"[]", BAD),
    "nothing": ({}, BAD),
    "deep": (b"[" * 30_000, BAD),
    "no kind": ({"amount": 100}, BAD),
    "a kind that is a number": ({**BUY, "kind": 7}, BAD),
    "an unknown kind": ({**BUY, "kind": "gift"}, (422, "unknown_slip")),
    "a kind of the cage": ({**BUY, "kind": "cage_chips_in"}, (422, "unknown_slip")),
    "no amount": ({"kind": "buy_in"}, AMOUNT),
    "a fraction": ({**BUY, "amount": 1.5}, BAD),
    "a float": ({**BUY, "amount": 10.0}, BAD),
    "a string": ({**BUY, "amount": "10"}, BAD),
    "true": ({**BUY, "amount": True}, BAD),
    "NaN": (b'{"kind": "buy_in", "amount": NaN}', BAD),
    "5000 digits": (b'{"kind": "buy_in", "amount": ' + b"9" * 5000 + b"}", BAD),
    "negative": ({**BUY, "amount": -1}, AMOUNT),
    "no such chip": ({**FILL, "chips": {"3": 1}}, CHIPS),
    "half a chip": ({**FILL, "chips": {"100": 1.5}}, BAD),
    "chips as text": ({**FILL, "chips": {"100": "1"}}, BAD),
    "chips as a list": ({**FILL, "chips": [100]}, BAD),
    "501 characters": ({**FILL, "amount": 100, "reason": "x" * 501}, TEXT),
    "10001 characters": ({**FILL, "amount": 100, "reason": "x" * 10_001}, BAD),
    "a lone surrogate": (b'{"kind": "buy_in", "amount": 100, "reason": "\\ud800"}', BAD),
    "a reason that is a list": ({**BUY, "reason": ["x"]}, BAD),
    "a player with a NUL": ({**BUY, "player": "ana\x00"}, (409, "unknown_player")),
    "33 characters": ({**BUY, "player": "x" * 33}, BAD),
    "a printed number as text": ({**BUY, "number": "7"}, BAD),
    "an unknown field": ({**BUY, "palyer": "ana"}, BAD),
}


@pytest.mark.parametrize("name", BAD_SLIPS)
def test_a_slip_that_is_none_is_refused_without_a_trace(name: str) -> None:
    said, outcome = BAD_SLIPS[name]
    role = "croupier" if isinstance(said, dict) and said.get("kind") == "fill" else "cambista"
    with untouched():
        assert told(say(client_of(role), SLIPS, said)) == outcome


def test_a_slip_too_large_to_be_read_is_refused() -> None:
    with untouched():
        assert told(say(client_of("cambista"), SLIPS, {**BUY, "reason": "x" * 100_000})) == BAD


def test_there_is_no_such_table() -> None:
    client = client_of("cambista")
    with untouched():
        assert told(say(client, "/api/tables/nope/slips", BUY)) == (404, "no_such_table")
        assert told(client.get("/api/tables/nope/money")) == (404, "no_such_table")
        for slug in ("ñ", "%00", "a b"):
            assert say(client, f"/api/tables/{slug}/slips", BUY).status_code == 404


def test_what_was_asked_is_answered_in_full() -> None:
    croupier, cambista = client_of("croupier"), client_of("cambista")
    asked = say(croupier, SLIPS, {"kind": "fill", "chips": {"100": 3, "5": 4}, "reason": "low"}).json()[
        "slip"
    ]
    assert (asked["amount"], asked["chips"], asked["state"], asked["table"]) == (
        320,
        {"100": 3, "5": 4},
        "sent",
        MESA,
    )
    say(cambista, steps(asked["number"]), {"step": "sent"})
    done = say(croupier, steps(asked["number"]), {"step": "received"}).json()["slip"]
    assert done["state"] == "done"
    assert [(line["step"], line["actor"]) for line in done["by"]] == [
        ("asked", "one-croupier"),
        ("sent", "one-cambista"),
        ("received", "one-croupier"),
    ]
    money = cambista.get(f"/api/tables/{MESA}/money").json()
    assert (money["balances"]["tray"], money["pending"], money["slips"][-1]) == (10_320, [], done)


def test_a_refusal_names_what_is_wrong() -> None:
    client = client_of("cambista")
    User.objects.filter(username="one-cambista").update(language="en")

    def message(said: object) -> str:
        return str(say(client, SLIPS, said).json()["error"]["message"])

    assert (
        message({"kind": "buy_in", "amount": "100"})
        == "Look at “Amount” again: it is not written as it should be."
    )
    assert message({"kind": "buy_in", "amount": 10**15 + 1}).endswith(
        "from 1\u00a0ARS to 1,000,000,000,000,000\u00a0ARS."
    )
    assert message({"kind": "buy_in", "amount": 10_001}) == "Too much. Tray: at most 10,000\u00a0ARS."
