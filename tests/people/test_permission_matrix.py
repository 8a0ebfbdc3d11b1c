"""Each role at each address: what the permission table allows is answered, everything else is refused."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from casino.administration.urls import urlpatterns as administration_addresses
from casino.people.models import Token, User
from casino.people.permissions import (
    API,
    PAGES,
    REPORTS,
    SLIPS,
    STAFF,
    Role,
    may_call,
    may_open,
    may_read,
    may_request_slip,
)
from casino.site.monitoring.urls import urlpatterns as monitoring_addresses
from ledger.cage.slips import KINDS
from tables.api import api
from tables.door.service import execute
from tables.door.signatures import ask
from tables.models import Record
from tables.reports.urls import urlpatterns as report_addresses
from tables.rules.reglamentos import REGLAMENTOS
from tables.rules.roles import COMMANDS, REQUESTS, Actor, may_ask_for, may_command
from tables.screens.urls import urlpatterns as screen_addresses
from tests.support import counter
from tests.support.house import JEFE, open_table
from tests.support.well_formed import well_formed

OPEN, SHUT, LOGIN = 200, 403, 302
MESA = "mesa-4"
PEOPLE = [role for role in Role if role in STAFF]
addresses = [*screen_addresses, *report_addresses, *administration_addresses, *monitoring_addresses]
# They ask for no role: the first page and what one chooses there; a display's link is its own secret.
OF_NOBODY = {"home", "language", "theme", "tour", "wall-link", "walls", "set-up", "logo"}
OF_NOBODY |= {"directory", "directory-answer"}  # the ways to the house's directory and back
OF_THE_SITE = {"find", "look"}  # tests/site/test_finder.py, tests/site/test_look.py
SAME = {"report-any-table": "report-table", "report-any-player": "report-player"}
SAME |= {"table-article": "article", "why-paid": "why", "console-passes": "console", "slip-roll": "slip"}
SAME |= {"timeline-act": "timeline", "report-views": "reports"}
QUERY = {
    "bundle": {"table": MESA, "since": "2020-01-01T00:00"},
    "report-any-table": {"table": MESA},
    "report-any-player": {"table": MESA, "player": "ana"},
}


def path_of(name: str) -> str:
    """An address with a table, a number or a player that exists."""
    number = {
        "slip": 3,
        "slip-roll": 3,
        "person": User.objects.order_by("pk").values_list("pk", flat=True).last(),
    }.get(name)
    known = {"slug": MESA, "name": "argentina", "player": "ana", "role": "jefe", "number": number or 1}
    known["key"] = f"record-{Record.objects.values_list('pk', flat=True).first()}"
    [pattern] = [one.pattern for one in addresses if one.name == name]
    wanted = {field: known[field] for field in pattern.converters}
    return f"{reverse(name, kwargs=wanted)}?{urlencode(QUERY.get(name, {}))}"


@pytest.fixture
def house(db: None) -> None:
    """A table with people at it, its shift open, and a slip or two of its own and of the cage."""
    counter.cage()
    counter.table(MESA)


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(f"one-{role}", role=role))
    return client


REPORT_NAMES = {address.name for address in report_addresses}


def test_every_page_has_its_row() -> None:
    asked = {SAME.get(str(one.name), str(one.name)) for one in addresses} - OF_NOBODY
    assert asked | OF_THE_SITE == PAGES.keys() | REPORTS.keys()


@pytest.mark.parametrize("role", [*PEOPLE, ""])
def test_pages(db: None, role: str, settings: Any) -> None:
    settings.DIRECTORY_ISSUER = "https://directory.example"  # only such a house has the page of its groups
    counter.filled()
    client = client_of(role) if role else Client()
    for name in sorted({str(one.name) for one in addresses} - OF_NOBODY):
        allowed = (may_read if name in REPORT_NAMES else may_open)(role, SAME.get(name, name))
        expected = OPEN if allowed else SHUT if role else LOGIN
        assert client.get(path_of(name)).status_code == expected, name


def test_who_has_no_role_sees_that_he_has_none_and_nothing_else(db: None) -> None:
    """A login that nobody has given a role, as `createsuperuser` makes it."""
    counter.filled()
    client = Client()
    client.force_login(User.objects.create_user("one"))
    page = client.get("/").text
    assert "Su usuario todavía no tiene rol" in page and MESA not in page
    for name in sorted({str(one.name) for one in addresses} - OF_NOBODY):
        assert client.get(path_of(name)).status_code == SHUT, name
    for name in API:
        path = reverse(f"api:{name}", args=ARGUMENTS.get(name, []))
        body = BODIES.get(name)
        answer = client.post(path, body, content_type="application/json") if body else client.get(path)
        assert answer.status_code == SHUT, name


@pytest.mark.parametrize("kind", [role for role in Role if role not in STAFF])
def test_a_wall_by_its_link(house: None, kind: str) -> None:
    link = reverse("wall-link", args=[Token.objects.issue(kind, kind, MESA)])
    answer = Client().get(link, follow=True)
    assert answer.status_code == (OPEN if may_open(kind, "wall") else SHUT)


# The API: each address with what it wants; a command that every dealer may try, a slip that the counter's people may.
BODIES: dict[str, dict[str, Any]] = {
    "commands": {"command": "stop_card"},
    "slips": {"kind": "tip", "amount": 1},
    "cage-slips": {"kind": "chip_inventory", "chips": {}},
    "steps": {"step": "void", "reason": "a trial"},
    "corrections": {"hand": "punto", "place": 1, "was": "7", "card": "8"},
    "requests": {"command": "void_pass", "reason": "a trial"},
    "request-steps": {"step": "declined", "reason": "a trial"},
    "disputes": {"note": "a card"},
    "calls": {"because": "a trial"},
    "calls-end": {"because": "a trial"},
    "decision": {"decision": "it stands"},
    "decision-read": {"because": "a trial"},
    "duty": {"post": "croupier"},
    "duty-steps": {"step": "ended"},
    "tablet-end": {"because": "a trial"},
    "section": {"tables": MESA},
    "alert-seen": {"because": "a trial"},
}
ARGUMENTS = {
    "reglamento": ["argentina"],
    "snapshot": [MESA],
    "commands": [MESA],
    "money": [MESA],
    "slips": [MESA],
    "steps": [9],
    "corrections": [MESA],
    "requests": [MESA],
    "request-steps": [9],
    "disputes": [MESA],
    "calls": [MESA],
    "calls-end": [MESA],
    "decision": [1],
    "decision-read": [1],
    "duty": [MESA],
    "duty-steps": [9],
    "tablet-end": [1],
    "alert-seen": [MESA, "staff-0-0"],
    "article": ["argentina", "1"],
    "figures": ["results"],
}


class Caller:
    """A person by his session, a device or display by its token."""

    def __init__(self, role: str) -> None:
        self.client = client_of(role) if role in STAFF else Client()
        secret = "" if role in STAFF else Token.objects.issue(role, role, MESA)
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    def call(self, name: str, body: dict[str, Any] | None) -> int:
        path = reverse(f"api:{name}", args=ARGUMENTS.get(name, []))
        if body is None:
            return int(self.client.get(path, headers=self.headers).status_code)
        said = json.dumps(body)
        answer = self.client.post(path, said, content_type="application/json", headers=self.headers)
        return int(answer.status_code)


def test_every_address_of_the_api_has_its_row() -> None:
    addresses, _app, _namespace = api.urls
    assert {address.name for address in addresses} - {"api-root", "openapi-json"} == API.keys()


@pytest.mark.parametrize("role", Role)
def test_the_api(house: None, role: str) -> None:
    caller = Caller(role)
    for name in API:
        allowed = may_call(role, name)
        if name == "commands":
            allowed = may_command(role, BODIES[name]["command"])
        elif name in ("slips", "cage-slips"):
            allowed = may_request_slip(role, BODIES[name]["kind"])
        elif name == "requests":
            allowed = may_ask_for(role, BODIES[name]["command"])
        assert (caller.call(name, BODIES.get(name)) != SHUT) == allowed, name


@pytest.mark.parametrize("role", Role)
def test_what_waits_is_read_by_who_may_call_the_address(house: None, role: str) -> None:
    assert (Caller(role).call("requests", None) != SHUT) == may_call(role, "requests")


PEOPLE_SEATED = ("ana", "bea", "carl", "dora")
TO_A_PASS: dict[str, list[dict[str, Any]]] = {
    "argentina": [
        {"command": "shuffle", "riffles": 4},
        {"command": "bid", "player": "ana", "amount": 10},
        {"command": "close_auction"},
        {"command": "cut", "player": "dora", "depth": 100},
    ],
    "chemin-de-fer": [
        {"command": "close_table"},
        {"command": "open_table", "reglamento": "chemin-de-fer", "minimum": 10, "maximum": 1000, "chip": 1},
        *({"command": "join", "player": player} for player in PEOPLE_SEATED),
        *({"command": "sit", "player": player, "seat": seat} for seat, player in enumerate(PEOPLE_SEATED, 1)),
        {"command": "shuffle", "riffles": 4},
        {"command": "cut", "depth": 100},
        {"command": "accept_bank", "player": "ana", "amount": 100},
        {"command": "place_bet", "player": "bea", "chance": "punto", "amount": 100},
    ],
}


def to_its_end(act: str) -> list[dict[str, Any]]:
    """A pass of two cards each; with banca's third where there were two of it."""
    cards = "72K04" if act == "two_third_cards" else "394K"
    hands = ("punto", "banca", "punto", "banca", "banca")
    dealt = [
        {"command": "card", "hand": hand, "card": card.replace("0", "10")}
        for hand, card in zip(hands, cards, strict=False)
    ]
    return [{"command": "close_betting"}, *dealt]


