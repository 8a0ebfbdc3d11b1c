"""The players' banks: what each came to, and what the house kept of it.

A bank is a run of passes of one table with the same banker, from when he takes it to when somebody else has it.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from tables.models import Pass, Player

FIELDS = ("table", "bank_holder", "number", "bank_stake", "bank_win", "bank_deduction", "paid_at")


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

    def with_bank(self, bank: Bank) -> "Banker":
        """With one more of his banks."""
        return replace(
            self,
            banks=self.banks + 1,
            passes=self.passes + bank.passes,
            won=self.won + bank.won,
            kept=self.kept + bank.kept,
            longest=max(self.longest, bank.passes),
        )


def banks(since: datetime, until: datetime, table: int | None = None) -> list[Bank]:
    """The banks whose passes were paid from `since` up to `until`, by table and in their order; of one that began
    before, only its passes in this time."""
    paid = Pass.objects.filter(paid_at__gte=since, paid_at__lt=until, bank_win__isnull=False)
    paid = paid.exclude(bank_holder="")
    paid = paid if table is None else paid.filter(table=table)
    return list(_runs(paid.order_by("table", "number").values_list(*FIELDS).iterator()))


def by_banker(found: list[Bank]) -> list[Banker]:
    """Those who held them, the one who brought the house most first."""
    people: defaultdict[str, Banker] = defaultdict(lambda: Banker(""))
    for bank in found:
        people[bank.banker] = replace(people[bank.banker], banker=bank.banker).with_bank(bank)
    return sorted(people.values(), key=lambda one: (-one.kept, one.banker))


def names_of(people: set[str]) -> dict[str, str]:
    """Player → the newest name under which he came to any table."""
    named = Player.objects.filter(player__in=people).order_by("pk").values_list("player", "name")
    return dict(named)


def _runs(rows: Iterator[tuple[int, str, int, int | None, int, int | None, datetime]]) -> Iterator[Bank]:
    for (table, banker), run in groupby(rows, key=lambda row: row[:2]):
        passes = list(run)
        yield Bank(
            table,
            banker,
            first=passes[0][2],
            last=passes[-1][2],
            passes=len(passes),
            opened=passes[0][3] or 0,
            won=sum(one[4] for one in passes),
            kept=sum(one[5] or 0 for one in passes),
            began=passes[0][6],
        )
