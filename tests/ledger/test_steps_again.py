"""A step taken again under its key, steps that ask who somebody is, and what the house sees of slips that wait."""

import pytest

from ledger.cage import selectors
from ledger.cage.slips import VOID
from tables.door import slips
from tables.rules.roles import Actor
from tests.ledger.mesa import BOOK, everything
from tests.support.counter import CROUPIER, JEFE, ask, done, go, refusal
from tests.support.own_house import having

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]
LONG_AGO = Actor("jimena", "jefe", confirmed=False)


def test_a_step_that_is_repeated_with_its_key_is_answered_and_not_taken_twice() -> None:
    slip = ask("fill", 500)
    slips.take_step(slip.number, VOID, JEFE, "a wrong table", again=True)
    before = everything()
    slips.take_step(slip.number, VOID, JEFE, "a wrong table", again=True)
    assert everything() == before


def test_who_takes_a_step_again_is_answered_by_his_own_step_only() -> None:
    slip = go(ask("fill", 500), "sent", "cambista")
    done_by = slips.take_step(slip.number, "received", CROUPIER, again=True)
    assert [step.name for step in done_by.taken.all()] == ["sent", "received"]


def test_who_has_not_lately_shown_who_he_is_signs_what_is_not_grave() -> None:
    slip = ask("fill", 500)
    sent = slips.take_step(slip.number, "sent", Actor("cora", "cambista", confirmed=False))
    assert [step.name for step in sent.taken.all()] == ["sent"]


def test_a_key_is_not_used_for_another_reason() -> None:
    slip = ask("fill", 500)
    slips.take_step(slip.number, VOID, JEFE, "a wrong table", again=True)
    other = refusal(lambda: slips.take_step(slip.number, VOID, JEFE, "a wrong amount", again=True))
    assert other == "key_used"


@having(counter_limit=100)
def test_who_confirms_a_large_exchange_has_lately_shown_who_he_is() -> None:
    slip = ask("buy_in", 500, player="ana")
    before = everything()
    assert refusal(lambda: slips.take_step(slip.number, "confirmed", LONG_AGO)) == "confirm_yourself"
    assert everything() == before
    go(slip, "confirmed", "jefe")


def test_who_takes_back_a_done_exchange_has_lately_shown_who_he_is() -> None:
    slip = done("buy_in", 100, player="ana")
    before = everything()
    taken_back = refusal(lambda: slips.take_step(slip.number, VOID, LONG_AGO, "another player"))
    assert taken_back == "confirm_yourself"
    assert everything() == before


def test_the_house_sees_what_waits_and_what_has_moved_since() -> None:
    before = selectors.moves()
    assert selectors.moved_since(before) == set()
    assert selectors.pending_in([BOOK]) == {BOOK: []}
    slip = ask("fill", 500)
    assert selectors.pending_in([BOOK, "table:another"]) == {BOOK: [slip], "table:another": []}
    assert selectors.moved_since(before) == {BOOK}


def test_a_count_that_was_not_what_the_ledger_expected_is_a_difference() -> None:
    short = done("count", selectors.balances(BOOK)["tray"] - 10, reason="a chip under the table")
    assert list(selectors.differences([short])) == [(short, -10)]
    right = done("count", selectors.balances(BOOK)["tray"])
    void = go(ask("count", 10, reason="a chip under the table"), "void", "jefe", "counted again")
    assert list(selectors.differences([right, void, done("tip", 20)])) == []
