"""The counter's slips: who may, what moves, in which order; and nothing at all where it is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from casino.accounts.permissions import SLIPS
from ledger import selectors as ledger
from ledger import service
from ledger.audit import faults
from ledger.cage import selectors
from ledger.cage.audit import counter_faults
from ledger.cage.models import Slip, Step
from ledger.cage.requests import SlipRequest
from ledger.cage.slips import KINDS, STEPS
from ledger.postings import Posting
from tables import slip_service
from tables.engine.actor import Actor
from tests.counter import (
    MESA,
    MOVED,
    OF_THE_CAGE,
    PEOPLE,
    USUAL,
    ask,
    cage,
    done,
    go,
    held,
    moved,
    refusal,
    table,
)
from tests.house import JEFE, Croupier, game

pytestmark = pytest.mark.django_db
BOOK = f"table:{MESA}"
TRAY_COUNTS = ("opening", "count", "closing")
CAGE_COUNTS = ("chip_inventory", "cash_count")
COUNTED = {
    "tips_out": "tips",
    "cagnotte_out": "cagnotte",
    "drop_out": "drop",
    **dict.fromkeys(TRAY_COUNTS, "tray"),
    "chip_inventory": "stock",
    "cash_count": "cash",
}
OF_PLAYERS = ("buy_in", "cash_out", "tip")
CODES = {
    **{kind: f"{BOOK}:{kind}" for kind in ("tray", "transit", "cagnotte", "tips", "drop")},
    **{kind: f"cage:main:{kind}" for kind in ("stock", "cash")},
    **{kind: f"house:main:{kind}" for kind in ("capital", "tronc", "outside", "over_short")},
    "chips": f"{BOOK}:chips:ana",
}


@pytest.fixture(autouse=True)
def mesa() -> None:
    """Every account holds something: a cagnotte by the game, tips and drop by the counter."""
    cage()
    table()
    croupier = Croupier(4)
    while not selectors.balances(BOOK)["cagnotte"]:
        game(MESA, 1, croupier)
    done("buy_in", 500, player="ana")
    done("tip", 200, player="ana")


def ready(kind: str) -> dict[str, Any]:
    """What such a slip says when all is right; the table's day is closed where it is to be opened."""
    tray = selectors.balances(BOOK)["tray"]
    if kind == "opening":
        done("closing", tray)
    if kind == "tronc_out":
        done("tips_out", 200)
    there = selectors.balances("cage:main" if kind in OF_THE_CAGE else BOOK)
    said: dict[str, Any] = {"player": "ana"} if kind in OF_PLAYERS else {}
    return said | {"amount": there[COUNTED[kind]] if kind in COUNTED else 100}


def asked(kind: str, by: str = "", steps: int = 0) -> Slip:
    """Such a slip, with so many of its steps taken by those who usually take them."""
    slip = ask(kind, by=by, **ready(kind))
    for step, role in USUAL[kind][1 : 1 + steps]:
        go(slip, step, role)
    return slip


def tried(act: Callable[[], object]) -> str | None:
    """The code with which it is refused, None where it is not; either way nothing of it remains."""
    with transaction.atomic():
        code = refusal(act)
        transaction.set_rollback(True)
    return code


def outcomes(act: Callable[[str], object]) -> dict[str, str | None]:
    return {role: tried(lambda role=role: act(role)) for role in PEOPLE}


def only(roles: str) -> dict[str, str | None]:
    return {role: None if role in roles.split() else "not_for_your_role" for role in PEOPLE}


# Who may

