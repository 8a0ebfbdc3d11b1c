"""A past made by SQL, for speed: twenty tables, two years, as many passes as are asked for."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TABLES = 20
FILLING = Path(__file__).with_name("past.sql")
FILLED = (
    *(
        "tables_pass",
        "tables_bet",
        "tables_turnover",
        "ledger_transfer",
        "ledger_entry",
        "ledger_hourlytotal",
    ),
    *("cage_slip", "cage_step", "cage_shift", "cage_closing"),
)
TRIGGERS = (
    ("ledger_entry", "ledger_entry_balances"),
    ("ledger_hourlytotal", "ledger_dailytotal_follow"),
    ("tables_turnover", "tables_dailyturnover_follow"),
)
OPENING = {"command": "open_table", "reglamento": "argentina", "minimum": 100, "maximum": 10_000, "chip": 10}
# The period ends at a full hour, so that a report up to now includes all of it.
WHEN = """
CREATE UNLOGGED TABLE bench AS
SELECT %(passes)s::bigint AS passes, least(640, %(passes)s / 80) AS fast,
    %(passes)s / 20 - least(640, %(passes)s / 80) AS slow, min(id) AS first_table,
    date_trunc('hour', now()) AS ends, date_trunc('hour', now()) - interval '730 days' AS begins
FROM tables_table
"""


def fill(passes: int) -> None:
    """Fill an empty, migrated database."""
    from django.db import connection

    from ledger.triggers import DAILY_TOTALS
    from tables.projections.daily import DAILY_TURNOVER

    open_tables()
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
        cursor.execute("SET maintenance_work_mem = '512MB'")
        cursor.execute("SET work_mem = '256MB'")
        cursor.execute(WHEN, {"passes": passes})
        with unguarded(cursor):
            cursor.execute(FILLING.read_text())
        for sums in (DAILY_TOTALS, DAILY_TURNOVER):
            cursor.execute(sums.fill("postgresql"))
        cursor.execute("RESET ALL")
        cursor.execute("VACUUM ANALYZE")


def open_tables() -> None:
    """Open the tables through the service, so that screens have something to show."""
    from casino.accounts.permissions import Role
    from tables.engine.actor import Actor
    from tables.service import create_table, execute

    for number in range(1, TABLES + 1):
        create_table(f"mesa-{number}", f"Mesa {number}")
        execute(f"mesa-{number}", OPENING, Actor("julio", Role.JEFE))


@contextmanager
def unguarded(cursor) -> Iterator[None]:
    """Within this context the filled tables have no indexes, no foreign keys and no trigger that looks at each row.

    Afterwards everything is restored, and every row is checked.
    """
    cursor.execute(
        "SELECT format('ALTER TABLE %%s DROP CONSTRAINT %%I', conrelid::regclass, conname),"
        " format('ALTER TABLE %%s ADD CONSTRAINT %%I %%s', conrelid::regclass, conname, pg_get_constraintdef(oid))"
        " FROM pg_constraint WHERE conrelid::regclass::text = ANY(%s) AND contype IN ('f', 'u') ORDER BY contype",
        [list(FILLED)],
    )
    constraints = cursor.fetchall()
    for drop, _make in constraints:
        cursor.execute(drop)
    cursor.execute(
        "SELECT format('DROP INDEX %%I', indexname), indexdef FROM pg_indexes"
        " WHERE tablename = ANY(%s) AND indexname NOT LIKE '%%\\_pkey'",
        [list(FILLED)],
    )
    indexes = cursor.fetchall()
    for drop, _make in indexes:
        cursor.execute(drop)
    for table, trigger in TRIGGERS:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")
    yield
    for _drop, make in [*indexes, *reversed(constraints)]:
        cursor.execute(make)
    for table, trigger in TRIGGERS:
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {trigger}")
    cursor.execute(
        "SELECT count(*) FROM (SELECT FROM ledger_entry GROUP BY transfer_id HAVING sum(amount) <> 0) wrong"
    )
    assert cursor.fetchone() == (0,), "legs that do not balance"
