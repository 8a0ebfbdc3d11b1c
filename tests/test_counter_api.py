"""The counter over HTTP: who comes in, every bad thing refused without a trace, and two who sign on one tablet."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.test import Client

from casino.accounts.models import Token, User
from ledger.cage.models import Slip, Step
from ledger.models import Transfer
from tables.models import Record
from tables.service import create_table
from tests.counter import MESA, ask, cage, held, table

pytestmark = pytest.mark.django_db
SLIPS, CAGE = f"/api/tables/{MESA}/slips", "/api/cage/slips"
PASSPHRASE = "correct horse battery"
STAFF = ("croupier", "jefe", "cambista", "inspector")
TOKENS = ("display", "device")
Come = tuple[Client, dict[str, str]]


@pytest.fixture(autouse=True)
def house(settings: Any) -> None:
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher"
    ]  # a slow one proves nothing more
    cage()
    table()
    create_table("otra", "Otra")


def user(role: str) -> User:
    found = User.objects.filter(username=f"one-{role}").first()
    return found or User.objects.create_user(f"one-{role}", role=role, password=PASSPHRASE, language="en")


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(user(role))
    return client


def come(caller: str) -> Come:
    """A member of the staff, a token of this table or of another, a stranger, or a login without its CSRF token."""
    if caller in STAFF:
        return client_of(caller), {}
    if caller == "forged":
        client = Client(enforce_csrf_checks=True)
        client.force_login(user("cambista"))
        return client, {}
    kind, _, slug = caller.partition(" of ")
    secret = Token.objects.issue("one-jefe", kind, slug or MESA) if kind in TOKENS else ""
    return Client(), {"Authorization": f"Bearer {secret}"} if secret else {}


def say(client: Client, path: str, said: Any, **headers: str) -> Any:
    body = said if isinstance(said, bytes) else json.dumps(said)
    return client.post(path, body, content_type="application/json", headers=headers)


def steps(number: object) -> str:
    return f"/api/slips/{number}/steps"


def told(answer: Any) -> tuple[int, str]:
    """Status, and the code of the refusal or else the slip's state."""
    said = answer.json()
    return answer.status_code, said["slip"]["state"] if said["ok"] else said["error"]["code"]


def everything() -> tuple[Any, ...]:
    papers = [list(model.objects.order_by("pk").values()) for model in (Slip, Step)]
    return Transfer.objects.count(), held(), Record.objects.count(), papers


@contextmanager
def untouched() -> Iterator[None]:
    before = everything()
    yield
    assert everything() == before


# Who comes in

NO = (403, "not_for_your_role")
OTHERS = {
    **dict.fromkeys((*STAFF, *TOKENS, "display of otra", "device of otra"), NO),
    "nobody": (401, "not_logged_in"),
    "forged": (403, "bad_csrf"),
}
DOORS: dict[str, tuple[str, Any, str, tuple[int, str]]] = {
    "a table's slip": (SLIPS, {"kind": "buy_in", "amount": 100}, "cambista", (201, "done")),
    "a slip of the cage": (CAGE, {"kind": "cage_chips_in", "amount": 100}, "jefe", (201, "signed")),
    "a step": ("", {"step": "sent"}, "cambista", (200, "received")),
}


@pytest.mark.parametrize("caller", OTHERS)
@pytest.mark.parametrize("door", DOORS)
def test_each_door_is_open_to_its_role_only(door: str, caller: str) -> None:
    path, said, role, outcome = DOORS[door]
    path = path or steps(ask("fill", 100).number)
    client, headers = come(caller)
    if caller == role:
        assert told(say(client, path, said)) == outcome
        return
    with untouched():
        assert told(say(client, path, said, **headers)) == OTHERS[caller]


@pytest.mark.parametrize("path", [f"/api/tables/{MESA}/money", "/api/cage"])
@pytest.mark.parametrize("caller", OTHERS)
def test_money_is_shown_to_the_staff_only(caller: str, path: str) -> None:
    client, headers = come(caller)
    answer = client.get(path, headers=headers)
    if caller == "croupier" and path == "/api/cage":
        assert told(answer) == NO
    elif caller in STAFF or caller == "forged":  # who only looks needs no CSRF token
        assert answer.status_code == 200 and "balances" in answer.json()
    else:
        assert told(answer) == OTHERS[caller]


