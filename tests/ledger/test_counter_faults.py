"""What the audit says of slips: money of another moment or of another shift, and nothing where all is right."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from casino.common.sql import append_only
from casino.journal.models import FOUND
from casino.journal.models import Entry as JournalEntry
from ledger import selectors as ledger
from ledger.cage.audit import counter_faults, number_faults, shift_faults
from ledger.cage.models import Closing, Series, Shift, Slip, Step
from ledger.models import Transfer
from ledger.postings import Posting
from ledger.selectors import Moved
from tests.ledger.mesa import BOOK, closed, tray, until_the_tray_moves
from tests.support.counter import MESA, ask, done, go
from tests.support.own_house import having

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]
GAME = f"{MESA}#"


def release(*models: type) -> None:
    """The database lets these be changed."""
    with connection.cursor() as cursor:
        for model in models:
            for statement in append_only.release(connection, model._meta.db_table):  # type: ignore[attr-defined]
                cursor.execute(statement)


def of_slips() -> list[str]:
    return list(counter_faults(BOOK, GAME))


def of_shifts() -> list[str]:
    moved = ledger.moved_by_reference(BOOK, GAME) | ledger.moved_by_reference(BOOK, GAME, others=True)
    return list(shift_faults(BOOK, moved, number_of))


def number_of(reference: str) -> int | None:
    return int(reference.removeprefix(GAME)) if reference.startswith(GAME) else None


# Times


def post_earlier(slip: Slip, seconds: float) -> None:
    """Its money moved so long before its signature."""
    release(Transfer)
    for transfer in Transfer.objects.filter(reference__startswith=f"slip:{slip.number}:"):
        Transfer.objects.filter(pk=transfer.pk).update(at=transfer.at - timedelta(seconds=seconds))


def find_in_the_journal(row: Slip | Step) -> None:
    """This row is older than the journal."""
    release(JournalEntry)
    entries = JournalEntry.objects.filter(kind=row.journal_kind, row=row.pk)
    assert entries.update(act=FOUND) == 1


def test_money_moves_at_the_moment_of_its_signature() -> None:
    slip = done("buy_in", 100, player="ana")
    post_earlier(slip, 0.001)
    assert of_slips() == [f"the ledger has another time for slip:{slip.number}:asked than its slip"]


@pytest.mark.parametrize(("seconds", "is_told"), [(60, False), (60.001, True)])
@pytest.mark.parametrize("row", ["slip", "step"])
def test_before_there_was_a_journal_money_moved_up_to_a_minute_earlier(
    row: str, seconds: float, is_told: bool
) -> None:
    slip = done("credit", 100)
    find_in_the_journal(slip if row == "slip" else slip.taken.get(name="received"))
    post_earlier(slip, seconds)
    assert bool(of_slips()) == is_told


def test_a_slip_that_the_journal_saw_being_made_is_not_excused_by_another() -> None:
    earlier, later = done("buy_in", 100, player="ana"), done("buy_in", 200, player="ana")
    find_in_the_journal(earlier)
    post_earlier(later, 30)
    assert of_slips() == [f"the ledger has another time for slip:{later.number}:asked than its slip"]


def test_what_was_typed_wrongly_and_taken_back_is_no_fault() -> None:
    for slip in (done("buy_in", 100, player="ana"), ask("fill", 50)):
        go(slip, "void", "jefe", "typed wrongly")
    assert of_slips() == of_shifts() == []


def test_who_asked_for_chips_may_send_them_himself() -> None:
    slip = ask("credit", 100, by="croupier")
    go(slip, "sent", "croupier")
    go(slip, "received", "cambista")
    assert of_slips() == of_shifts() == []


# Numbers


def test_slips_are_of_one_series() -> None:
    """Under another name the numbers would begin anew."""
    assert [series.name for series in Series.objects.all()] == ["slips"]
    assert list(number_faults()) == []
    Series.objects.create(name="papers")
    assert list(number_faults()) == ["there is a series of numbers 'papers'"]


# Shifts


def with_several_transfers(kind: str) -> Slip:
    if kind == "confirmed buy_in":
        with having(counter_limit=50):
            return go(ask("buy_in", 100, player="ana"), "confirmed", "jefe")
    if kind == "fill made void":
        return go(go(ask("fill", 100), "sent", "cambista"), "void", "jefe", "miscounted")
    said = {"player": "ana"} if kind == "buy_in" else {}
    return done(kind, 100, reason="a chip behind the tray", **said)


@pytest.mark.parametrize(
    "kind", ["buy_in", "confirmed buy_in", "fill", "credit", "fill made void", "tips_out"]
)
def test_all_that_a_slip_moved_lies_in_its_shift(kind: str) -> None:
    done("tip", 90)
    slip = with_several_transfers(kind)
    moved = [
        one.number for of in ledger.moved_by_reference(BOOK, f"slip:{slip.number}:").values() for one in of
    ]
    closed()
    done("opening", tray())
    assert of_shifts() == []
    release(Slip)
    told = [f"slip {slip.number}: transfer {number} lies in another shift" for number in sorted(moved)]
    for other in (Shift.objects.get(book=BOOK, number=2), None):
        Slip.objects.filter(pk=slip.pk).update(shift=other)
        assert len(told) > 1 and sorted(of_shifts()) == sorted(told)


def test_a_shift_in_which_nothing_happened_ends_where_it_began() -> None:
    closed()
    done("opening", tray())
    closed()
    assert of_shifts() == []


def two_shifts() -> None:
    """The first is closed, the second is open; the database lets both be changed."""
    until_the_tray_moves()
    closed()
    done("opening", tray())
    until_the_tray_moves()
    done("buy_in", 100, player="ana")
    release(Shift, Closing)


def two_closed() -> None:
    two_shifts()
    closed()


def the_second_has_other_balances() -> None:
    second = Closing.objects.get(shift__number=2)
    Closing.objects.filter(pk=second.pk).update(balances=second.balances | {"tray": 1})


def test_behind_a_shift_that_was_never_closed_the_next_is_looked_at() -> None:
    two_closed()
    Closing.objects.filter(shift__number=1).delete()
    assert of_shifts() == [f"shift {BOOK}#1 was never closed"]
    the_second_has_other_balances()
    assert of_shifts()[1:] == [f"shift {BOOK}#2 was closed with other balances than had moved until then"]


@pytest.mark.parametrize("number", [1, 2])
def test_the_very_first_transfer_may_be_the_games(number: int) -> None:
    stake = Posting(f"{BOOK}:chips:ana", f"{BOOK}:stakes", 10, "bet_placed")
    moved = {f"{GAME}{number}": [Moved(number, "", timezone.now(), None, stake)]}
    assert list(shift_faults("table:empty", moved, number_of)) == []


def test_one_transfer_is_not_that_of_two_records() -> None:
    stake = Posting(f"{BOOK}:chips:ana", f"{BOOK}:stakes", 10, "bet_placed")
    same = Moved(7, "", timezone.now(), None, stake)
    assert list(shift_faults("table:empty", {f"{GAME}1": [same], f"{GAME}2": [same]}, number_of)) == [
        f"{GAME}2: transfer 7 is not in the order of the record"
    ]


def first() -> Shift:
    return Shift.objects.get(book=BOOK, number=1)


def second() -> Shift:
    return Shift.objects.get(book=BOOK, number=2)


def number_is_left_out() -> None:
    Shift.objects.filter(pk=second().pk).update(number=3)


def a_gap_between_them() -> None:
    Shift.objects.filter(pk=second().pk).update(first_record=second().first_record + 1)


def opened_by_a_fill() -> None:
    fill = Slip.objects.filter(book=BOOK, kind="fill").earliest("number")
    Shift.objects.filter(pk=first().pk).update(opening=fill)


def never_closed() -> None:
    Closing.objects.all().delete()


def ended_before_it_began() -> None:
    Shift.objects.filter(pk=first().pk).update(first_record=Closing.objects.get().last_record + 1)


def money_of_another_shift() -> None:
    Closing.objects.update(last=Closing.objects.get().last - 1)


def other_balances() -> None:
    Closing.objects.update(balances=Closing.objects.get().balances | {"tray": 1})


CHANGES: dict[Callable[[], None], str] = {
    number_is_left_out: "shift 2 should be there",
    a_gap_between_them: "does not begin where the one before it ended",
    opened_by_a_fill: "was opened by",
    never_closed: "was never closed",
    ended_before_it_began: "ended before it began",
    money_of_another_shift: "its money lies in another shift than its record",
    other_balances: "was closed with other balances than had moved until then",
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_shift_that_was_changed_is_told(change: Callable[[], None]) -> None:
    two_shifts()
    assert of_shifts() == []
    change()
    assert any(CHANGES[change] in fault for fault in of_shifts()), of_shifts()


def test_money_that_is_not_in_the_order_of_the_record_is_told() -> None:
    two_shifts()
    moved = ledger.moved_by_reference(BOOK, GAME)
    earlier, later = sorted(moved, key=lambda of: number_of(of) or 0)[:2]
    moved[earlier], moved[later] = moved[later], moved[earlier]
    faults = list(shift_faults(BOOK, moved | ledger.moved_by_reference(BOOK, GAME, others=True), number_of))
    assert any("is not in the order of the record" in fault for fault in faults), faults
