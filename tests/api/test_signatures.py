"""Over HTTP: what needs a second person waits until he signs, on his own screen or on this tablet (art. 49, 50)."""

from typing import Any

import pytest
from django.test import Client

from casino.people.models import Token
from tables.door.service import create_table, execute
from tables.models import Record, SignatureRequest
from tests.api.counter import PASSPHRASE, client_of, come, say, user
from tests.door.test_signatures import BURN, BURN_BY_JEFE, REDEAL, TO_BETTING, TO_RESOLVED, VOID
from tests.support.house import CROUPIER, JEFE, opening

pytestmark = pytest.mark.django_db
MESA = "mesa-4"
COMMANDS, REQUESTS = f"/api/tables/{MESA}/commands", f"/api/tables/{MESA}/requests"


@pytest.fixture(autouse=True)
def betting(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    create_table(MESA, "Mesa 4")
    for command in opening():
        assert execute(MESA, command, JEFE).ok
    for command in TO_BETTING:
        assert execute(MESA, command, CROUPIER).ok


def steps(number: int) -> str:
    return f"/api/requests/{number}/steps"


def told(answer: Any) -> tuple[int, str]:
    said = answer.json()
    return answer.status_code, said["request"]["state"] if said["ok"] else said["error"]["code"]


def asked(command: dict[str, Any] = BURN, role: str = "croupier") -> int:
    answer = say(client_of(role), REQUESTS, command)
    assert told(answer) == (202, "waiting")
    return int(answer.json()["request"]["number"])


def sign(number: int, role: str, **more: str) -> tuple[int, str]:
    return told(say(client_of(role), steps(number), {"step": "signed", **more}))


def test_art_49_the_croupiers_burned_shoe_waits_for_the_inspector() -> None:
    before = Record.objects.count()
    answer = say(client_of("croupier"), COMMANDS, BURN)
    assert told(answer) == (202, "waiting")
    assert answer.json()["events"] == []
    assert Record.objects.count() == before
    assert sign(answer.json()["request"]["number"], "inspector") == (200, "signed")
    burned = Record.objects.latest("number")
    assert (burned.name, burned.actor, burned.events[0]["signer"]) == (
        "burn_shoe",
        "one-croupier",
        "one-inspector",
    )


def test_art_49_a_jefes_own_order_is_his_consent_and_the_inspectors_he_must_ask_for() -> None:
    assert told(say(client_of("jefe"), COMMANDS, BURN)) == (202, "waiting")
    answer = say(client_of("jefe"), COMMANDS, BURN_BY_JEFE)
    assert (answer.status_code, answer.json()["ok"]) == (200, True)


def test_a_void_pass_is_the_jefes_to_give_and_the_croupiers_to_ask_for() -> None:
    answer = say(client_of("croupier"), COMMANDS, VOID)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_allowed")
    assert sign(asked(VOID), "jefe") == (200, "signed")


def test_art_50_once_all_is_known() -> None:
    for command in TO_RESOLVED:
        assert execute(MESA, command, CROUPIER).ok
    answer = say(client_of("croupier"), COMMANDS, REDEAL)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_allowed")
    bare = {name: value for name, value in REDEAL.items() if name != "reason"}
    assert say(client_of("jefe"), COMMANDS, bare).json()["error"]["code"] == "malformed"
    assert sign(asked(REDEAL), "jefe") == (200, "signed")


OPENING = {"command": "open_table", "reglamento": "chemin-de-fer", "minimum": 10, "maximum": 1000, "chip": 1}
PEOPLE = ("ana", "bea", "carl", "dora")
TO_NINE = (
    {"command": "close_table"},
    OPENING,
    *({"command": "join", "player": player} for player in PEOPLE),
    *({"command": "sit", "player": player, "seat": seat} for seat, player in enumerate(PEOPLE, 1)),
    {"command": "shuffle", "riffles": 0},
    {"command": "cut", "depth": 100},
    {"command": "accept_bank", "player": "ana", "amount": 100},
    {"command": "place_bet", "player": "bea", "chance": "punto", "amount": 100},
    {"command": "close_betting"},
    *(
        {"command": "card", "hand": hand, "card": card}
        for hand, card in zip(("punto", "banca") * 2, "KK29", strict=True)
    ),
)


def test_chemin_an_error_once_all_is_known_is_signed_by_a_jefe() -> None:
    """Players play against each other: one line of the croupier does not turn a known result."""
    for command in TO_NINE:
        assert execute(MESA, command, JEFE).ok
    error = {"command": "incident", "kind": "miscall", "given": True}
    assert told(say(client_of("croupier"), COMMANDS, error)) == (403, "not_allowed")
    seen = client_of("croupier").get(f"/api/tables/{MESA}").json()
    assert "miscall" in seen["on_request"]
    number = asked({**error, "reason": "the inspector saw it"})
    assert Record.objects.latest("number").name == "card"
    assert sign(number, "jefe") == (200, "signed")
    signed = Record.objects.latest("number")
    assert (signed.actor, signed.events[0]["signer"]) == ("one-croupier", "one-jefe")


def test_what_waits_can_be_read() -> None:
    number = asked()
    for role in ("croupier", "jefe", "inspector"):
        [line] = client_of(role).get(REQUESTS).json()["requests"]
        assert (line["number"], line["signer"], line["state"]) == (number, "inspector", "waiting")
    assert client_of("cambista").get(REQUESTS).status_code == 403
    assert client_of("jefe").get("/api/tables/nowhere/requests").status_code == 404


def test_the_named_person_signs_on_the_croupiers_tablet_under_his_own_name() -> None:
    number, inspector = asked(), user("inspector")
    assert sign(number, "croupier", signer=inspector.username, passphrase=PASSPHRASE) == (200, "signed")
    assert SignatureRequest.objects.get(pk=number).outcome.actor == "one-inspector"


def test_the_same_key_says_it_once() -> None:
    client = client_of("croupier")
    keyed = {"Idempotency-Key": "k1"}
    first = say(client, COMMANDS, BURN, **keyed)
    assert say(client, COMMANDS, BURN, **keyed).json() == first.json()
    number, inspector = first.json()["request"]["number"], client_of("inspector")
    for _ in range(2):
        assert told(say(inspector, steps(number), {"step": "signed"}, **keyed)) == (200, "signed")
    assert told(say(inspector, steps(number), {"step": "signed"})) == (409, "request_ended")
    assert Record.objects.filter(name="burn_shoe").count() == 1


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ({"step": "declined"}, (422, "says_nothing")),
        ({"step": "declined", "reason": "x" * 501}, (422, "says_nothing")),
        ({"step": "lapsed"}, (422, "ill_formed_request")),
        ({"step": "signed", "by": "one-jefe"}, (422, "ill_formed_request")),
        (b"{", (422, "ill_formed_request")),
        ({"step": "declined", "reason": "two cards only"}, (200, "declined")),
    ],
)
def test_declining(said: Any, outcome: tuple[int, str]) -> None:
    assert told(say(client_of("inspector"), steps(asked()), said)) == outcome


@pytest.mark.parametrize("number", [9, 10**30])
def test_a_request_that_is_not_there(number: int) -> None:
    assert told(say(client_of("jefe"), steps(number), {"step": "signed"})) == (404, "no_such_request")


def test_a_request_is_refused_when_its_pass_is_over() -> None:
    number = asked()
    for command in (*TO_RESOLVED, {"command": "settle"}):
        assert execute(MESA, command, CROUPIER).ok
    answer = say(client_of("inspector"), steps(number), {"step": "signed"})
    assert told(answer) == (409, "request_lapsed")
    assert "ask again" in answer.json()["error"]["message"]


@pytest.mark.parametrize("caller", ["cambista", "device", "display", "forged"])
def test_others_neither_ask_nor_answer(caller: str) -> None:
    number = asked()
    client, headers = come(caller)
    assert say(client, REQUESTS, VOID, **headers).status_code == 403
    assert say(client, steps(number), {"step": "signed"}, **headers).status_code == 403


def test_a_device_burns_no_shoe() -> None:
    secret = Token.objects.issue("shoe", "device", MESA)
    answer = say(Client(), COMMANDS, BURN, Authorization=f"Bearer {secret}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_allowed")
    assert not SignatureRequest.objects.exists()
