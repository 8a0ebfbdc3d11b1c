"""The totals of hours and days that the ledger keeps: proved by the audit, and computed anew."""

import pytest

from ledger import service
from ledger.audit import faults
from ledger.models import DailyTotal, HourlyTotal
from ledger.postings import Posting

BOOK = "table:mesa-4"
TRAY, STAKES, BEA = f"{BOOK}:tray", f"{BOOK}:stakes", f"{BOOK}:chips:bea"


@pytest.mark.django_db
def test_totals_add_up_to_the_entries_and_a_false_one_is_found() -> None:
    service.post([Posting(BEA, STAKES, 300, "bet_placed")], "mesa-4#1")
    service.post([Posting(STAKES, TRAY, 200, "punto_lost")], "mesa-4#2")
    service.post([Posting(STAKES, TRAY, 100, "punto_lost")], "mesa-4#3")
    service.reverse(["mesa-4#3"], "mesa-4#4:undo")
    assert [(row.purpose, row.source, row.target, row.amount) for row in HourlyTotal.objects.all()] == [
        ("punto_lost", "stakes", "tray", 200)
    ]
    assert list(faults(BOOK)) == []
    HourlyTotal.objects.update(amount=199)
    said = [f"hourly total of punto_lost in {BOOK}: 199, entries 200, from "]
    said += [f"daily total of punto_lost in {BOOK}: 199, entries 200, on "]
    both = zip(faults(BOOK), said, strict=True)
    assert all(fault.startswith(begin) for fault, begin in both), "a daily total follows the hourly ones"
    DailyTotal.objects.update(amount=200)
    (fault,) = faults(BOOK)
    assert fault.startswith(said[0])
    HourlyTotal.objects.update(amount=200)
    (fault,) = faults(BOOK)
    assert fault.startswith(said[1].replace("199", "201"))
    DailyTotal.objects.update(amount=200)
    row = HourlyTotal.objects.get()
    HourlyTotal.objects.all().delete()
    lacks, _ = faults(BOOK)
    assert lacks.startswith(f"hourly total of punto_lost in {BOOK}: 0, entries 200, from ")
    for purpose in ("punto_lost", "bet_placed"):
        HourlyTotal.objects.create(
            book=BOOK, hour=row.hour, source=row.source, target=row.target, purpose=purpose, amount=200
        )
    invented, _ = faults(BOOK)
    assert invented.startswith(f"hourly total of bet_placed in {BOOK}: 200, entries 0, from ")


@pytest.mark.django_db
def test_totals_are_computed_anew_from_the_transfers() -> None:
    for book in (BOOK, "table:mesa-5"):
        chips, stakes, tray = (f"{book}:{kind}" for kind in ("chips:ana", "stakes", "tray"))
        bet, lost = Posting(chips, stakes, 200, "bet_placed"), Posting(stakes, tray, 200, "punto_lost")
        service.post([bet, lost], f"{book}#1")
    kept = list(HourlyTotal.objects.order_by("book").values("book", "hour", "source", "target", "amount"))
    days = list(DailyTotal.objects.order_by("book").values("book", "day", "source", "target", "amount"))
    HourlyTotal.objects.filter(book=BOOK).update(amount=199)
    DailyTotal.objects.filter(book=BOOK).update(amount=5)
    HourlyTotal.objects.create(
        book=BOOK, hour=kept[0]["hour"], source="tray", target="bank", purpose="punto_lost", amount=1
    )
    service.rebuild_totals(BOOK)
    assert (
        list(HourlyTotal.objects.order_by("book").values("book", "hour", "source", "target", "amount"))
        == kept
    )
    assert (
        list(DailyTotal.objects.order_by("book").values("book", "day", "source", "target", "amount")) == days
    )
