"""A screen reads anew what stands beside the game when something that it follows from has changed, and only that."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from casino.accounts.models import User
from tables import beside, disputes, duty, notify, signature_service
from tables.alerts import standing
from tables.alerts.cards import card_alerts
from tables.facts import requests, staff, table
from tables.models import SignatureRequest
from tables.notify import ANYTHING, Change, Subject
from tables.screen import TableView, view_of
from tables.service import ask, execute, read
from tests import counter
from tests.counter import MESA
from tests.house import CROUPIER, JEFE

pytestmark = pytest.mark.django_db(transaction=True)

VOID = {"command": "void_pass", "reason": "a card fell"}
INCIDENT = {"command": "incident", "kind": "exposed_card", "card": "Kh"}
DECKS = 6
FACTS: dict[str, Callable[[TableView], Any]] = {
    "disputes": table.disputes,
    "decisions": table.decisions,
    "shift": lambda view: (shift := table.shift(view)) and shift.end,
    "pending": lambda view: [slip.number for slip in table.pending(view)],
    "cagnotte": table.cagnotte,
    "tray": table.tray,
    "balances": table.balances,
    "requests": requests.requests_of,
    "waiting": requests.waiting_at,
    "duty": staff.dealing,
    "incidents": lambda view: [one.key for one in standing.alerts(view) if one.key.startswith("record-")],
    "refused cards": lambda view: [one.key for one in card_alerts(view)],
}


@pytest.fixture
def changes() -> Iterator[list[Change]]:
    """The notifications of this table since the house is furnished."""
    counter.filled()
    User.objects.create_user(CROUPIER.name, role="croupier")
    expose()
    heard: list[Change] = []

    def hear(change: Change) -> None:
        if change.topic == MESA:
            heard.append(change)

    notify.relay_by(hear)
    yield heard
    notify.relay_no_longer_by(hear)


def told(kept: beside.Beside | None = None) -> dict[str, Any]:
    view = view_of(*read(MESA), "jefe", kept)
    return {name: fact(view) for name, fact in FACTS.items()}


def mark() -> None:
    disputes.mark(MESA, CROUPIER, "it's mine")


def decide() -> None:
    disputes.resolve(disputes.of_table(MESA)[0].pk, JEFE, "he is right", "12")


def ask_for_a_signature() -> None:
    assert ask(MESA, VOID, CROUPIER).ok


def decline() -> None:
    signature_service.take_step(SignatureRequest.objects.get().pk, "declined", JEFE, "no")


def expose(times: int = 1) -> None:
    for _ in range(times):
        execute(MESA, INCIDENT, CROUPIER)


def see(fact: str) -> None:
    standing.see(MESA, told()[fact][0], JEFE)


def nothing() -> None:
    """Nothing had to happen before."""


@pytest.mark.parametrize(
    ("before", "act", "fact"),
    [
        (nothing, mark, "disputes"),
        (mark, decide, "decisions"),
        (nothing, lambda: counter.done("closing", counter.ready("closing")["amount"]), "shift"),
        (nothing, lambda: counter.ask("fill", 500), "pending"),
        (nothing, lambda: counter.done("cagnotte_out", **counter.ready("cagnotte_out")), "cagnotte"),
        (nothing, lambda: counter.done("buy_in", 500, player="ana"), "tray"),
        (nothing, lambda: counter.done("buy_in", 500, player="ana"), "balances"),
        (nothing, ask_for_a_signature, "requests"),
        (ask_for_a_signature, decline, "waiting"),
        (nothing, lambda: duty.begin(MESA, CROUPIER, "croupier"), "duty"),
        (nothing, lambda: see("incidents"), "incidents"),
        (lambda: expose(DECKS - 1), expose, "refused cards"),
        (lambda: expose(DECKS), lambda: see("refused cards"), "refused cards"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_an_act_tells_what_it_changes(
    changes: list[Change], before: Callable[[], None], act: Callable[[], object], fact: str
) -> None:
    before()
    beside.renew(MESA)
    was = told(beside.of(MESA))
    changes.clear()
    act()
    subjects = frozenset[Subject]().union(*(change.beside for change in changes))
    assert subjects and subjects != ANYTHING
    beside.renew(MESA, subjects)
    assert told(beside.of(MESA)) == told() and was[fact] != told()[fact]


def test_what_follows_from_another_subject_is_not_read_again(
    changes: list[Change], django_assert_num_queries: Any
) -> None:
    told(beside.of(MESA))
    view = view_of(*read(MESA), "jefe", beside.of(MESA))
    beside.renew(MESA, frozenset({Subject.PEOPLE}))
    view = view_of(view.table, read(MESA)[1], "jefe", beside.of(MESA))  # type: ignore[arg-type]
    with django_assert_num_queries(0):
        table.pending(view), table.shift(view), table.disputes(view), requests.waiting_at(view)
    with django_assert_num_queries(1):
        staff.dealing(view)
