"""Forgeries after which every digest was computed anew: all that follows agrees, and only the anchors differ."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db import connection
from django.db.models import Model

from casino.journal.chain import digest_of as digest_of_entry
from casino.journal.chain import leaf_of
from casino.journal.journaled import Journaled, content_of
from casino.journal.models import Entry, Head
from ledger.cage.models import Slip, Step
from tables.management.commands.replay import write_rows
from tables.models import Decision, Dispute, Record, Table
from tables.record.stored import digest_of
from tests.support.counter import MESA


def _set(row: Model, **fields: Any) -> None:
    """Write it past the model, which would enter it in the journal."""
    type(row)._base_manager.filter(pk=row.pk).update(**fields)  # type: ignore[attr-defined]


def _chain_records(slug: str) -> None:
    table, previous = Table.objects.get(slug=slug), ""
    for record in Record.objects.filter(table=table).order_by("number"):
        record.previous = previous
        previous = digest_of(slug, record)
        _set(record, digest=previous)
    _set(table, head=previous)


def _chain_journal(entries: Iterator[Entry]) -> None:
    """Number and chain these entries, which are all that shall remain, in their order."""
    previous, number = "", 0
    for number, entry in enumerate(entries, 1):
        entry.number, entry.previous, entry.leaf = number, previous, leaf_of(entry)
        previous = digest_of_entry(number, entry.place, entry.leaf, previous)
        _set(entry, number=number, previous=entry.previous, leaf=entry.leaf, digest=previous)
    Head.objects.update(number=number, digest=previous)


def _rewritten(row: Journaled, **fields: Any) -> None:
    """Change a row, and the journal with it."""
    _set(row, **fields)
    changed = type(row)._base_manager.get(pk=row.pk)
    entries = Entry.objects.filter(kind=row.journal_kind, row=row.pk)
    _set(entries.latest("number"), content=content_of(changed))
    _chain_journal(iter(Entry.objects.order_by("number")))


def _forgotten(*rows: Journaled) -> None:
    """Remove rows, and the journal's entries of them."""
    for row in rows:
        Entry.objects.filter(kind=row.journal_kind, row=row.pk).delete()
        with connection.cursor() as cursor:
            cursor.execute(f'DELETE FROM "{row._meta.db_table}" WHERE id = %s', [row.pk])
    _chain_journal(iter(list(Entry.objects.order_by("number"))))


def another_author() -> None:
    record = Record.objects.filter(table__slug=MESA, key="").earliest("number")
    _set(record, actor="mallory")
    _chain_records(MESA)
    write_rows(Table.objects.get(slug=MESA))


def another_time() -> None:
    record = Record.objects.filter(table__slug=MESA, name="join").earliest("number")
    _set(record, at=record.at.replace(year=2020))
    _chain_records(MESA)


def another_signer() -> None:
    _rewritten(Step.objects.filter(slip__kind="opening").earliest("pk"), actor="mallory")


def another_reason() -> None:
    _rewritten(Slip.objects.get(kind="count"), reason="all was well")


def another_decision() -> None:
    _rewritten(Decision.objects.get(), text="the player's")


def a_forgotten_dispute() -> None:
    _forgotten(Decision.objects.get(), Dispute.objects.earliest("pk"))


def a_table_that_never_was() -> None:
    table = Table.objects.get(slug="mesa-5")
    with connection.cursor() as cursor:
        for name in ("playername", "record", "reply", "seat", "player"):
            cursor.execute(f"DELETE FROM tables_{name} WHERE table_id = %s", [table.pk])
    _forgotten(table)


REWRITTEN = "BROKEN: history was rewritten in"
ACTS: dict[str, tuple[Callable[[], None], str]] = {
    "another author of a record": (another_author, rf"table {MESA}: {REWRITTEN} records \d+ to "),
    "another time of a record": (another_time, f"table {MESA}: {REWRITTEN} records 1 to "),
    "another signer of a slip": (another_signer, rf"journal: {REWRITTEN} entries \d+ to \d+"),
    "another reason of a count": (another_reason, rf"journal: {REWRITTEN} entries \d+ to \d+"),
    "another decision of a dispute": (another_decision, rf"journal: {REWRITTEN} entries \d+ to \d+"),
    "a dispute that was never marked": (a_forgotten_dispute, rf"journal: {REWRITTEN} entries \d+ to \d+"),
    "a table that never was": (a_table_that_never_was, "table mesa-5: BROKEN: table mesa-5 is gone"),
}
