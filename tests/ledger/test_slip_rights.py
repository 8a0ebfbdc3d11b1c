"""Who may request a slip, take its steps, make it void and correct it; and that this is what the screens print."""

import pytest

from casino.people.permissions import SLIPS
from ledger.cage import selectors
from ledger.cage.models import Slip
from ledger.cage.slip_rights import may_correct, may_sign, may_take_step, may_void
from ledger.cage.slips import KINDS
from tables.door import slips
from tables.rules.roles import Actor
from tests.support.counter import (
    BOOK,
    CAGE_COUNTS,
    COUNTED,
    MOVED,
    OF_PLAYERS,
    OF_THE_CAGE,
    PEOPLE,
    TRAY_COUNTS,
    USUAL,
    ask,
    asked,
    done,
    go,
    held,
    only,
    outcomes,
    ready,
    refusal,
    tried,
)
from tests.support.own_house import HouseHas

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("filled_mesa")]


# Who may

REQUESTED_BY = {
    **dict.fromkeys(TRAY_COUNTS, "croupier jefe cambista"),
    **dict.fromkeys(("fill", "credit"), "croupier jefe"),
    **dict.fromkeys(("buy_in", "cash_out"), "cambista"),
    "tip": "cambista croupier",
    **dict.fromkeys(("tips_out", "cagnotte_out", "drop_out"), "cambista"),
    **dict.fromkeys(OF_THE_CAGE, "jefe"),
    **dict.fromkeys(CAGE_COUNTS, "cambista jefe"),
}
# Kind, who asked for it, the step: who takes it.
TAKEN_BY = {
    **{(kind, "croupier", "signed"): "jefe cambista" for kind in TRAY_COUNTS},
    **{(kind, "jefe", "signed"): "croupier" for kind in TRAY_COUNTS},
    **{(kind, "cambista", "signed"): "croupier jefe" for kind in TRAY_COUNTS},
    ("fill", "croupier", "sent"): "cambista",
    ("fill", "jefe", "sent"): "cambista",
    ("fill", "croupier", "received"): "croupier jefe",
    ("fill", "jefe", "received"): "croupier jefe",
    ("credit", "croupier", "sent"): "croupier jefe",
    ("credit", "jefe", "sent"): "croupier jefe",
    ("credit", "croupier", "received"): "cambista",
    ("credit", "jefe", "received"): "cambista",
    ("tips_out", "cambista", "signed"): "croupier jefe",
    ("cagnotte_out", "cambista", "signed"): "jefe croupier",
    ("drop_out", "cambista", "signed"): "jefe croupier",
    **{(kind, "jefe", "signed"): "cambista" for kind in OF_THE_CAGE},
    **{(kind, "cambista", "signed"): "jefe" for kind in CAGE_COUNTS},
}


def test_every_kind_of_slip_is_looked_at_here() -> None:
    assert REQUESTED_BY.keys() == MOVED.keys() == USUAL.keys() == KINDS.keys()
    steps = {
        (kind, by, step.name)
        for kind in KINDS
        for by in REQUESTED_BY[kind].split()
        for step in KINDS[kind].steps
    }
    assert TAKEN_BY.keys() == steps


@pytest.mark.parametrize("kind", REQUESTED_BY)
def test_a_slip_is_asked_for_by_these_roles_only(kind: str) -> None:
    said = ready(kind)
    assert outcomes(lambda role: ask(kind, by=role, **said)) == only(REQUESTED_BY[kind])


@pytest.mark.parametrize(("kind", "by", "step"), TAKEN_BY)
def test_a_step_is_taken_by_these_roles_only(kind: str, by: str, step: str) -> None:
    before = [name for name, _ in USUAL[kind][1:]].index(step)
    slip = asked(kind, by, before)
    own = "" if step == "sent" else (by, *(role for _, role in USUAL[kind][1:]))[before]
    assert outcomes(lambda role: go(slip, step, role)) == only(TAKEN_BY[kind, by, step], own)


