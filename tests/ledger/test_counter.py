"""The counter's slips: who may, what moves, in which order; and nothing at all where it is refused."""

import pytest
from django.db import IntegrityError

from casino.common.refusals import Refusal
from ledger import selectors as ledger
from ledger import service
from ledger.audit import faults
from ledger.cage import selectors, slip_postings
from ledger.cage.audit import counter_faults
from ledger.cage.models import Slip, Step
from ledger.cage.slips import KINDS, STEPS, SlipRequest
from ledger.postings import Posting
from tables.door import slips
from tests.support.counter import (
    BOOK,
    MESA,
    MOVED,
    OF_PLAYERS,
    OF_THE_CAGE,
    PEOPLE,
    USUAL,
    ask,
    asked,
    done,
    go,
    held,
    moved,
    ready,
    refusal,
    tried,
)
from tests.support.house import JEFE
from tests.support.own_house import HouseHas

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("filled_mesa")]
CODES = {
    **{kind: f"{BOOK}:{kind}" for kind in ("tray", "transit", "cagnotte", "tips", "drop")},
    **{kind: f"cage:main:{kind}" for kind in ("stock", "cash")},
    **{kind: f"house:main:{kind}" for kind in ("capital", "tronc", "outside", "over_short")},
    "chips": f"{BOOK}:chips:ana",
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_of_the_table_is_none_of_the_cage_and_the_other_way_round(kind: str) -> None:
    slug = MESA if kind in OF_THE_CAGE else None
    by = PEOPLE[USUAL[kind][0]]
    assert tried(lambda: slips.request_slip(slug, SlipRequest(kind, 100), by)) == "unknown_slip"
    assert tried(lambda: slips.request_slip(slug, SlipRequest("gift", 100), by)) == "unknown_slip"


# What moves


@pytest.mark.parametrize("kind", KINDS)
def test_each_step_moves_what_it_says_and_nothing_else(kind: str) -> None:
    said, before = ready(kind), held()
    slip = ask(kind, **said)
    for step, role in [("asked", ""), *USUAL[kind][1:]]:
        if role:
            go(slip, step, role)
        after = held()
        wanted = {CODES[name]: said["amount"] * sign for name, sign in MOVED[kind].get(step, {}).items()}
        assert moved(before, after) == wanted, step
        before = after
    books = (BOOK, "cage:main", "house:main")
    assert (ledger.total(), [fault for book in books for fault in faults(book)]) == (0, [])
    assert selectors.is_done(slip) and slip not in selectors.pending()


@pytest.mark.parametrize("kind", ["buy_in", "cash_out"])
def test_what_waits_for_a_jefe_moves_when_he_confirms(kind: str, house_has: HouseHas) -> None:
    house_has(counter_limit=99)
    said, before = ready(kind), held()
    slip = ask(kind, **said)
    assert held() == before and selectors.pending() == [slip]
    go(slip, "confirmed", "jefe")
    assert moved(before, held()) == {CODES[name]: 100 * sign for name, sign in MOVED[kind]["asked"].items()}


def test_a_defect_is_not_taken_for_money_that_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    slip, before = ask("fill", 100), held()
    monkeypatch.setattr(slip_postings, "Purpose", lambda kind: "nobody knows it")
    with pytest.raises(IntegrityError, match="transfer_purpose_known"):
        go(slip, "sent", "cambista")
    assert (held(), selectors.next_step(slip)) == (before, "sent")


@pytest.mark.parametrize("kind", OF_PLAYERS)
def test_of_whoever_is_not_known_the_chips_are_nobodys(kind: str) -> None:
    before = held()
    done(kind, 100)
    assert moved(before, held())[f"{BOOK}:chips"] == 100 * MOVED[kind]["asked"]["chips"]


@pytest.mark.parametrize(
    ("kind", "taken_from"),
    [
        ("fill", "cage:main:stock"),
        ("credit", f"{BOOK}:tray"),
        ("buy_in", f"{BOOK}:tray"),
        ("cash_out", "cage:main:cash"),
        ("cage_chips_out", "cage:main:stock"),
        ("cage_cash_out", "cage:main:cash"),
        ("tronc_out", "house:main:tronc"),
    ],
)
def test_what_is_not_there_is_not_even_asked_for(kind: str, taken_from: str, house_has: HouseHas) -> None:
    house_has(counter_limit=10**9)
    before, slips = held(), Slip.objects.count()
    there = before.get(taken_from, 0)
    with pytest.raises(Refusal) as refused:
        ask(kind, there + 1, player="ana" if kind in OF_PLAYERS else "")
    said = refused.value
    assert (said.code, said.fields["most"], said.field) == ("not_that_much", there, "amount")
    assert (held(), Slip.objects.count()) == (before, slips)


@pytest.mark.parametrize(("kind", "step"), [("fill", "sent"), ("cage_chips_out", "signed")])
def test_what_has_gone_meanwhile_does_not_move(kind: str, step: str) -> None:
    slip, other = ask(kind, 90_000), ask("cage_chips_out", 1)
    go(other, "signed", "cambista")
    before = held()
    assert refusal(lambda: go(slip, step, "cambista")) == "not_that_much"
    assert (held(), selectors.next_step(slip)) == (before, step)


# In order


@pytest.mark.parametrize("kind", KINDS)
def test_steps_are_taken_in_their_order_and_each_once(kind: str) -> None:
    slip, steps = asked(kind), USUAL[kind][1:]
    for step, role in steps:
        before = held()
        for name in {*STEPS, "", "flown"} - {step, "void"}:
            assert refusal(lambda name=name, role=role: go(slip, name, role)) == "not_this_step"
        assert (held(), selectors.next_step(slip)) == (before, step)
        go(slip, step, role)
    before = held()
    # An exchange or a tip may be corrected by a jefe: see below.
    names = [name for name in (*STEPS, "flown") if name != "void" or kind not in OF_PLAYERS]
    for name, role in [(name, role) for name in names for role in PEOPLE]:
        assert refusal(lambda name=name, role=role: go(slip, name, role, "a mistake")) == "slip_done"
    assert held() == before
    told = [(line["step"], line["role"]) for line in slips.slip_line(slip, "jefe")["by"]]
    assert told == [("asked", slip.role), *steps]


WITH_STEPS = [(kind, taken) for kind in KINDS for taken in range(len(USUAL[kind]) - 1)]


@pytest.mark.parametrize(("kind", "taken"), WITH_STEPS)
def test_a_slip_made_void_gives_back_what_it_had_moved(kind: str, taken: int) -> None:
    said, before = ready(kind), held()
    slip = ask(kind, **said)
    for step, role in USUAL[kind][1 : 1 + taken]:
        go(slip, step, role)
    go(slip, "void", "cambista" if taken else USUAL[kind][0], "miscounted")
    assert held() == before
    assert (slips.state_of(slip), selectors.pending()) == ("void", [])
    for step, role in (*USUAL[kind][1:], ("void", "jefe")):
        assert refusal(lambda step=step, role=role: go(slip, step, role, "again")) == "slip_done"
    assert held() == before


@pytest.mark.parametrize("kind", ["credit", "buy_in"])
def test_the_counter_takes_no_chips_from_a_tray_that_has_not_so_many(kind: str, house_has: HouseHas) -> None:
    house_has(counter_limit=10**9)
    there = selectors.balances(BOOK)["tray"]
    assert refusal(lambda: ask(kind, there + 1)) == "not_that_much"
    slip = ask("credit", there)
    done("buy_in", 1)
    before = held()
    assert refusal(lambda: go(slip, "sent", "croupier")) == "not_that_much"
    assert held() == before


def test_money_that_no_slip_moved_is_found() -> None:
    service.post([Posting(f"{BOOK}:tray", "house:main:capital", 50, "cage_chips_out")], "no slip at all")
    faults = list(counter_faults(BOOK, f"{MESA}#"))
    assert faults == ["the ledger has other money for no slip at all than its slip"]


@pytest.mark.parametrize(
    ("name", "actor", "role"),
    [
        ("signed", PEOPLE["croupier"].name, "jefe"),  # his own count
        ("signed", "x", "croupier"),  # a role that may not
        ("sent", "x", "cambista"),  # no step of a count
    ],
)
def test_a_signature_that_nobody_may_have_given_is_found(name: str, actor: str, role: str) -> None:
    slip = ask("count", selectors.balances(BOOK)["tray"], "croupier")
    assert list(counter_faults(BOOK, f"{MESA}#")) == []
    Step.objects.create(slip=slip, name=name, done=True, actor=actor, role=role, at=slip.at)
    assert next(counter_faults(BOOK, f"{MESA}#")) == f"slip {slip.number} was not {name} as it must be"


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("", "reason_needed"),
        (" \n", "reason_needed"),
        ("x" * 501, "says_too_much"),
        ("a\x00b", "says_too_much"),
    ],
)
def test_a_void_slip_says_why(reason: str, code: str) -> None:
    slip, before = asked("fill", steps=1), held()
    assert refusal(lambda: go(slip, "void", "jefe", reason)) == code
    assert (held(), selectors.next_step(slip)) == (before, "received")


def test_there_is_no_such_slip() -> None:
    assert refusal(lambda: slips.take_step(10**9, "signed", JEFE)) == "no_such_slip"


def test_a_tray_that_owes_does_not_hold_back_what_takes_nothing_from_it(house_has: HouseHas) -> None:
    house_has(counter_limit=10**9)
    bought, cashed = done("buy_in", 500, player="ana"), done("cash_out", 100, player="ana")
    waiting, sent = ask("fill", 700), go(ask("fill", 300), "sent", "cambista")
    tray = selectors.balances(BOOK)["tray"]
    service.post([Posting(f"{BOOK}:tray", f"{BOOK}:chips:ana", tray + 900, "punto_won")], "a large win")
    for slip in (waiting, sent, bought):
        assert refusal(lambda slip=slip: go(slip, "void", "jefe", "not needed")) is None  # type: ignore[misc]
    assert selectors.balances(BOOK)["tray"] == -400
    assert refusal(lambda: go(cashed, "void", "jefe", "typed wrongly")) == "not_that_much"
