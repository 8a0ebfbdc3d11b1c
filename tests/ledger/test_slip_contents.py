"""What a slip says: its amount or chips, its player, its reason."""

from typing import Any

import pytest

from casino.common.currency import LARGEST
from ledger.cage.models import Slip
from ledger.cage.slips import SlipRequest
from tables.door import slips
from tables.door.service import execute
from tests.ledger.mesa import BOOK, everything, waits
from tests.support.counter import MESA, PEOPLE, ask, done, held, moved, refusal
from tests.support.house import JEFE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]
NO_AMOUNTS = [None, -1, 1.5, "10", True, LARGEST + 1, 10**30]


@pytest.mark.parametrize("kind", ["buy_in", "fill"])
@pytest.mark.parametrize("amount", NO_AMOUNTS)
def test_an_amount_is_a_whole_number_up_to_the_largest(kind: str, amount: Any) -> None:
    before = everything()
    assert refusal(lambda: ask(kind, amount, reason="so it is")) == "not_an_amount"
    assert everything() == before


@pytest.mark.parametrize(
    ("kind", "amount"), [("count", 0), ("count", 10_000), ("closing", 10_000), ("count", None)]
)
def test_a_tray_is_counted_by_its_chips(kind: str, amount: Any) -> None:
    said = SlipRequest(kind, amount, reason="so it is")
    before = everything()
    assert refusal(lambda: slips.request_slip(MESA, said, PEOPLE["croupier"])) == "chips_needed"
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
        ("credit", {"5000": 1}, None, 5_000),
        ("credit", {"50000": 1}, None, "not_that_much"),
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
        ("buy_in", {"100": 1}, None, 100),
        ("cash_out", {"100": 1}, 200, "chips_do_not_add_up"),
        ("tip", {"100": 1}, None, "not_such_chips"),
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
@pytest.mark.parametrize("kind", ["buy_in"])
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