@pytest.mark.parametrize("kind", ["buy_in", "cash_out"])
def test_what_is_above_the_limit_is_confirmed_by_a_jefe_only(kind: str, house_has: HouseHas) -> None:
    house_has(counter_limit=99)
    slip = asked(kind)
    assert outcomes(lambda role: go(slip, "confirmed", role)) == only("jefe", own="cambista")


# Void

WITH_STEPS = [kind for kind in KINDS if KINDS[kind].steps]


@pytest.mark.parametrize("kind", WITH_STEPS)
def test_a_slip_is_made_void_by_who_asked_for_it_by_who_should_take_its_first_step_or_by_a_jefe(
    kind: str,
) -> None:
    """Who cannot send a fill says so, and does not leave it lying."""
    slip, asker = asked(kind), USUAL[kind][0]
    first = SLIPS[kind].steps[KINDS[kind].steps[0].name][asker]
    assert outcomes(lambda role: go(slip, "void", role, "miscounted")) == only(
        " ".join({asker, "jefe", *first})
    )
    other = Actor("another", asker)
    wanted = None if asker in {"jefe", *first} else "not_for_your_role"
    assert tried(lambda: slips.take_step(slip.number, "void", other, "miscounted")) == wanted


@pytest.mark.parametrize(("kind", "who"), [("fill", "cambista jefe"), ("credit", "cambista")])
def test_chips_on_their_way_are_not_taken_back_by_who_asked_for_them_alone(kind: str, who: str) -> None:
    slip = asked(kind, steps=1)
    assert outcomes(lambda role: go(slip, "void", role, "not needed")) == only(who, own="jefe")


# Corrections


@pytest.mark.parametrize("kind", OF_PLAYERS)
def test_an_exchange_typed_wrongly_is_corrected_by_a_jefe_while_its_shift_is_open(kind: str) -> None:
    said, before = ready(kind), held()
    slip = ask(kind, **said)
    assert outcomes(lambda role: go(slip, "void", role, "typed wrongly")) == only("jefe")
    go(slip, "void", "jefe", "typed wrongly")
    assert held() == before and slips.state_of(Slip.objects.get(pk=slip.pk)) == "void"
    assert refusal(lambda: go(slip, "void", "jefe", "again")) == "slip_done"
    late = ask(kind, **said)
    done("closing", selectors.balances(BOOK)["tray"])
    assert refusal(lambda: go(late, "void", "jefe", "too late")) == "slip_done"


def test_what_has_gone_on_is_not_corrected_any_more() -> None:
    tip = ask("tip", 100, player="ana")
    done("tips_out", selectors.balances(BOOK)["tips"])
    before = held()
    assert refusal(lambda: go(tip, "void", "jefe", "typed wrongly")) == "counted_after"
    assert held() == before


@pytest.mark.parametrize(
    ("kind", "count"),
    [("buy_in", "count"), ("cash_out", "count"), ("buy_in", "drop_out"), ("tip", "tips_out")],
)
def test_what_was_counted_since_is_not_corrected_twice(kind: str, count: str) -> None:
    """A count has found the mistake, and the difference is signed. One made afterwards is another matter."""
    done("buy_in", 900, player="ana")
    wrong = done(kind, 500, player="ana")
    account = KINDS[count].counts or ""
    done(count, selectors.balances(BOOK)[account] - 450, reason="50 and not 500")
    before = held()
    assert refusal(lambda: go(wrong, "void", "jefe", "typed wrongly")) == "counted_after"
    assert held() == before
    again = done(kind, 500, player="ana")
    there = held()
    go(again, "void", "jefe", "typed wrongly")
    assert held() == before != there


def test_a_count_that_is_void_or_waits_puts_nothing_right() -> None:
    wrong = done("buy_in", 500, player="ana")
    slip = ask("count", 9_950, "jefe", reason="50 and not 500")
    go(slip, "void", "jefe", "counted wrongly")
    ask("count", 9_950, "jefe", reason="50 and not 500")
    assert refusal(lambda: go(wrong, "void", "jefe", "typed wrongly")) is None


