"""Two years of twenty tables, made by SQL, and the report of the floor over them."""

import time
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

TABLES, DAYS, HOURS = 20, 730, 4  # hours of an evening
LINES = ["pass_punto", "pass_banca", "pass_tie", "bank", "house_bank", "punto", "banca", "tie"]
FLOWS = [
    flow.split()
    for flow in (
        *("chips tray buy_in", "tray chips cash_out", "stakes tray punto_lost", "stakes tray banca_lost"),
        *(
            "tray chips punto_won",
            "tray chips banca_won",
            "tray cagnotte banca_deduction",
            "bank tray bank_lost",
        ),
        *("tray bank bank_won", "chips tips tip", "stock transit fill", "transit tray fill"),
    )
]
HOURS_OF = """FROM tables_table AS one, generate_series(1, %s) AS day, generate_series(0, %s - 1) AS hour,
    LATERAL (SELECT date_trunc('day', now()) - day * interval '1 day' + hour * interval '1 hour' AS at) AS times"""
TURNOVER = f"""INSERT INTO tables_turnover (table_id, hour, line, article, number, staked, stood, won, lost, deducted)
    SELECT one.id, at, line, '', 12, 24000, 1200, 11000, 12000, 300 {HOURS_OF}, unnest(%s::text[]) AS line"""
MONEY = f"""INSERT INTO ledger_hourlytotal (book, hour, source, target, purpose, amount)
    SELECT 'table:' || one.slug, at, source, target, purpose, 5000 {HOURS_OF},
    unnest(%s::text[], %s::text[], %s::text[]) AS flow (source, target, purpose)"""
FILLED = (
    ("tables_turnover", "tables_dailyturnover_follow"),
    ("ledger_hourlytotal", "ledger_dailytotal_follow"),
)


def seconds(rounds: int) -> list[float]:
    """Seconds for the page of the report in each round, after one that fills the caches."""
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.test.utils import setup_test_environment
    from django.utils import timezone

    _fill()
    setup_test_environment()
    client = Client()
    client.force_login(get_user_model().objects.create_user("jefa", role="jefe"))
    until = timezone.now()
    period = urlencode({"since": (until - timedelta(days=DAYS)).isoformat(), "until": until.isoformat()})
    return [_asked(client, f"/reports/floor/?{period}") for _ in range(rounds + 1)][1:]


def _asked(client: Any, address: str) -> float:
    start = time.perf_counter()
    answer = client.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    return time.perf_counter() - start


def _fill() -> None:
    from django.db import connection

    from ledger.triggers import DAILY_TOTALS
    from tables.door.service import create_table
    from tables.record.projections.sums import DAILY_TURNOVER

    for number in range(TABLES):
        create_table(f"mesa-{number}", f"Mesa {number}")
    with connection.cursor() as cursor:
        for table, trigger in FILLED:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")
        cursor.execute(TURNOVER, [DAYS, HOURS, LINES])
        cursor.execute(MONEY, [DAYS, HOURS, *map(list, zip(*FLOWS, strict=True))])
        for sums in (DAILY_TOTALS, DAILY_TURNOVER):
            cursor.execute(sums.fill("postgresql"))
        for table, trigger in FILLED:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {trigger}")
        cursor.execute("ANALYZE")
