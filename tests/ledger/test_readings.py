"""What the house reads of its money: shifts, results, what players exchanged."""

from typing import Any

import pytest
from django.test import override_settings

from casino.chart import CHART
from casino.common.errors import Refusal
from ledger import selectors as ledger
from ledger.cage import exchanges, selectors, totals
from ledger.cage.models import Shift, Slip
from ledger.chart import AccountKind
from ledger.models import Transfer
from ledger.totals import result_of
from tables import slip_service
from tables.engine.actor import Actor
from tables.engine.command import LARGEST
from tables.robot.cage import in_chips
from tests.counter import ask, done, go, refusal
from tests.ledger.mesa import BOOK, closed, until_the_tray_moves

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
    lines = totals.of_shift(shift)
    assert lines["tray"] and result_of(lines) == 0  # a fill is no gain
    until_the_tray_moves()
    won = sum(totals.results_of_shift(shift).values())
    assert result_of(totals.of_shift(shift)) == won != 0


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


def test_who_gives_one_chip_more_than_he_held_is_seen_and_nobody_else() -> None:
    shift = selectors.current_shift(BOOK)
    assert shift and exchanges.beyond(shift) == []
    done("buy_in", 100, player="ana")
    done("cash_out", 40, player="ana")
    done("tip", 60, player="ana")
    assert exchanges.beyond(shift) == []
    one = done("tip", 1, player="ana")
    assert exchanges.beyond(shift) == [(one, 1)]


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
    with override_settings(COUNTER_LIMIT=150):
        go(ask("buy_in", 200, player="bea"), "confirmed", "jefe")
        ask("buy_in", 300, player="bea")
    assert shift and exchanges.exchanged(shift, ["", "ana", "bea", "carl"]) == {
        "ana": exchanges.Exchanged(100, 0, 100),
        "bea": exchanges.Exchanged(200, 0, 200),
        "carl": exchanges.Exchanged(0, 0, 0),
    }


def test_the_counts_of_a_shift_are_its_counts_only() -> None:
    shift = selectors.current_shift(BOOK)
    done("fill", 100)
    count = done("count", selectors.balances(BOOK)["tray"])
    assert shift and selectors.counts_of(shift) == [count]


def test_a_count_puts_right_what_was_done_before_it() -> None:
    slip = done("buy_in", 100, player="ana")
    count = done("count", selectors.balances(BOOK)["tray"])
    assert selectors.counted_since(slip, [count])
    count.at = slip.at  # in the same instant: what is asked for later was counted later
    assert selectors.counted_since(slip, [count])
    with override_settings(COUNTER_LIMIT=50):
        late = ask("buy_in", 200, player="ana")
        between = done("count", selectors.balances(BOOK)["tray"])
        late = go(late, "confirmed", "jefe")
    assert not selectors.counted_since(late, [count, between])  # they were made before it was done


def test_where_nothing_was_counted_nothing_bars_an_undo() -> None:
    assert selectors.undo_barrier("table:another") == 0


def test_postings_come_in_the_order_in_which_they_were_made() -> None:
    done("buy_in", 100, player="ana")
    done("tip", 40, player="ana")
    references = list(Transfer.objects.order_by("-id").values_list("reference", flat=True))
    made = [posting.amount for posting in ledger.postings_of(references)]
    assert made[-3:] == [100, 100, 40]  # chips and money of the exchange, then the tip


@pytest.mark.parametrize(
    ("amount", "code"), [(LARGEST, None), (LARGEST + 1, "not_an_amount"), (0, "not_an_amount")]
)
def test_the_largest_amount_of_a_slip(amount: int, code: str | None) -> None:
    assert refusal(lambda: ask("cage_cash_in", amount)) == code


@override_settings(COUNTER_LIMIT=100)
def test_who_has_lately_shown_who_he_is_confirms_and_nobody_else() -> None:
    slip = ask("buy_in", 500, player="ana")
    refused = refusal(
        lambda: slip_service.take_step(slip.number, "confirmed", Actor("jo", "jefe", confirmed=False))
    )
    assert refused == "confirm_yourself"
    assert refusal(lambda: go(slip, "confirmed", "jefe")) is None


def test_a_step_without_a_key_is_not_answered_a_second_time() -> None:
    slip = ask("fill", 100)
    go(slip, "sent", "cambista")
    assert refusal(lambda: go(slip, "sent", "cambista")) == "not_this_step"


def repeated(**said: Any) -> str | None:
    """The code with which a request under a key of an earlier one is refused."""
    return refusal(lambda: ask("fill", key="once", **said))


def test_a_request_under_its_key_is_the_same_slip_however_its_amount_was_said() -> None:
    chips = in_chips(200)
    slip = ask("fill", None, chips=chips, key="once")
    assert ask("fill", None, chips=chips, key="once") == ask("fill", 200, chips=chips, key="once") == slip
    assert repeated(amount=200) == repeated(chips=in_chips(300)) == "key_used"
    assert Slip.objects.filter(kind="fill", amount=200).count() == 1


def test_what_is_asked_of_the_chart() -> None:
    plain = AccountKind("plain")
    assert (plain.label, plain.may_be_negative, plain.personal, plain.in_totals, plain.in_result) == (
        "",
        False,
        False,
        True,
        False,
    )
    assert CHART.personal == {kind.code for book in CHART.books for kind in book.accounts if kind.personal}
    assert CHART.pairs >= {("table", "tray"), ("table", "chips"), ("cage", "stock"), ("house", "capital")}
    assert len(CHART.pairs) == sum(len(book.accounts) for book in CHART.books)


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


def test_a_tray_may_be_emptied_to_its_last_chip() -> None:
    done("credit", selectors.balances(BOOK)["tray"])
    assert selectors.balances(BOOK)["tray"] == 0
    with pytest.raises(Refusal) as refused:
        go(ask("credit", 1), "sent", "croupier")
    assert (refused.value.code, refused.value.fields["account"]) == ("not_that_much", "tray")


def test_of_two_accounts_the_one_that_lacks_the_money_is_named() -> None:
    until_tips = selectors.balances("cage:main")
    done("cage_chips_out", until_tips["stock"] - 100)
    done("cage_cash_out", until_tips["cash"] - 50)
    done("tip", 100)
    done("tips_out", 100)
    with pytest.raises(Refusal) as refused:
        done("tronc_out", 100)
    assert (refused.value.code, refused.value.fields["account"]) == ("not_that_much", "cash")
