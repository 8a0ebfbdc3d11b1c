"""What the tests of the counter over HTTP share: its callers, what they say, and what they are told."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.test import Client

from casino.people.models import Token, User
from ledger.cage.models import Slip, Step
from ledger.models import Transfer
from tables.models import Record
from tests.support.counter import MESA, held

SLIPS, CAGE = f"/api/tables/{MESA}/slips", "/api/cage/slips"
PASSPHRASE = "correct horse battery"
STAFF = ("croupier", "jefe", "cambista", "inspector")
TOKENS = ("display", "device")
Come = tuple[Client, dict[str, str]]
NO = (403, "not_for_your_role")
BAD = (422, "ill_formed_slip")
TEXT = (422, "says_too_much")
BUY = {"kind": "buy_in", "amount": 100}


def user(role: str) -> User:
    """The member of the staff who has `role`, made when first asked for."""
    found = User.objects.filter(username=f"one-{role}").first()
    return found or User.objects.create_user(f"one-{role}", role=role, password=PASSPHRASE, language="en")


def client_of(role: str) -> Client:
    """A browser in which the member of the staff with `role` is logged in."""
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
    """The answer to `said`, posted as it is if it is bytes and else as JSON."""
    body = said if isinstance(said, bytes) else json.dumps(said)
    return client.post(path, body, content_type="application/json", headers=headers)


def steps(number: object) -> str:
    """The address where the steps of a slip are taken."""
    return f"/api/slips/{number}/steps"


def told(answer: Any) -> tuple[int, str]:
    """Status, and the code of the refusal or else the slip's state."""
    said = answer.json()
    return answer.status_code, said["slip"]["state"] if said["ok"] else said["error"]["code"]


def everything() -> tuple[Any, ...]:
    """Transfers, balances, records and papers: all that a refused request may not change."""
    papers = [list(model.objects.order_by("pk").values()) for model in (Slip, Step)]
    return Transfer.objects.count(), held(), Record.objects.count(), papers


@contextmanager
def untouched() -> Iterator[None]:
    """What is done inside changes nothing."""
    before = everything()
    yield
    assert everything() == before


def counted() -> int:
    """The number of a right count of the tray, asked by the croupier and not yet signed."""
    answer = say(client_of("croupier"), SLIPS, {"kind": "count", "chips": {"5000": 2}})
    return int(answer.json()["slip"]["number"])
