"""The change of shift has two signatures: who hands over, with his notes, and who takes over what is open."""

from typing import Any

import pytest
from django.test import Client

from casino.accounts.models import User
from casino.common.errors import Refusal
from casino.journal.models import Entry
from tables import disputes, handovers
from tables.engine.actor import Actor
from tables.models import Handover, HandoverGiven
from tables.service import create_table, execute
from tests.house import CROUPIER, JEFE, opening

pytestmark = pytest.mark.django_db
JIMENA = Actor("jimena", "jefe")


@pytest.fixture(autouse=True)
def table() -> None:
    create_table("mesa", "Mesa")
    for command in opening():
        assert execute("mesa", command, JEFE).ok


def jefe(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name, role="jefe", language="en"))
    return client


def test_who_goes_and_who_comes_sign_what_is_open() -> None:
    disputes.mark("mesa", CROUPIER, "it was mine")
    assert execute("mesa", {"command": "note", "text": "the shoe sticks"}, CROUPIER).ok
    julio, jimena = jefe("julio"), jefe("jimena")
    assert julio.post("/handover/", {"act": "give", "notes": "mesa waits\nfor a fill"}).status_code == 302
    page = jimena.get("/handover/").text
    assert "julio hands over" in page and "mesa waits<br>for a fill" in page and "the shoe sticks" in page
    assert jimena.post("/handover/", {"act": "take"}).status_code == 302
    (given,), (taken,) = HandoverGiven.objects.all(), Handover.objects.all()
    assert (given.actor, taken.actor, taken.accepted["given"]) == (
        "julio",
        "jimena",
        {"number": given.pk, "actor": "julio"},
    )
    assert len(given.open["disputes"]) == len(taken.accepted["disputes"]) == 1
    assert given.open["notes"] == taken.accepted["notes"] != []
    assert [entry.kind for entry in Entry.objects.order_by("-number")[:2]] == ["handover", "handover_given"]
    page = jimena.get("/handover/").text
    assert "julio" in page and "hands over" not in page and "the shoe sticks" not in page


def test_nobody_takes_over_from_himself() -> None:
    handovers.give(JEFE, "")
    with pytest.raises(Refusal, match="own_handover"):
        handovers.accept(JEFE)
    answer = jefe("julio").post("/handover/", {"act": "take"})
    assert answer.status_code == 409 and "Another jefe takes over" in answer.text
    assert not Handover.objects.exists()


def test_who_comes_to_nobody_says_why(settings: Any) -> None:
    with pytest.raises(Refusal, match="nobody_hands_over"):
        handovers.accept(JIMENA)
    handovers.accept(JIMENA, "julio fell ill")
    assert Handover.objects.get().accepted["reason"] == "julio fell ill"
    assert "julio fell ill" in jefe("jimena").get("/handover/").text


def test_what_was_handed_over_is_taken_once_and_the_newest_counts() -> None:
    handovers.give(JEFE, "first")
    newest = handovers.give(JEFE, "second")
    assert handovers.accept(JIMENA).accepted["given"]["number"] == newest.pk
    assert handovers.waits() is None
    with pytest.raises(Refusal, match="nobody_hands_over"):
        handovers.accept(JEFE)


def test_a_croupier_signs_neither_and_notes_are_not_endless() -> None:
    for act in (lambda: handovers.give(CROUPIER, ""), lambda: handovers.accept(CROUPIER, "why not")):
        with pytest.raises(Refusal, match="not_for_your_role"):
            act()
    with pytest.raises(Refusal, match="long_notes"):
        handovers.give(JEFE, "x" * 2001)


def test_a_change_of_shift_of_before_is_still_read() -> None:
    Handover.objects.create(
        actor="old", at=handovers.clock.now(), accepted={"disputes": [], "incidents": [], "suspended": []}
    )
    assert "old" in jefe("jimena").get("/handover/").text
