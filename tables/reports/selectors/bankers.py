"""The players' banks: what each came to, and what the house kept of it.

A bank is a run of passes of one table with the same banker, from when he takes it to when somebody else has it.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import connection

from tables.models import Player

# A pass goes on with a bank where the one before it, of all with a bank at this table, has the same banker. The first
# one's number, stake and moment are the bank's.
RUNS = """
WITH paid AS (
  SELECT table_id, bank_holder, number, bank_stake, bank_win, bank_deduction, paid_at,
    CASE WHEN lag(bank_holder) OVER following = bank_holder THEN 0 ELSE 1 END AS begins
  FROM tables_pass
  WHERE paid_at >= %s AND paid_at < %s {of_table} AND bank_win IS NOT NULL AND bank_holder <> ''
  WINDOW following AS (PARTITION BY table_id ORDER BY number)
), runs AS (
  SELECT paid.*, sum(begins) OVER (PARTITION BY table_id ORDER BY number) AS run FROM paid
)
SELECT table_id, bank_holder, min(number), max(number), count(*),
  max(CASE WHEN begins = 1 THEN coalesce(bank_stake, 0) END),
  CAST(sum(bank_win) AS bigint), CAST(sum(coalesce(bank_deduction, 0)) AS bigint),
  max(CASE WHEN begins = 1 THEN paid_at END)
FROM runs GROUP BY table_id, run, bank_holder ORDER BY table_id, run
"""


@dataclass(frozen=True, slots=True)
class Bank:
    """One bank. `table`: its key; `first`, `last`: the numbers of its passes; `opened`: the stake of the first; `won`:
    by the banker, before `kept`, which is the house's part; `began`: when the first was paid."""

    table: int
    banker: str
    first: int
    last: int
    passes: int
    opened: int
    won: int
    kept: int
    began: datetime


@dataclass(frozen=True, slots=True)
class Banker:
    """The banks of one person at all tables. `longest`: the most passes of one."""

    banker: str
    banks: int = 0
    passes: int = 0
    won: int = 0
    kept: int = 0
    longest: int = 0

    @property
    def per_bank(self) -> int:
        """What the house kept of one bank, in whole units."""
        return round(self.kept / self.banks) if self.banks else 0


def banks(since: datetime, until: datetime, table: int | None = None) -> list[Bank]:
    """The banks whose passes were paid from `since` up to `until`, by table and in their order; of one that began
    before, only its passes in this time."""
    with connection.cursor() as cursor:
        cursor.execute(
            RUNS.format(of_table="" if table is None else "AND table_id = %s"), _asked(since, until, table)
        )
        return [Bank(*(*row, _moment(began))) for *row, began in cursor]


def by_banker(found: list[Bank]) -> list[Banker]:
    """Those who held them, the one who brought the house most first."""
    own: defaultdict[str, list[Bank]] = defaultdict(list)
    for bank in found:
        own[bank.banker].append(bank)
    people = [
        Banker(
            banker,
            banks=len(banks),
            passes=sum(bank.passes for bank in banks),
            won=sum(bank.won for bank in banks),
            kept=sum(bank.kept for bank in banks),
            longest=max(bank.passes for bank in banks),
        )
        for banker, banks in own.items()
    ]
    return sorted(people, key=lambda one: (-one.kept, one.banker))


def names_of(people: set[str]) -> dict[str, str]:
    """Player → the newest name under which he came to any table."""
    named = Player.objects.filter(player__in=people).order_by("pk").values_list("player", "name")
    return dict(named)


def _asked(since: datetime, until: datetime, table: int | None) -> list[Any]:
    ends = [connection.ops.adapt_datetimefield_value(moment) for moment in (since, until)]
    return ends if table is None else [*ends, table]


def _moment(found: datetime | str) -> datetime:
    """SQLite has moments as text, in UTC."""
    return found if isinstance(found, datetime) else datetime.fromisoformat(found).replace(tzinfo=UTC)