@pytest.mark.parametrize("role", Role)
def test_each_request_for_a_signature(house: None, role: str) -> None:
    for act in REQUESTS:
        command = {"command": act} if act in COMMANDS else {"command": "incident", "kind": act}
        said = {**command, "reason": "a trial", **OF_ACT.get(act, {})}
        with transaction.atomic():
            answer = ask(MESA, at_its_moment(act, said), Actor("one", role))
            transaction.set_rollback(True)
        assert (answer.error is None) == may_ask_for(role, act), (act, answer.error)


OF_ACT: dict[str, dict[str, Any]] = {
    "burn_shoe": {"consent": "jefe"},
    "basketed_unseen": {"hand": "banca"},
    "miscall": {"given": True},
    "two_third_cards": {"hand": "banca", "cards": ["4", "7"]},
}


def at_its_moment(act: str, said: dict[str, Any]) -> dict[str, Any]:
    """The command, at a pass of which every card is known where it needs one."""
    chemin = act in REGLAMENTOS["chemin-de-fer"].incidents and act not in REGLAMENTOS["argentina"].incidents
    moments = TO_A_PASS["chemin-de-fer" if chemin else "argentina"]
    for command in (*moments, *(() if act in COMMANDS else to_its_end(act))):
        assert execute(MESA, command, JEFE).ok, command
    return said