def test_a_revoked_token_and_an_account_that_was_closed_are_strangers() -> None:
    _, headers = come("device")
    Token.objects.get().revoke()
    client = client_of("cambista")
    User.objects.update(is_active=False)
    with untouched():
        for caller, more in ((Client(), headers), (client, {})):
            assert told(say(caller, SLIPS, {"kind": "buy_in", "amount": 100}, **more)) == (
                401,
                "not_logged_in",
            )


GAME = [
    {"command": "join", "player": "eva"},
    {"command": "shuffle", "riffles": 4},
    {"command": "place_bet", "player": "ana", "chance": "punto", "amount": 10},
    {"command": "card", "hand": "punto", "card": "7"},
    {"command": "settle"},
    {"command": "undo", "reason": "misdealt"},
    {"command": "close_table"},
    {"command": "void_pass", "reason": "misdealt"},
    {"command": "house_takes_suite"},
    {"command": "suspend", "reason": "a quarrel"},
    {"command": "set_limits", "minimum": 10, "maximum": 20},
    {"command": "incident", "kind": "conduct", "article": "12", "text": "leaning"},
    {"command": "note", "text": "a word"},
]


@pytest.mark.parametrize("command", GAME, ids=lambda command: command["command"])
def test_the_cambista_gives_no_command_of_the_game(command: dict[str, Any]) -> None:
    with untouched():
        answer = say(client_of("cambista"), f"/api/tables/{MESA}/commands", command)
        assert told(answer) == (403, "not_allowed")


# What is said

