"""The players' banks: what each came to, and what the house kept of it.

A bank is a run of passes of one table with the same banker, from when he takes it to when somebody else has it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import connection

from tables.models import Player

# The newest banks, who held banks that brought most, and the sum of all: each has the same columns, the first without a
# table, the sum without a banker. In one statement, because the passes of a year are read for seconds.
#
# A pass goes on with a bank where the one before it, of all with a bank at this table, has the same banker. The first
# one's number, stake and moment are the bank's.
RUNS = """
WITH paid AS (
  SELECT table_id, bank_holder, number, bank_stake, bank_win, bank_deduction, paid_at,
    CASE WHEN lag(bank_holder) OVER following = bank_holder THEN 0 ELSE 1 END AS begins
  FROM tables_pass
  WHERE paid_at >= %s AND paid_at < %s AND bank_win IS NOT NULL AND bank_holder <> ''
  WINDOW following AS (PARTITION BY table_id ORDER BY number)
), runs AS (
  SELECT paid.*, sum(begins) OVER (PARTITION BY table_id ORDER BY number) AS run FROM paid
), banks AS (
  SELECT table_id, bank_holder, CAST(count(*) AS bigint) AS passes,
    max(CASE WHEN begins = 1 THEN coalesce(bank_stake, 0) END) AS opened,
    CAST(sum(bank_win) AS bigint) AS won, CAST(sum(coalesce(bank_deduction, 0)) AS bigint) AS kept,
    max(CASE WHEN begins = 1 THEN paid_at END) AS began
  FROM runs GROUP BY table_id, run, bank_holder
), bankers AS (
  SELECT bank_holder, CAST(count(*) AS bigint) AS banks, CAST(sum(passes) AS bigint) AS passes, max(passes) AS longest,
    CAST(sum(won) AS bigint) AS won, CAST(sum(kept) AS bigint) AS kept
  FROM banks GROUP BY bank_holder
)
SELECT * FROM (
  SELECT table_id, bank_holder, 1 AS banks, passes, passes AS longest, opened, won, kept, began
  FROM banks ORDER BY began DESC, table_id LIMIT %s
) AS newest
UNION ALL SELECT NULL, bank_holder, banks, passes, longest, NULL, won, kept, NULL FROM (
  SELECT * FROM bankers ORDER BY kept DESC, bank_holder LIMIT %s
) AS dearest
UNION ALL SELECT NULL, NULL, CAST(sum(banks) AS bigint), NULL, NULL, NULL, NULL, CAST(sum(kept) AS bigint), NULL
FROM bankers
"""


@dataclass(frozen=True, slots=True)
class Bank:
    """One bank. `table`: its key; `opened`: the stake of the first pass; `won`: by the banker, before `kept`, which is
    the house's part; `began`: when the first pass was paid."""

    table: int
    banker: str
    passes: int
    opened: int
    won: int
    kept: int
    began: datetime


@dataclass(frozen=True, slots=True)
class Banker:
    """The banks of one person at all tables. `longest`: the most passes of one."""

    banker: str
    banks: int
    passes: int
    won: int
    kept: int
    longest: int

    @property
    def per_bank(self) -> int:
        """What the house kept of one bank, in whole units."""
        return round(self.kept / self.banks) if self.banks else 0


@dataclass(frozen=True, slots=True)
class Banks:
    """The banks of a period. `number`, `kept`: of all, and what the house kept of them; `newest`: the last that began,
    the last first; `bankers`: those who brought the house most, the most first."""

    number: int
    kept: int
    newest: tuple[Bank, ...]
    bankers: tuple[Banker, ...]


def banks(since: datetime, until: datetime, most: int) -> Banks:
    """The banks whose passes were paid from `since` up to `until`, and at most so many of them and of their holders; of
    a bank that began before, only its passes in this time."""
    ends = (connection.ops.adapt_datetimefield_value(moment) for moment in (since, until))
    newest: list[Bank] = []
    holders: list[Banker] = []
    number = all_kept = 0
    with connection.cursor() as cursor:
        cursor.execute(RUNS, [*ends, most, most])
        for table, banker, count, passes, longest, opened, won, kept, began in cursor:
            if table is not None:
                newest.append(Bank(table, banker, passes, opened, won, kept, _moment(began)))
            elif banker is not None:
                holders.append(Banker(banker, count, passes, won, kept, longest))
            else:
                number, all_kept = count or 0, kept or 0
    return Banks(number, all_kept, tuple(newest), tuple(holders))


def names_of(people: Collection[str]) -> dict[str, str]:
    """Player → the newest name under which he came to any table."""
    named = Player.objects.filter(player__in=people).order_by("pk").values_list("player", "name")
    return dict(named)


def _moment(found: datetime | str) -> datetime:
    """SQLite has moments as text, in UTC."""
    return found if isinstance(found, datetime) else datetime.fromisoformat(found).replace(tzinfo=UTC)
