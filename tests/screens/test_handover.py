"""The change of shift has two signatures: who hands over, with his notes, and who takes over what is open."""

from typing import Any

import pytest
from django.test import Client

from casino.common.refusals import Refusal
from casino.journal.models import Entry
from casino.people.models import User
from ledger.cage.selectors import last_shifts
from ledger.selectors import balance
from tables.door import disputes
from tables.door.service import execute
from tables.models import Handover, HandoverGiven, Record
from tables.rules.roles import Actor
from tables.view import handovers
from tables.view.alerts import standing
from tables.view.alerts.money import key_of_short_tray
from tests.support import counter
from tests.support.house import CROUPIER, JEFE, Croupier, game, open_table

pytestmark = pytest.mark.django_db
JIMENA = Actor("jimena", "jefe")


@pytest.fixture(autouse=True)
def table() -> None:
    open_table("mesa", "Mesa")


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


def test_a_note_that_was_undone_is_not_open_and_the_one_given_anew_is() -> None:
    note = {"command": "note", "text": "the shoe sticks"}
    assert execute("mesa", note, CROUPIER).ok
    assert execute("mesa", {"command": "undo", "reason": "the card before"}, JEFE).ok
    assert handovers.what_is_open().notes == ()
    assert execute("mesa", note, CROUPIER).ok
    anew = Record.objects.filter(name="note").latest("pk")
    assert handovers.what_is_open().notes == (anew,)
    assert jefe("jimena").get("/handover/").text.count("the shoe sticks") == 1
    assert handovers.give(JEFE, "").open["notes"] == [f"mesa#{anew.number}"]


def test_an_undone_note_of_one_table_does_not_hide_that_of_another() -> None:
    open_table("otra", "Otra")
    for slug in ("mesa", "otra"):
        assert execute(slug, {"command": "note", "text": "the shoe sticks"}, CROUPIER).ok
    assert execute("mesa", {"command": "undo", "reason": "the card before"}, JEFE).ok
    assert [note.table.slug for note in handovers.what_is_open().notes] == ["otra"]


def test_a_short_tray_stays_open_until_it_is_filled_whoever_has_seen_it() -> None:
    counter.cage()
    counter.table(tray=1)
    assert handovers.what_is_open().trays == ()
    croupier, tray = Croupier(4), f"{counter.BOOK}:tray"
    while balance(tray) >= 0:
        game(counter.MESA, 1, croupier)
    missing = -balance(tray)
    [short] = handovers.what_is_open().trays
    assert (short.table.slug, short.held, short.seen) == (counter.MESA, -missing, None)
    shift = last_shifts([counter.BOOK])[counter.BOOK]
    standing.see(counter.MESA, key_of_short_tray(shift, short.held), JEFE)
    [short] = handovers.what_is_open().trays
    assert short.seen and short.seen.actor == "julio"
    page = jefe("jimena").get("/handover/").text
    assert "The tray is short" in page and "julio" in page and "Nothing is open." not in page
    assert handovers.give(JEFE, "").open["trays"] == [f"{counter.MESA} -{missing}"]
    counter.done("fill", missing)
    assert balance(tray) == 0 and handovers.what_is_open().trays == ()


def test_what_is_wrong_stands_beside_its_field_and_nothing_open_says_what_to_do() -> None:
    page = jefe("jimena").post("/handover/", {"act": "take", "reason": " "})
    assert page.status_code == 422 and 'aria-describedby="wrong-reason"' in page.text
    assert "Nothing is open." in page.text and 'href="/floor/"' in page.text
    long = jefe("julio").post("/handover/", {"act": "give", "notes": "x" * 2001})
    assert 'aria-describedby="wrong-notes"' in long.text and "x" * 2001 in long.text


def test_a_count_that_waits_says_what_it_found_and_no_gain() -> None:
    counter.cage()
    counter.ask("cash_count", 5, reason="counted twice")
    page = jefe("julio").get("/handover/").text
    assert "counted twice · Expected " in page and ", counted 5" in page
    assert "<b>5</b>" in page and "<b>+5</b>" not in page
