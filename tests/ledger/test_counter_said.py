"""What a slip says: its number, its key, its amount or chips, its player, its reason; and the limits of it."""

from typing import Any

import pytest

from casino.common.currency import LARGEST
from ledger import selectors as ledger
from ledger.audit import faults
from ledger.cage import selectors
from ledger.cage.models import Slip
from ledger.cage.requests import SlipRequest
from ledger.models import Transfer
from tables import slip_service
from tables.service import execute
from tests.counter import MESA, PEOPLE, ask, cage, done, go, held, moved, refusal, table
from tests.house import JEFE

pytestmark = pytest.mark.django_db
BOOK = f"table:{MESA}"
FOUND = "house:main:over_short"
KEY = "cora:k1"


@pytest.fixture(autouse=True)
def mesa() -> None:
    cage()
    table()


def everything() -> tuple[Any, ...]:
    return held(), Transfer.objects.count(), list(Slip.objects.order_by("number").values())


def waits(slip: Slip) -> str | None:
    return selectors.next_step(slip)


# Numbers


def test_slips_are_numbered_without_gaps_whatever_is_refused_between(settings: Any) -> None:
    settings.COUNTER_LIMIT = LARGEST
    for _ in range(3):
        ask("tip", 10)
        assert refusal(lambda: ask("tip", 0)) == "not_an_amount"
        assert refusal(lambda: ask("cash_out", 100_001)) == "not_that_much", "found out after it was numbered"
    numbers = list(Slip.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_printed_number_is_used_once_and_the_series_goes_round_it() -> None:
    last = Slip.objects.count()
    assert ask("tip", 10, number=last + 2).number == last + 2
    assert [ask("tip", 10).number for _ in range(3)] == [last + 1, last + 3, last + 4]
    before = everything()
    for used in (1, last + 1, last + 2, last + 4):
        assert refusal(lambda used=used: ask("tip", 10, number=used)) == "slip_number_used"
    assert everything() == before


@pytest.mark.parametrize("number", [0, -1, True, 1.5, "7", LARGEST + 1, 10**30])
def test_a_printed_number_is_a_number(number: Any) -> None:
    before = everything()
    assert refusal(lambda: ask("tip", 10, number=number)) == "not_a_number"
    assert everything() == before


# Keys


@pytest.mark.parametrize("again", [{}, {"reason": " "}])
def test_a_key_repeated_gives_the_first_slip(again: dict[str, Any]) -> None:
    said: dict[str, Any] = {"kind": "buy_in", "amount": 100, "by": "cambista", "key": KEY}
    first = ask(**said)
    before = everything()
    assert ask(**{**said, **again}) == first
    assert everything() == before


@pytest.mark.parametrize(
    "other",
    [
        *({"amount": 700}, {"amount": None}, {"player": "ana"}, {"kind": "cash_out"}, {"kind": "gift"}),
        *({"number": 901}, {"reason": "another paper"}),
    ],
)
def test_a_key_is_not_used_for_another_slip(other: dict[str, Any]) -> None:
    said: dict[str, Any] = {"kind": "buy_in", "amount": 100, "by": "cambista", "key": KEY}
    ask(**said)
    before = everything()
    assert refusal(lambda: ask(**{**said, **other})) == "key_used"
    assert everything() == before


def test_a_key_that_was_refused_is_free_and_one_of_a_void_slip_is_not() -> None:
    assert refusal(lambda: ask("fill", 0, key=KEY)) == "not_an_amount"
    slip = ask("fill", 100, key=KEY)
    go(slip, "void", "jefe", "miscounted")
    assert ask("fill", 100, key=KEY) == slip
    assert ask("fill", 100, key="cora:k2") != slip


# Amounts and chips

NO_AMOUNTS = [None, -1, 1.5, "10", True, LARGEST + 1, 10**30]


@pytest.mark.parametrize("kind", ["buy_in", "fill", "drop_out", "cage_chips_in"])
@pytest.mark.parametrize("amount", NO_AMOUNTS)
def test_an_amount_is_a_whole_number_up_to_the_largest(kind: str, amount: Any) -> None:
    before = everything()
    assert refusal(lambda: ask(kind, amount, reason="so it is")) == "not_an_amount"
    assert everything() == before


@pytest.mark.parametrize("kind", ["count", "closing"])
@pytest.mark.parametrize("amount", [0, 10_000, *NO_AMOUNTS])
def test_a_tray_is_counted_by_its_chips(kind: str, amount: Any) -> None:
    said = SlipRequest(kind, amount, reason="so it is")
    before = everything()
    assert refusal(lambda: slip_service.request_slip(MESA, said, PEOPLE["croupier"])) == "chips_needed"
    assert everything() == before


@pytest.mark.parametrize(
    "kind", ["buy_in", "cash_out", "tip", "fill", "credit", "cage_chips_in", "cage_cash_out"]
)
def test_only_a_count_finds_nothing(kind: str) -> None:
    assert refusal(lambda: ask(kind, 0)) == "not_an_amount"
    assert waits(ask("drop_out", 0)) == "signed"


@pytest.mark.parametrize(
    ("kind", "chips", "amount", "outcome"),
    [
        ("fill", {"100": 3, "5": 2}, None, 310),
        ("fill", {"100": 3, "5": 0}, 300, 300),
        ("credit", {"50000": 1}, None, 50_000),
        ("count", {"5000": 2}, None, 10_000),
        ("fill", {"100": 3}, 301, "chips_do_not_add_up"),
        ("fill", {"100": 3}, 0, "chips_do_not_add_up"),
        ("fill", {}, None, "not_an_amount"),
        ("fill", {"100": 0}, None, "not_an_amount"),
        ("fill", {"50000": LARGEST}, None, "not_an_amount"),
        ("fill", {"3": 1}, None, "not_such_chips"),
        ("fill", {"0100": 1}, None, "not_such_chips"),
        ("fill", {100: 1}, None, "not_such_chips"),
        ("fill", {"100": -1}, None, "not_such_chips"),
        ("fill", {"100": 1, "5": -1}, None, "not_such_chips"),
        ("fill", {"100": 1.5}, None, "not_such_chips"),
        ("fill", {"100": True}, None, "not_such_chips"),
        ("fill", {"100": "1"}, None, "not_such_chips"),
        ("fill", {"100": LARGEST + 1}, None, "not_such_chips"),
        ("buy_in", {"100": 1}, None, "not_such_chips"),
        ("drop_out", {}, 0, "not_such_chips"),
        ("cage_chips_in", {"100": 1}, 100, "not_such_chips"),
    ],
)
def test_chips_are_the_houses_and_come_to_the_amount(
    kind: str, chips: dict[Any, Any], amount: int | None, outcome: int | str
) -> None:
    before = everything()
    if isinstance(outcome, str):
        assert refusal(lambda: ask(kind, amount, chips=chips)) == outcome
        assert everything() == before
    else:
        slip = Slip.objects.get(pk=ask(kind, amount, chips=chips).pk)
        assert (slip.amount, slip.chips) == (outcome, chips)


# Players and reasons


@pytest.mark.parametrize("player", ["zoe", "ANA", "ana ", "ana:x", ":", "\x00", "ana\x00"])
@pytest.mark.parametrize("kind", ["buy_in", "cash_out", "tip"])
def test_a_player_is_one_whom_the_table_knows(kind: str, player: str) -> None:
    before = everything()
    assert refusal(lambda: ask(kind, 100, player=player)) == "unknown_player"
    assert everything() == before


@pytest.mark.parametrize("kind", ["fill", "credit", "count", "drop_out", "cage_chips_in"])
def test_only_an_exchange_or_a_tip_has_a_player(kind: str) -> None:
    assert refusal(lambda: ask(kind, 100, player="ana", reason="his")) == "unknown_player"


def test_who_has_left_still_brings_his_chips() -> None:
    done("buy_in", 100, player="leo")
    assert execute(MESA, {"command": "leave", "player": "leo"}, JEFE).ok
    before = held()
    done("cash_out", 60, player="leo")
    assert moved(before, held())[f"{BOOK}:chips:leo"] == -60


@pytest.mark.parametrize("reason", ["x" * 501, "a\x00b"])
def test_a_reason_has_at_most_500_characters_of_text(reason: str) -> None:
    before = everything()
    assert refusal(lambda: ask("fill", 100, reason=reason)) == "says_too_much"
    assert everything() == before
    assert ask("fill", 100, reason=f" {'x' * 500}\n").reason == "x" * 500


# Limits


@pytest.mark.parametrize(
    ("exchanges", "waiting"),
    [
        ([("buy_in", 1000, "ana")], []),
        ([("buy_in", 1001, "ana")], [0]),
        ([("buy_in", 600, "ana"), ("buy_in", 400, "ana"), ("buy_in", 1, "ana")], [2]),
        ([("buy_in", 600, "ana"), ("buy_in", 401, "ana"), ("buy_in", 1, "ana")], [1, 2]),
        ([("cash_out", 600, "ana"), ("cash_out", 401, "ana")], [1]),
        ([("buy_in", 1000, "ana"), ("cash_out", 1000, "ana"), ("buy_in", 1000, "bea")], [1]),
        ([("buy_in", 1000, ""), ("buy_in", 1000, ""), ("buy_in", 1001, "")], [2]),
        ([("tip", 1000, "ana"), ("tip", 1000, "ana"), ("tip", 1001, "ana"), ("buy_in", 1000, "ana")], [2]),
    ],
)
def test_above_the_limit_alone_or_together_an_exchange_waits_for_a_jefe(
    exchanges: list[tuple[str, int, str]], waiting: list[int], settings: Any
) -> None:
    settings.COUNTER_LIMIT = 1000
    slips = [ask(kind, amount, player=player) for kind, amount, player in exchanges]
    assert [number for number, slip in enumerate(slips) if waits(slip)] == waiting
    assert {waits(slips[number]) for number in waiting} <= {"confirmed"}


def test_a_void_exchange_is_not_counted_and_a_new_shift_begins_at_nothing(settings: Any) -> None:
    settings.COUNTER_LIMIT = 1000
    large = ask("buy_in", 1001, player="ana")
    assert refusal(lambda: done("closing", 10_000)) == "pending_slips"
    go(large, "void", "cambista", "too much")
    assert [waits(ask("buy_in", amount, player="ana")) for amount in (1000, 1)] == [None, "confirmed"]
    go(selectors.pending()[0], "confirmed", "jefe")
    for kind in ("closing", "opening"):
        done(kind, 10_000 - 1001)
    assert waits(ask("buy_in", 1000, player="ana")) is None


# Differences

ASKED_AND_SIGNED = [
    ("count", "croupier", "jefe", None),
    ("count", "jefe", "croupier", None),
    ("count", "croupier", "cambista", "jefe_must_sign"),
    ("closing", "croupier", "jefe", None),
    ("closing", "croupier", "cambista", "jefe_must_sign"),
    ("tips_out", "cambista", "jefe", None),
    ("tips_out", "cambista", "croupier", "jefe_must_sign"),
    ("cagnotte_out", "cambista", "jefe", None),
    ("cagnotte_out", "cambista", "croupier", "jefe_must_sign"),
    ("drop_out", "cambista", "jefe", None),
    ("drop_out", "cambista", "croupier", "jefe_must_sign"),
]
OVER = {"count": 10_015, "closing": 10_015, "tips_out": 15, "cagnotte_out": 15, "drop_out": 15}


@pytest.mark.parametrize(("kind", "by", "signer", "code"), ASKED_AND_SIGNED)
def test_a_difference_is_explained_and_signed_by_a_jefe(
    kind: str, by: str, signer: str, code: str | None
) -> None:
    before = everything()
    if by != "croupier":
        assert refusal(lambda: ask(kind, OVER[kind], by)) == "reason_needed"
        assert refusal(lambda: ask(kind, OVER[kind], by, reason="  ")) == "reason_needed"
    assert everything() == before
    slip = ask(kind, OVER[kind], by, reason="a chip behind the tray")
    assert held() == before[0], "nothing moves before it is signed"
    assert refusal(lambda: go(slip, "signed", signer)) == code
    assert held().get(FOUND, 0) == (0 if code else -15)


@pytest.mark.parametrize("kind", ["count", "closing"])
def test_who_counts_blind_explains_nothing_and_the_jefe_who_signs_does(kind: str) -> None:
    """Else he would learn from the refusal what should be there, without a trace."""
    slip, before = ask(kind, OVER[kind], "croupier"), everything()
    assert refusal(lambda: go(slip, "signed", "jefe")) == "reason_needed"
    assert refusal(lambda: go(slip, "signed", "jefe", "  ")) == "reason_needed"
    assert everything() == before
    go(slip, "signed", "jefe", "a chip behind the tray")
    assert held()[FOUND] == -15
    assert ask("opening" if kind == "closing" else "count", 10_015, "croupier").steps, (
        "and what is right needs none"
    )


def test_a_cambista_does_not_count_a_difference_that_no_jefe_could_sign() -> None:
    before = everything()
    assert refusal(lambda: ask("count", 10_015, "cambista", reason="a chip over")) == "cambista_cannot_differ"
    assert everything() == before


@pytest.mark.parametrize(("kind", "of"), [("tips_out", "tips"), ("drop_out", "drop"), ("count", "tray")])
@pytest.mark.parametrize("difference", [-40, 40])
def test_a_difference_is_the_houses_and_what_was_counted_moves(kind: str, of: str, difference: int) -> None:
    done("buy_in", 500, player="ana")
    done("tip", 200, player="ana")
    there, before = selectors.balances(BOOK)[of], held()
    done(kind, there + difference, reason="counted twice")
    change = {FOUND: -difference}
    if kind == "count":
        assert moved(before, held()) == change | {f"{BOOK}:tray": difference}
    else:
        target = {"tips_out": "house:main:tronc", "drop_out": "cage:main:cash"}[kind]
        assert moved(before, held()) == change | {f"{BOOK}:{of}": -there, target: there + difference}
    assert (ledger.total(), list(faults(BOOK)), list(faults("house:main"))) == (0, [], [])


@pytest.mark.parametrize("kind", ["count", "tips_out"])
def test_without_a_difference_no_reason_and_no_jefe_is_needed(kind: str) -> None:
    there = 10_000 if kind == "count" else 0
    slip = ask(kind, there, "cambista")
    go(slip, "signed", "croupier")
    assert selectors.is_done(slip) and FOUND not in held()