BAD = (422, "ill_formed_slip")
TEXT = (422, "says_too_much")
CHIPS = (422, "not_such_chips")
AMOUNT = (422, "not_an_amount")
BUY, FILL = {"kind": "buy_in", "amount": 100}, {"kind": "fill"}
BAD_SLIPS: dict[str, tuple[Any, tuple[int, str]]] = {
    "empty": (b"", BAD),
    "not JSON": (b"{", BAD),
    "not UTF-8": (b'{"kind": "buy_in", "amount": 100, "reason": "\xff"}', BAD),
    "a list": (b"[]", BAD),
    "a list of it": ([BUY], BAD),
    "a number": (b"7", BAD),
    "null": (b"null", BAD),
    "nothing": ({}, BAD),
    "deep": (b"[" * 30_000, BAD),
    "no kind": ({"amount": 100}, BAD),
    "a kind that is a number": ({**BUY, "kind": 7}, BAD),
    "a kind that is a list": ({**BUY, "kind": ["buy_in"]}, BAD),
    "an unknown kind": ({**BUY, "kind": "gift"}, (422, "unknown_slip")),
    "a kind with a NUL": ({**BUY, "kind": "buy_in\x00"}, (422, "unknown_slip")),
    "a kind of the cage": ({**BUY, "kind": "cage_chips_in"}, (422, "unknown_slip")),
    "no amount": ({"kind": "buy_in"}, AMOUNT),
    "a fraction": ({**BUY, "amount": 1.5}, BAD),
    "a float": ({**BUY, "amount": 10.0}, BAD),
    "a string": ({**BUY, "amount": "10"}, BAD),
    "true": ({**BUY, "amount": True}, BAD),
    "NaN": (b'{"kind": "buy_in", "amount": NaN}', BAD),
    "5000 digits": (b'{"kind": "buy_in", "amount": ' + b"9" * 5000 + b"}", BAD),
    "negative": ({**BUY, "amount": -1}, AMOUNT),
    "zero": ({**BUY, "amount": 0}, AMOUNT),
    "10**30": ({**BUY, "amount": 10**30}, AMOUNT),
    "no such chip": ({**FILL, "chips": {"3": 1}}, CHIPS),
    "chips below none": ({**FILL, "chips": {"100": -1}}, CHIPS),
    "half a chip": ({**FILL, "chips": {"100": 1.5}}, BAD),
    "chips as text": ({**FILL, "chips": {"100": "1"}}, BAD),
    "chips as a list": ({**FILL, "chips": [100]}, BAD),
    "10**30 chips": ({**FILL, "chips": {"100": 10**30}}, CHIPS),
    "no chips": ({**FILL, "chips": {}}, AMOUNT),
    "chips and another amount": ({**FILL, "amount": 200, "chips": {"100": 1}}, (422, "chips_do_not_add_up")),
    "chips of an exchange": ({**BUY, "chips": {"100": 1}}, CHIPS),
    "a reason with a NUL": ({**FILL, "amount": 100, "reason": "a\x00b"}, TEXT),
    "501 characters": ({**FILL, "amount": 100, "reason": "x" * 501}, TEXT),
    "10001 characters": ({**FILL, "amount": 100, "reason": "x" * 10_001}, BAD),
    "a lone surrogate": (b'{"kind": "buy_in", "amount": 100, "reason": "\\ud800"}', BAD),
    "a reason that is a list": ({**BUY, "reason": ["x"]}, BAD),
    "nobody": ({**BUY, "player": "zoe"}, (409, "unknown_player")),
    "a player with a NUL": ({**BUY, "player": "ana\x00"}, (409, "unknown_player")),
    "33 characters": ({**BUY, "player": "x" * 33}, BAD),
    "a printed number as text": ({**BUY, "number": "7"}, BAD),
    "a printed number below 1": ({**BUY, "number": 0}, (422, "not_a_number")),
    "a printed number of 10**30": ({**BUY, "number": 10**30}, (422, "not_a_number")),
    "an unknown field": ({**BUY, "palyer": "ana"}, BAD),
    "a count without its chips": ({"kind": "count", "amount": 10_000}, (422, "chips_needed")),
    "a printed number used": ({**BUY, "number": 1}, (409, "slip_number_used")),
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


BAD_STEPS: dict[str, tuple[Any, tuple[int, str]]] = {
    "empty": (b"", BAD),
    "not JSON": (b"{", BAD),
    "a list": (b"[]", BAD),
    "nothing": ({}, BAD),
    "a number": ({"step": 7}, BAD),
    "null": ({"step": None}, BAD),
    "unknown": ({"step": "flown"}, (409, "not_this_step")),
    "a NUL": ({"step": "sent\x00"}, (409, "not_this_step")),
    "asked": ({"step": "asked"}, (409, "not_this_step")),
    "not the next": ({"step": "received"}, (409, "not_this_step")),
    "of another kind": ({"step": "signed"}, (409, "not_this_step")),
    "a reason with a NUL": ({"step": "sent", "reason": "a\x00b"}, TEXT),
    "501 characters": ({"step": "sent", "reason": "x" * 501}, TEXT),
    "void, no word": ({"step": "void"}, (422, "reason_needed")),
    "signer as a number": ({"step": "sent", "signer": 7}, BAD),
    "a long passphrase": ({"step": "sent", "signer": "one-jefe", "passphrase": "x" * 1001}, BAD),
}


@pytest.mark.parametrize("name", BAD_STEPS)
def test_a_step_that_is_none_is_refused_without_a_trace(name: str) -> None:
    said, outcome = BAD_STEPS[name]
    number = ask("fill", 100).number
    with untouched():
        assert told(say(client_of("cambista"), steps(number), said)) == outcome


def test_a_slip_is_made_void_with_a_reason() -> None:
    number, jefe = ask("fill", 100).number, client_of("jefe")
    with untouched():
        for reason in ("", "  "):
            said = {"step": "void", "reason": reason}
            assert told(say(jefe, steps(number), said)) == (422, "reason_needed")
    assert told(say(jefe, steps(number), {"step": "void", "reason": "not now"})) == (200, "void")
    with untouched():
        assert told(say(jefe, steps(number), {"step": "void", "reason": "not now"})) == (409, "slip_done")


@pytest.mark.parametrize("number", [0, 99, 10**18, 10**19, 10**30])
def test_there_is_no_such_slip(number: int) -> None:
    with untouched():
        assert told(say(client_of("jefe"), steps(number), {"step": "signed"})) == (404, "no_such_slip")


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


# A request repeated


def test_the_same_key_again_gives_the_first_slip_and_moves_nothing() -> None:
    client = client_of("cambista")
    first = say(client, SLIPS, BUY, **{"Idempotency-Key": "k1"})
    assert first.status_code == 201
    with untouched():
        again = say(client, SLIPS, BUY, **{"Idempotency-Key": "k1"})
        assert (again.status_code, again.json()) == (201, first.json())
        for said in ({**BUY, "amount": 700}, {"kind": "gift"}):
            assert told(say(client, SLIPS, said, **{"Idempotency-Key": "k1"})) == (409, "key_used")
        assert told(say(client, SLIPS, {}, **{"Idempotency-Key": "k1"})) == BAD


def test_a_step_said_again_with_a_key_is_answered_and_moves_nothing() -> None:
    """As a tablet says it that has lost the answer."""
    number, key = counted(), {"Idempotency-Key": "k1"}
    first = say(client_of("jefe"), steps(number), {"step": "signed"}, **key)
    with untouched():
        again = say(client_of("jefe"), steps(number), {"step": "signed"}, **key)
        assert (first.status_code, again.status_code, again.json()) == (200, 200, first.json())
        assert told(say(client_of("jefe"), steps(number), {"step": "signed"})) == (409, "slip_done")
        assert told(say(client_of("cambista"), steps(number), {"step": "signed"}, **key)) == (
            409,
            "slip_done",
        )


def test_a_refusal_names_what_is_wrong() -> None:
    client = client_of("cambista")
    User.objects.filter(username="one-cambista").update(language="en")

    def message(said: object) -> str:
        return str(say(client, SLIPS, said).json()["error"]["message"])

    assert message({"kind": "buy_in", "amount": "100"}) == "This slip is not well-formed: amount."
    assert message({"kind": "buy_in", "amount": 10**15 + 1}).endswith("from 1 to 1,000,000,000,000,000.")
    assert message({"kind": "buy_in", "amount": 10_001}) == "There is not that much there: Tray."


def test_a_key_belongs_to_its_actor_and_without_one_each_is_new() -> None:
    said = {"kind": "tip", "amount": 10}
    callers = [(role, {"Idempotency-Key": "k1"}) for role in ("cambista", "croupier")] + [
        ("cambista", {})
    ] * 2
    answers = [say(client_of(role), SLIPS, said, **key) for role, key in callers]
    assert len({answer.json()["slip"]["number"] for answer in answers}) == 4


@pytest.mark.parametrize("key", ["", "x" * 201, "a\x00b", "a\nb"])
def test_a_rubbish_key_is_refused(key: str) -> None:
    with untouched():
        assert told(say(client_of("cambista"), SLIPS, BUY, **{"Idempotency-Key": key})) == BAD


# Two who sign on one tablet


def counted() -> int:
    answer = say(client_of("croupier"), SLIPS, {"kind": "count", "chips": {"5000": 2}})
    return int(answer.json()["slip"]["number"])


def sign(
    number: int, signer: str, passphrase: str = PASSPHRASE, on: str = "croupier", step: str = "signed"
) -> Any:
    said = {"step": step, "signer": signer, "passphrase": passphrase, "reason": "as counted"}
    return say(client_of(on), steps(number), said)


@pytest.mark.parametrize("role", ["jefe", "cambista"])
def test_another_signs_on_the_croupiers_tablet_under_his_own_name(role: str) -> None:
    number, signer = counted(), user(role)
    answer = sign(number, signer.username)
    assert told(answer) == (200, "done")
    signed = answer.json()["slip"]["by"][-1]
    assert (signed["step"], signed["actor"], signed["role"]) == ("signed", signer.username, role)


def test_the_tablet_stays_the_croupiers() -> None:
    client, number = client_of("croupier"), counted()
    said = {"step": "signed", "signer": user("jefe").username, "passphrase": PASSPHRASE}
    assert told(say(client, steps(number), said)) == (200, "done")
    asked = say(client, SLIPS, {"kind": "tip", "amount": 10}).json()["slip"]
    assert asked["by"][0]["actor"] == "one-croupier"
    with untouched():
        assert told(say(client, CAGE, {"kind": "cage_chips_in", "amount": 100})) == NO


FALSE = (403, "bad_signature")


@pytest.mark.parametrize(
    ("signer", "passphrase", "outcome"),
    [
        ("one-jefe", "wrong", FALSE),
        ("one-jefe", "", FALSE),
        ("one-jefe", PASSPHRASE.upper(), FALSE),
        ("ONE-JEFE", PASSPHRASE, FALSE),
        ("one-jefe ", PASSPHRASE, FALSE),
        ("nobody", PASSPHRASE, FALSE),
        (" ", PASSPHRASE, FALSE),
        ("one-jefe", f"{PASSPHRASE}\x00", FALSE),
        ("one-jefe\x00", PASSPHRASE, FALSE),
        ("one-inspector", PASSPHRASE, NO),
        ("one-croupier", PASSPHRASE, NO),
        ("", PASSPHRASE, NO),
    ],
)
def test_a_signature_that_is_none_signs_nothing(
    signer: str, passphrase: str, outcome: tuple[int, str]
) -> None:
    for role in STAFF:
        user(role)
    number = counted()
    with untouched():
        assert told(sign(number, signer, passphrase)) == outcome


def test_who_is_no_longer_of_the_house_does_not_sign() -> None:
    number, jefe = counted(), user("jefe")
    User.objects.filter(pk=jefe.pk).update(is_active=False)
    with untouched():
        assert told(sign(number, jefe.username)) == FALSE


def test_no_croupier_signs_a_croupiers_count_alone_or_with_another_croupier() -> None:
    User.objects.create_user("two-croupier", role="croupier", password=PASSPHRASE)
    number = counted()
    with untouched():
        assert told(say(client_of("croupier"), steps(number), {"step": "signed"})) == NO
        assert told(sign(number, "two-croupier")) == NO


@pytest.mark.parametrize("caller", ["inspector", *TOKENS])
def test_nobody_signs_on_the_tablet_of_one_who_has_none(caller: str) -> None:
    number, jefe = counted(), user("jefe")
    client, headers = come(caller)
    said = {"step": "signed", "signer": jefe.username, "passphrase": PASSPHRASE}
    with untouched():
        assert told(say(client, steps(number), said, **headers)) == NO


def test_a_difference_is_signed_on_the_tablet_by_a_jefe_only() -> None:
    said = {"kind": "count", "chips": {"100": 99}, "reason": "short"}
    number = say(client_of("croupier"), SLIPS, said).json()["slip"]["number"]
    cambista, jefe = user("cambista"), user("jefe")
    with untouched():
        assert told(sign(number, cambista.username)) == (403, "jefe_must_sign")
    assert told(sign(number, jefe.username)) == (200, "done")


def test_a_good_signature_forgets_the_slips_of_the_finger_before_it() -> None:
    jefe = user("jefe")
    for _ in range(3):
        number = counted()
        for guess in range(3):
            assert told(sign(number, jefe.username, f"guess {guess}")) == FALSE
        assert told(sign(number, jefe.username)) == (200, "done")


def test_a_croupier_is_not_told_what_he_will_count() -> None:
    client = client_of("croupier")
    assert "tray" not in client.get(f"/api/tables/{MESA}/money").json()["balances"]
    right, wrong = (say(client, SLIPS, {"kind": "count", "chips": {"100": number}}) for number in (100, 99))
    assert told(right) == told(wrong) == (201, "signed"), (
        "to be refused would tell him that it is not what is expected"
    )
    asked = wrong.json()["slip"]
    assert asked["expected"] is None
    page = client.get(f"/slips/{asked['number']}/").content.decode()
    assert "9,900" in page and "10,000" not in page
    told_to_jefe = client_of("jefe").get(f"/api/tables/{MESA}/money").json()
    assert told_to_jefe["balances"]["tray"] == told_to_jefe["slips"][-1]["expected"] == 10_000
    for role in ("jefe", "cambista", "inspector"):
        waiting = client_of(role).get("/api/cage").json()["pending"]
        assert [slip["expected"] for slip in waiting] == [10_000, 10_000], role


def test_guessing_a_passphrase_comes_to_an_end() -> None:
    number, jefe = counted(), user("jefe")
    with untouched():
        assert {told(sign(number, jefe.username, f"guess {n}")) for n in range(4)} == {FALSE}
        for passphrase in ("guess 5", "guess 6", PASSPHRASE):
            assert told(sign(number, jefe.username, passphrase)) == (429, "too_many_tries")
    assert told(say(client_of("jefe"), steps(number), {"step": "signed"})) == (200, "done"), (
        "who has logged in himself still signs"
    )
