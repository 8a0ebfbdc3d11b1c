"""`manage.py replay TABLE [--to VERSION] [--snapshot] [--rows]`: rebuild a table from its recorded events alone."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from casino.common.progress import progress
from casino.common.refusals import Refusal
from casino.common.sql import limits
from casino.people.permissions import Role
from ledger.service import rebuild_totals
from tables.door.service import game_of
from tables.engine import State
from tables.models import Record, Table
from tables.record.audit.start import base_behind
from tables.record.names import names_at, shown_then
from tables.record.postings import book_of
from tables.record.projections.database import rebuild
from tables.record.projections.memory import Rows
from tables.record.projections.rows import Link
from tables.record.put_away import begin_of, refusal_at, refusal_before
from tables.record.replay import NotReplayable, Replay, reached_by_undo, recorded
from tables.view.snapshot import take


class Command(BaseCommand):
    """Rebuild a table. Exits with 2 for an unknown table or version, 1 if the record cannot be replayed."""

    help = "Rebuilds a table from its recorded events and prints its version and phase."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", help="a table's slug")
        parser.add_argument("--to", type=int, metavar="VERSION", help="stop after the event of this number")
        parser.add_argument("--rows", action="store_true", help="rewrite the table's read model")
        parser.add_argument("--snapshot", action="store_true", help="print the snapshot, as the jefe sees it")

    def handle(
        self, *args: Any, table: str, to: int | None, rows: bool, snapshot: bool, **options: Any
    ) -> None:
        limits.lift()
        row = Table.objects.filter(slug=table).first()
        if row is None:
            raise CommandError(f"there is no table {table}", returncode=2)
        if to is not None and not 0 <= to <= row.version:
            raise CommandError(f"{table} has versions 0 to {row.version}, not {to}", returncode=2)
        try:
            if rows:
                write_rows(row)
            state = replayed(row, row.version if to is None else to)
        except Refusal as away:
            raise CommandError(f"{table}: {away.text()}", returncode=1) from away
        except NotReplayable as fault:
            raise CommandError(f"{table}: {fault}", returncode=1) from fault
        told: dict[str, Any] = {"table": table, "version": state.version, "phase": state.phase}
        if snapshot:
            told = {"snapshot": take(table, game_of(shown_then(state), Role.JEFE))}
        self.stdout.write(json.dumps(told, ensure_ascii=False))


def replayed(row: Table, to: int) -> State:
    """The state at version `to`, from the recorded events alone, as far as they are there. Raises NotReplayable,
    Refusal (`put_away`)."""
    if refused := refusal_before(row.pk, to):
        raise refused
    away = begin_of(row.pk)
    begin = base_behind(away).state if away else None
    replay = Replay(reached_by_undo(row.pk), begin)
    with progress(f"{row.slug}, records", row.records or None) as advance:
        for record in recorded(row.pk, to, begin.version if begin else 0):
            replay.step(record, to)
            advance(1)
    if replay.state.version != to:
        raise NotReplayable(f"the record ends at version {replay.state.version}, before {to}")
    return replay.state


def write_rows(row: Table) -> None:
    """Replace the table's read model by the rows that follow from the events and from the names beside them. The table
    is locked meanwhile. Raises NotReplayable, Refusal (`put_away`): what came before has no events any more."""
    if refused := refusal_at(row.pk, 1):
        raise refused
    with transaction.atomic(), progress(f"{row.slug}, records", row.records or None) as advance:
        Table.objects.select_for_update().get(pk=row.pk)
        replay, rows, names = Replay(reached_by_undo(row.pk)), Rows.of_a_new_table(), names_at(row.pk)
        for record in Record.objects.filter(table=row).order_by("number").iterator(chunk_size=500):
            step = replay.step(record)
            link = Link(record.number, record.at, record.actor, record.command, names=names)
            rows.follow(step.before, step.after, link)
            advance(1)
        rebuild(row.pk, rows)
        rebuild_totals(book_of(row.slug))