ASKED_BY = {
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
    **{(kind, "cambista", "signed"): "croupier" for kind in TRAY_COUNTS},
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
    assert ASKED_BY.keys() == MOVED.keys() == USUAL.keys() == KINDS.keys()
    steps = {
        (kind, by, step.name) for kind in KINDS for by in ASKED_BY[kind].split() for step in KINDS[kind].steps
    }
    assert TAKEN_BY.keys() == steps


@pytest.mark.parametrize("kind", ASKED_BY)
def test_a_slip_is_asked_for_by_these_roles_only(kind: str) -> None:
    said = ready(kind)
    assert outcomes(lambda role: ask(kind, by=role, **said)) == only(ASKED_BY[kind])


@pytest.mark.parametrize(("kind", "by", "step"), TAKEN_BY)
def test_a_step_is_taken_by_these_roles_only(kind: str, by: str, step: str) -> None:
    before = [name for name, _ in USUAL[kind][1:]].index(step)
    slip = asked(kind, by, before)
    assert outcomes(lambda role: go(slip, step, role)) == only(TAKEN_BY[kind, by, step])


@pytest.mark.parametrize("kind", ["buy_in", "cash_out"])
def test_what_is_above_the_limit_is_confirmed_by_a_jefe_only(kind: str, settings: Any) -> None:
    settings.COUNTER_LIMIT = 99
    slip = asked(kind)
    assert outcomes(lambda role: go(slip, "confirmed", role)) == only("jefe")


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_of_the_table_is_none_of_the_cage_and_the_other_way_round(kind: str) -> None:
    slug = MESA if kind in OF_THE_CAGE else None
    by = PEOPLE[USUAL[kind][0]]
    assert tried(lambda: slip_service.request_slip(slug, SlipRequest(kind, 100), by)) == "unknown_slip"
    assert tried(lambda: slip_service.request_slip(slug, SlipRequest("gift", 100), by)) == "unknown_slip"


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
def test_what_waits_for_a_jefe_moves_when_he_confirms(kind: str, settings: Any) -> None:
    settings.COUNTER_LIMIT = 99
    said, before = ready(kind), held()
    slip = ask(kind, **said)
    assert held() == before and selectors.pending() == [slip]
    go(slip, "confirmed", "jefe")
    assert moved(before, held()) == {CODES[name]: 100 * sign for name, sign in MOVED[kind]["asked"].items()}


@pytest.mark.parametrize("kind", OF_PLAYERS)
def test_of_whoever_is_not_known_the_chips_are_nobodys(kind: str) -> None:
    before = held()
    done(kind, 100)
    assert moved(before, held())[f"{BOOK}:chips"] == 100 * MOVED[kind]["asked"]["chips"]


@pytest.mark.parametrize(
    ("kind", "amount", "step"),
    [
        ("fill", 90_001, "sent"),
        ("cage_chips_out", 90_001, "signed"),
        ("cage_cash_out", 100_001, "signed"),
        ("cash_out", 100_001, "asked"),
    ],
)
def test_what_is_not_there_does_not_move(kind: str, amount: int, step: str, settings: Any) -> None:
    settings.COUNTER_LIMIT = 10**9
    before, slips = held(), Slip.objects.count()
    if step == "asked":
        assert refusal(lambda: ask(kind, amount)) == "not_that_much"
        assert (held(), Slip.objects.count()) == (before, slips)
        return
    slip = ask(kind, amount)
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
    told = [(line["step"], line["role"]) for line in slip_service.slip_line(slip, "jefe")["by"]]
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
    assert (slip_service.state_of(slip), selectors.pending()) == ("void", [])
    for step, role in (*USUAL[kind][1:], ("void", "jefe")):
        assert refusal(lambda step=step, role=role: go(slip, step, role, "again")) == "slip_done"
    assert held() == before


@pytest.mark.parametrize("kind", [kind for kind, taken in WITH_STEPS if not taken])
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
    assert tried(lambda: slip_service.take_step(slip.number, "void", other, "miscounted")) == wanted


@pytest.mark.parametrize(("kind", "who"), [("fill", "cambista jefe"), ("credit", "cambista")])
def test_chips_on_their_way_are_not_taken_back_by_who_asked_for_them_alone(kind: str, who: str) -> None:
    slip = asked(kind, steps=1)
    assert outcomes(lambda role: go(slip, "void", role, "not needed")) == only(who)


@pytest.mark.parametrize("kind", OF_PLAYERS)
def test_an_exchange_typed_wrongly_is_corrected_by_a_jefe_while_its_shift_is_open(kind: str) -> None:
    said, before = ready(kind), held()
    slip = ask(kind, **said)
    assert outcomes(lambda role: go(slip, "void", role, "typed wrongly")) == only("jefe")
    go(slip, "void", "jefe", "typed wrongly")
    assert held() == before and slip_service.state_of(Slip.objects.get(pk=slip.pk)) == "void"
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


@pytest.mark.parametrize("kind", ["credit", "buy_in"])
def test_the_counter_takes_no_chips_from_a_tray_that_has_not_so_many(kind: str, settings: Any) -> None:
    settings.COUNTER_LIMIT = 10**9
    more = selectors.balances(BOOK)["tray"] + 1
    before = held()
    if kind == "buy_in":
        assert refusal(lambda: ask("buy_in", more)) == "not_that_much"
    else:
        slip = ask("credit", more)
        assert refusal(lambda: go(slip, "sent", "croupier")) == "not_that_much"
    assert held() == before


def test_two_signatures_are_two_persons_whatever_their_roles_have_become() -> None:
    slip = ask("count", selectors.balances(BOOK)["tray"])
    same = Actor(PEOPLE["croupier"].name, "jefe")
    assert tried(lambda: slip_service.take_step(slip.number, "signed", same)) == "not_for_your_role"


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
    assert refusal(lambda: slip_service.take_step(10**9, "signed", JEFE)) == "no_such_slip"


def test_a_tray_that_owes_does_not_hold_back_what_takes_nothing_from_it(settings: Any) -> None:
    settings.COUNTER_LIMIT = 10**9
    bought, cashed = done("buy_in", 500, player="ana"), done("cash_out", 100, player="ana")
    waiting, sent = ask("fill", 700), go(ask("fill", 300), "sent", "cambista")
    tray = selectors.balances(BOOK)["tray"]
    service.post([Posting(f"{BOOK}:tray", f"{BOOK}:chips:ana", tray + 900, "punto_won")], "a large win")
    for slip in (waiting, sent, bought):
        assert refusal(lambda slip=slip: go(slip, "void", "jefe", "not needed")) is None  # type: ignore[misc]
    assert selectors.balances(BOOK)["tray"] == -400
    assert refusal(lambda: go(cashed, "void", "jefe", "typed wrongly")) == "not_that_much"
