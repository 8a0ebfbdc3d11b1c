"""The counter over HTTP: who comes in, what each may do, and what each is shown."""

from typing import Any

import pytest
from django.test import Client

from casino.people.models import Token, User
from tests.api.counter import CAGE, NO, SLIPS, STAFF, TOKENS, client_of, come, say, steps, told, untouched
from tests.support.counter import MESA, ask

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counter")]
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


def test_the_cambista_gives_no_command_of_the_game() -> None:
    with untouched():
        answer = say(client_of("cambista"), f"/api/tables/{MESA}/commands", {"command": "settle"})
        assert told(answer) == (403, "not_allowed")


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
