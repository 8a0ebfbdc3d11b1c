"""What the rows of the ledger and the counter are called where a sentence names them."""

from datetime import UTC, datetime

from django.apps import apps

from ledger.cage.models import Closing, Series, Shift, Slip, Step, UndoBarrier
from ledger.models import Account, DailyTotal, Entry, HourlyTotal, LedgerCurrency, Transfer


def test_each_row_is_named_by_what_tells_it_from_others() -> None:
    hour = datetime(2026, 3, 6, 21, tzinfo=UTC)
    rows = (
        (Account(code="table:mesa-1:tray"), "table:mesa-1:tray"),
        (Transfer(key="mesa-1#7:0"), "mesa-1#7:0"),
        (Entry(transfer_id=7, amount=-100), "7: -100"),
        (LedgerCurrency(currency="ARS", decimals=2), "ARS, 2 decimals"),
        (
            HourlyTotal(book="table:mesa-1", hour=hour, purpose="bet", amount=5),
            "table:mesa-1 2026-03-06 21: bet 5",
        ),
        (
            DailyTotal(book="table:mesa-1", day=hour.date(), purpose="bet", amount=5),
            "table:mesa-1 2026-03-06: bet 5",
        ),
        (Series(name="slips", last=9), "slips: 9"),
        (Slip(kind="fill", number=12), "fill 12"),
        (Shift(book="table:mesa-1", number=3), "table:mesa-1#3"),
        (Step(slip_id=7, name="sent"), "7: sent"),
        (Closing(shift_id=3), "end of 3"),
        (UndoBarrier(book="table:mesa-1", record=40), "table:mesa-1: 40"),
    )
    for row, name in rows:
        assert str(row) == name
    models = [model for label in ("ledger", "cage") for model in apps.get_app_config(label).get_models()]
    assert {type(row) for row, _ in rows} == set(models)
