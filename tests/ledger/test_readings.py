"""What the house reads of its money: shifts, results, what players exchanged, and which slips wait."""

from typing import Any

import pytest

from ledger.cage import exchanges, selectors
from ledger.cage.models import Shift, Slip
from ledger.totals import result_of
from tables.robot.cage import in_chips
from tests.ledger.mesa import BOOK, closed, until_the_tray_moves
from tests.support.counter import ask, done, go, refusal
from tests.support.own_house import having

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]


def test_the_last_shift_of_each_book_is_its_newest() -> None:
    first = selectors.current_shift(BOOK)
    assert selectors.last_shifts([BOOK, "table:another"]) == {BOOK: first}
    closed()
    assert selectors.last_shifts([BOOK]) == {BOOK: first}
    done("opening", selectors.balances(BOOK)["tray"])
    assert selectors.last_shifts([BOOK]) == {BOOK: selectors.current_shift(BOOK)} != {BOOK: first}


def test_only_what_was_won_counts_to_the_result_of_a_shift() -> None:
    shift = selectors.current_shift(BOOK)
    assert shift
    lines = selectors.money_of_shift(shift)
    assert lines["tray"] and result_of(lines) == 0  # a fill is no gain
    until_the_tray_moves()
    won = sum(selectors.results_of_shift(shift).values())
    assert result_of(selectors.money_of_shift(shift)) == won != 0


def test_who_gives_more_chips_than_he_held_is_seen() -> None:
    done("buy_in", 100, player="ana")
    done("cash_out", 100, player="ana")
    more = done("cash_out", 30, player="ana")
    wrong = done("cash_out", 70, player="bea")
    go(wrong, "void", "jefe", "of another table")
    shift = selectors.current_shift(BOOK)
    assert shift and exchanges.beyond(shift) == [(more, 30)]
    assert exchanges.exchanged_by_player(Slip.objects.all()) == {"ana": {"buy_in": 100, "cash_out": 130}}
    assert exchanges.exchanged(shift, ["ana", "bea"])["ana"].holds == -30


def test_who_gave_more_than_he_held_is_seen_in_the_shift_in_which_he_did() -> None:
    first = selectors.current_shift(BOOK)
    done("buy_in", 100, player="ana")
    more = done("cash_out", 130, player="ana")
    closed()
    done("opening", selectors.balances(BOOK)["tray"])
    next_one = selectors.current_shift(BOOK)
    later = done("tip", 5, player="ana")
    ended = Shift.objects.get(pk=first.pk) if first else None
    assert ended and ended.end and exchanges.beyond(ended) == [(more, 30)]
    assert next_one and exchanges.beyond(next_one) == [(later, 5)]


def test_what_a_player_exchanged_is_what_is_done_and_nobodys_is_nobodys() -> None:
    shift = selectors.current_shift(BOOK)
    done("buy_in", 100, player="ana")
    done("buy_in", 70)  # of somebody whom nobody knows
    with having(counter_limit=150):
        go(ask("buy_in", 200, player="bea"), "confirmed", "jefe")
        ask("buy_in", 300, player="bea")
    assert shift and exchanges.exchanged(shift, ["", "ana", "bea", "carl"]) == {
        "ana": exchanges.Exchanged(100, 0, 100),
        "bea": exchanges.Exchanged(200, 0, 200),
        "carl": exchanges.Exchanged(0, 0, 0),
    }


def test_a_count_puts_right_what_was_done_before_it() -> None:
    slip = done("buy_in", 100, player="ana")
    count = done("count", selectors.balances(BOOK)["tray"])
    assert selectors.counted_since(slip, [count])
    count.at = slip.at  # in the same instant: what is asked for later was counted later
    assert selectors.counted_since(slip, [count])
    with having(counter_limit=50):
        late = ask("buy_in", 200, player="ana")
        between = done("count", selectors.balances(BOOK)["tray"])
        late = go(late, "confirmed", "jefe")
    assert not selectors.counted_since(late, [count, between])  # they were made before it was done


def repeated(**said: Any) -> str | None:
    """The code with which a request under a key of an earlier one is refused."""
    return refusal(lambda: ask("fill", key="once", **said))


def test_a_request_under_its_key_is_the_same_slip_however_its_amount_was_said() -> None:
    chips = in_chips(200)
    slip = ask("fill", None, chips=chips, key="once")
    assert ask("fill", None, chips=chips, key="once") == ask("fill", 200, chips=chips, key="once") == slip
    assert repeated(amount=200) == repeated(chips=in_chips(300)) == "key_used"
    assert Slip.objects.filter(kind="fill", amount=200).count() == 1


def test_slips_that_wait_are_told_from_those_that_do_not() -> None:
    done("tip", 10)
    done("fill", 100)
    waits = [ask("fill", 100), go(ask("fill", 100), "sent", "cambista")]
    assert list(Slip.objects.filter(selectors.unfinished()).order_by("number")) == waits
    go(waits[0], "void", "croupier", "not needed")
    assert list(Slip.objects.filter(selectors.unfinished())) == waits[1:]


def test_tips_count_among_what_a_player_has_exchanged_and_one_chip_too_many_is_seen() -> None:
    done("buy_in", 100, player="ana")
    done("tip", 40, player="ana")
    more = done("cash_out", 61, player="ana")
    slips = Slip.objects.all()
    assert exchanges.exchanged_by_player(slips) == {"ana": {"buy_in": 100, "tip": 40, "cash_out": 61}}
    shift = selectors.current_shift(BOOK)
    assert shift and exchanges.beyond(shift) == [(more, 1)]