@pytest.mark.parametrize("role", Role)
def test_each_slip(house: None, role: str) -> None:
    caller = Caller(role)
    for kind in SLIPS:
        door = "cage-slips" if KINDS[kind].shift == "none" else "slips"
        status = caller.call(door, {"kind": kind, "amount": 1})
        assert (status != SHUT) == may_request_slip(role, kind), kind


# What no schema says: the stake of a bank, a kind of incident, who joins, and that a jefe gives a reason for an undo.
FIELDS: dict[str, dict[str, Any]] = {
    "accept_bank": {"amount": 10},
    "incident": {"kind": "confused_deal"},
    "join": {"player": "eva"},
    "undo": {"reason": "a trial"},
}


def tried(command: dict[str, Any], role: str) -> str:
    """The code with which it is refused, empty where it is not; the table stays as it is."""
    with transaction.atomic():
        answer = execute(MESA, command, Actor("one", role))
        transaction.set_rollback(True)
    return str(answer.error["code"]) if answer.error else ""


@pytest.mark.parametrize("role", Role)
def test_commands(db: None, role: str) -> None:
    open_table(MESA, MESA)
    for name in COMMANDS:
        refused = tried({"command": name, **well_formed(name), **FIELDS.get(name, {})}, role)
        assert refused not in ("malformed", "unknown_command", "unknown_player"), name
        if not may_command(role, name):
            assert refused == "not_allowed", name
        elif name != "undo":  # which is also refused to a croupier beyond his reach
            assert refused != "not_allowed", name
