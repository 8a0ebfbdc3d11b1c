"""What entered and left the accounts of a book by purpose, and what was won: of transfers, hours and days."""

from datetime import UTC, datetime, timedelta

import pytest

from casino.common.clock.periods import PeriodParts
from ledger import selectors as ledger
from ledger import service, totals
from ledger.models import Account, Entry, Transfer
from ledger.postings import Posting
from tests.support.house import let_legs_be

EVENING = datetime(2026, 3, 6, 20, tzinfo=UTC)
LATER = EVENING + timedelta(hours=2)
END = EVENING + timedelta(hours=8)
ONE, TWO = "table:mesa-1", "table:mesa-2"


def move(book: str, source: str, target: str, amount: int, purpose: str, at: datetime) -> str:
    reference = f"{book}#{Transfer.objects.count()}"
    service.post([Posting(f"{book}:{source}", f"{book}:{target}", amount, purpose)], reference, at)
    return reference


@pytest.fixture
def evening(db: None) -> None:
    """Two tables in an evening: 150 won and later 30 lost at the one, 70 won at the other."""
    move(ONE, "chips:bea", "stakes", 300, "bet_placed", EVENING)
    move(ONE, "stakes", "tray", 200, "punto_lost", EVENING + timedelta(minutes=10))
    move(ONE, "tray", "chips:bea", 50, "punto_won", EVENING + timedelta(minutes=50))
    move(ONE, "tray", "chips:bea", 30, "punto_won", LATER)
    move(TWO, "chips:ana", "stakes", 70, "bet_placed", LATER)
    move(TWO, "stakes", "tray", 70, "banca_lost", LATER)


@pytest.mark.usefixtures("evening")
def test_the_result_of_an_hour_is_what_was_won_in_it_less_what_was_lost() -> None:
    of_one = {(ONE, EVENING): 150, (ONE, LATER): -30}
    assert totals.results_by_hour(EVENING, END) == of_one | {(TWO, LATER): 70}
    assert totals.results_by_hour(EVENING, END, ONE) == of_one
    assert totals.results_by_hour(EVENING, LATER) == {(ONE, EVENING): 150}, "without the hour at the end"


@pytest.mark.usefixtures("evening")
def test_the_result_of_a_part_is_that_of_its_days_and_of_the_hours_beside_them() -> None:
    cut, end = EVENING + timedelta(days=2), EVENING + timedelta(days=5)
    parts = PeriodParts(EVENING, end, (EVENING, cut))
    move(ONE, "chips:bea", "stakes", 40, "bet_placed", LATER)
    move(ONE, "stakes", "tray", 40, "punto_lost", cut + timedelta(days=1))  # in a day that lies within a part
    move(TWO, "chips:ana", "stakes", 16, "bet_placed", LATER)
    move(TWO, "stakes", "tray", 7, "banca_lost", cut - timedelta(hours=1))  # in the day that is cut
    move(TWO, "stakes", "tray", 9, "banca_lost", cut + timedelta(hours=1))
    of_two = {(TWO, EVENING): 77, (TWO, cut): 9}
    assert totals.results_by_part(parts) == {(ONE, EVENING): 120, (ONE, cut): 40} | of_two
    assert totals.results_by_part(parts, TWO) == of_two
    whole = totals.of_hours(EVENING, end)
    assert {book: totals.result_of(lines) for book, lines in whole.items()} == {ONE: 160, TWO: 86}
    assert totals.of_hours(EVENING, end, ONE) == {ONE: whole[ONE]}
    assert totals.days_kept() == (EVENING.date(), (cut + timedelta(days=1)).date())


@pytest.mark.django_db
def test_where_nothing_has_moved_no_day_is_kept() -> None:
    assert totals.days_kept() is None


@pytest.mark.usefixtures("evening")
def test_the_lines_of_a_period_say_what_entered_and_what_left() -> None:
    found = totals.of_hours(EVENING, END)
    assert found == {
        ONE: {
            "stakes": {"punto_lost": -200},
            "tray": {"punto_lost": 200, "punto_won": -80},
            "chips": {"punto_won": 80},
        },
        TWO: {"stakes": {"banca_lost": -70}, "tray": {"banca_lost": 70}},
    }
    assert totals.of_hours(EVENING, END, TWO) == {TWO: found[TWO]}
    assert [totals.result_of(found[book]) for book in (ONE, TWO)] == [120, 70]


@pytest.mark.usefixtures("evening")
def test_between_two_transfers_the_lines_are_exact_and_name_no_person() -> None:
    assert totals.of_transfers(ONE, 0, None) == {
        "stakes": {"bet_placed": 300, "punto_lost": -200},
        "tray": {"punto_lost": 200, "punto_won": -80},
    }
    first, second, *_ = Transfer.objects.order_by("id").values_list("id", flat=True)
    assert totals.of_transfers(ONE, first, second) == {
        "stakes": {"punto_lost": -200},
        "tray": {"punto_lost": 200},
    }
    assert totals.results_of_transfers(ONE, 0, None) == {EVENING: 150, LATER: -30}
    assert totals.results_of_transfers(ONE, first, second) == {EVENING: 200}


@pytest.mark.django_db
def test_what_a_reference_caused_is_read_newest_first_and_half_a_transfer_is_left_out() -> None:
    first = move(ONE, "chips:bea", "stakes", 300, "bet_placed", EVENING)
    second = move(ONE, "stakes", "tray", 200, "punto_lost", EVENING)
    let_legs_be()
    alone = Transfer.objects.create(key="x", reference="x", purpose="bet_placed", at=EVENING)
    Entry.objects.create(transfer=alone, account=Account.objects.get(code=f"{ONE}:tray"), amount=5)
    found = [posting for _, posting in ledger.caused_by([first, "x", second])]
    assert [(one.source, one.target, one.amount) for one in found] == [
        (f"{ONE}:stakes", f"{ONE}:tray", 200),
        (f"{ONE}:chips:bea", f"{ONE}:stakes", 300),
    ]
    assert ledger.caused_by(["nothing"]) == []
