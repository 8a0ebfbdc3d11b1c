"""`manage.py replay TABLE [--to VERSION] [--snapshot]`: a table rebuilt from its recorded events alone."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.engine import State
from tables.models import Record, Table
from tables.record import Fold
from tables.snapshot import take


class Command(BaseCommand):
    help = "Rebuilds a table from its recorded events and says what it is then."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", help="a table's slug")
        parser.add_argument("--to", type=int, metavar="VERSION", help="stop after the event of this number")
        parser.add_argument("--snapshot", action="store_true", help="print the snapshot, as the jefe sees it")

    def handle(self, *args: Any, table: str, to: int | None, snapshot: bool, **options: Any) -> None:
        row = Table.objects.filter(slug=table).first()
        if row is None:
            raise CommandError(f"there is no table {table}", returncode=2)
        if to is not None and not 0 <= to <= row.version:
            raise CommandError(f"{table} has versions 0 to {row.version}, not {to}", returncode=2)
        state = fold(row, row.version if to is None else to)
        told: dict[str, Any] = {"table": table, "version": state.version, "phase": state.phase}
        self.stdout.write(
            json.dumps({"snapshot": take(table, state, "jefe")} if snapshot else told, ensure_ascii=False)
        )


def fold(row: Table, to: int) -> State:
    """The state at version `to`, from the events up to it and nothing else. Raises ValueError if some are missing."""
    replayed = Fold()
    records = Record.objects.filter(table=row, first_seq__lte=to).order_by("number")
    for events in records.values_list("events", flat=True).iterator(chunk_size=500):
        for event in events:
            if replayed.state.version < to:
                replayed.step(event)
    if replayed.state.version != to:
        raise ValueError(f"the events of {row.slug} end at {replayed.state.version}, before {to}")
    return replayed.state