def test_two_signatures_are_two_persons_whatever_their_roles_have_become() -> None:
    slip = ask("count", selectors.balances(BOOK)["tray"], by="croupier")
    same = Actor(PEOPLE["croupier"].name, "jefe")
    assert tried(lambda: slips.take_step(slip.number, "signed", same)) == "own_signature"


# What is shown is what is accepted

STAFF_OF_SLIPS = ("croupier", "jefe", "cambista")


def taken(kind: str, by: str, steps: int) -> Slip:
    """Such a slip with so many of its steps taken, each by another than the one before."""
    slip = ask(kind, by=by, **ready(kind))
    for step in slip.steps[:steps]:
        go(slip, step, min(SLIPS[kind].steps[step][by] - {by}))
    return slip


def agrees(slip: Slip) -> None:
    """Whoever tries is accepted where the predicates say so, and refused elsewhere."""
    shift = selectors.current_shift(slip.book)
    counts = selectors.counts_of(shift) if shift else []
    step = selectors.next_step(slip)
    for role, usual in PEOPLE.items():
        signs = role in STAFF_OF_SLIPS  # of the others nobody may, whoever it is
        may_try = [usual, *([Actor(f"another {role}", role)] if signs else [])]
        voids = []
        for who in may_try:
            if step:
                code = tried(lambda who=who: slips.take_step(slip.number, step, who))
                assert may_take_step(slip, role, who.name) == (code is None), (step, who, code)
            code = tried(lambda who=who: slips.take_step(slip.number, "void", who, "miscounted"))
            may = may_void(slip, role, who.name) or may_correct(slip, role, shift, counts)
            assert may == (code is None), ("void", who, code)
            voids.append(may)
        assert may_take_step(slip, role) == may_take_step(slip, role, "another"), step
        assert (may_void(slip, role) or may_correct(slip, role, shift, counts)) == any(voids)


STAGES = [
    (kind, by, steps)
    for kind in KINDS
    for by in REQUESTED_BY[kind].split()
    for steps in range(len(KINDS[kind].steps) + 1)
]


@pytest.mark.parametrize(("kind", "by", "steps"), STAGES)
def test_who_may_is_what_the_counter_accepts(kind: str, by: str, steps: int) -> None:
    agrees(taken(kind, by, steps))


@pytest.mark.parametrize("kind", OF_PLAYERS)
def test_who_may_confirm_is_what_the_counter_accepts(kind: str, house_has: HouseHas) -> None:
    house_has(counter_limit=99)
    agrees(taken(kind, USUAL[kind][0], 0))


@pytest.mark.parametrize(
    ("kind", "by"), [(kind, by) for kind in COUNTED for by in REQUESTED_BY[kind].split()]
)
def test_who_may_sign_a_difference_is_what_the_counter_accepts(kind: str, by: str) -> None:
    said = ready(kind)
    off = said | {"amount": said["amount"] + 50, "reason": "a chip behind it"}
    agrees(ask(kind, by=by, **off))


def test_an_exchange_that_was_counted_since_is_not_offered_for_correction() -> None:
    slip = done("buy_in", 500, player="ana")
    agrees(slip)
    done("count", selectors.balances(BOOK)["tray"])
    shift = selectors.current_shift(BOOK)
    assert shift and not may_correct(slip, "jefe", shift, selectors.counts_of(shift))
    agrees(slip)


def test_who_asked_for_chips_may_send_them_and_another_receives_them() -> None:
    slip = ask("credit", 100, by="croupier")
    assert may_sign(slip, "croupier") and may_sign(slip, "croupier", slip.actor)
    slip = go(slip, "sent", "croupier")
    assert may_sign(slip, "cambista") and may_sign(slip, "cambista", "cora")
    assert not may_sign(slip, "cambista", slip.actor) and not may_sign(slip, "croupier")
