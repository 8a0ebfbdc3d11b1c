"""A naive peer of the service: the same rows of the same tables, one by one through Django's ORM.

It decides nothing: events, state, rows and money of each command were worked out before. Written as one writes a Django
application without thinking of its speed: a row that is there is updated, one that is not is created.
"""

from collections.abc import Sequence
from itertools import cycle
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from casino.accounts.permissions import Role
from casino.common.clock import hour_of
from deploy.bench.durability import insist_on_durability
from deploy.bench.evening import SLUG, RowChange, Step
from deploy.bench.writers import Write
from ledger.models import Account, Entry, HourlyTotal, Transfer
from ledger.postings import Posting, book_of, flows, kind_of, legs
from tables.models import Bet, Line, Pass, PhaseTime, Player, Record, Seat, Shoe, Table, Turnover
from tables.projections.phase_times import PhaseFigures
from tables.projections.rows import BetRow, LineRow, PassRow, PlayerRow, SeatRow, ShoeRow
from tables.projections.turnover import Figures
from tables.record.chain import digest_of
from tables.record.upcasters import SCHEMA
from tables.rules.seats import SEATS

# A kind of row: its model and the fields of its key
MODELS: dict[type, tuple[Any, tuple[str, ...]]] = {
    SeatRow: (Seat, ("number",)),
    PlayerRow: (Player, ("player",)),
    ShoeRow: (Shoe, ("number",)),
    PassRow: (Pass, ("number",)),
    BetRow: (Bet, ("hand__number", "player", "chance")),
    LineRow: (Line, ("number",)),
    Figures: (Turnover, ("hour", "line", "article")),
    PhaseFigures: (PhaseTime, ("hour", "phase")),
}


def open_table(number: int, steps: Sequence[Step]) -> Write:
    """A table at which the evening is written again and again."""
    insist_on_durability()
    slug, given = f"mesa-{number}", cycle(steps)
    create_table(slug, steps)

    def write() -> None:
        write_step(slug, next(given))

    return write


def create_table(slug: str, steps: Sequence[Step]) -> None:
    """A closed table with its seats."""
    table = Table.objects.create(slug=slug, name=slug, schema=SCHEMA, state=steps[-1].state, phase="closed")
    Seat.objects.bulk_create(Seat(table=table, number=number) for number in SEATS)


@transaction.atomic
def write_step(slug: str, step: Step) -> Table:
    """All that one command stores, in one transaction under the lock of its table. Returns the table as it is then."""
    table = Table.objects.select_for_update().get(slug=slug)
    record = _record(table, step)
    for change in sorted(step.rows, key=_deletions_first):
        _write_row(table, change)
    for number, posting in enumerate(step.postings, 1):
        _write_money(record, number, posting)
    table.version, table.records, table.head = record.version, record.number, record.digest
    table.state, table.phase, table.open = step.state, step.after.phase, step.after.open
    table.reglamento = step.after.reglamento
    table.save()
    return table


def _record(table: Table, step: Step) -> Record:
    record = Record(
        table=table,
        number=table.records + 1,
        first_seq=table.version + 1,
        version=table.version + len(step.events),
        schema=SCHEMA,
        name=step.command["command"],
        command=step.command,
        events=step.events,
        actor="julio",
        role=Role.JEFE,
        at=timezone.now(),
        previous=table.head,
    )
    record.digest = digest_of(table.slug, record)
    record.save()
    return record


def _deletions_first(change: RowChange) -> bool:
    """A seat that is left counts as one: a player never has two."""
    kind, _, columns = change
    return columns is not None and (kind is not SeatRow or columns.get("player", "") is not None)


def _write_row(table: Table, change: RowChange) -> None:
    kind, key, columns = change
    model, names = MODELS[kind]
    where = dict(zip(names, key, strict=True)) | (
        {"hand__table": table} if kind is BetRow else {"table": table}
    )
    if columns is None:
        model.objects.filter(**where).delete()
    elif not model.objects.filter(**where).update(**columns):
        if kind is BetRow:
            del where["hand__table"], where["hand__number"]
            where["hand"] = Pass.objects.get(table=table, number=key[0])
        model.objects.create(**where, **columns)


def _write_money(record: Record, number: int, posting: Posting) -> None:
    reference = f"{record.table.slug}#{record.number}"
    transfer = Transfer.objects.create(
        key=f"{reference}:{number}", reference=reference, purpose=posting.purpose, at=record.at
    )
    entries = []
    for leg in legs(posting):
        code = leg.account.replace(SLUG, record.table.slug, 1)
        account, _ = Account.objects.get_or_create(
            code=code, defaults={"book": book_of(code), "kind": kind_of(code)}
        )
        entries.append(Entry(transfer=transfer, account=account, amount=leg.amount))
        Account.objects.filter(pk=account.pk).update(balance=F("balance") + leg.amount)
    Entry.objects.bulk_create(entries)  # the database takes both legs in one statement only
    for flow, amount in flows([posting]).items():
        total = {"book": f"table:{record.table.slug}", "hour": hour_of(record.at), "purpose": flow.purpose}
        total |= {"source": flow.source, "target": flow.target}
        if not HourlyTotal.objects.filter(**total).update(amount=F("amount") + amount):
            HourlyTotal.objects.create(**total, amount=amount)
