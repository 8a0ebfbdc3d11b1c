"""`manage.py export_shift TABLE --from TIME --to TIME [--out FILE]`: export a shift as a signed bundle."""

import sys
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.common import clock, signing
from casino.common.progress import progress
from casino.common.refusals import Refusal
from casino.common.sql import limits
from tables.models import Table
from tables.record.bundle import NothingThere, bundle


class Command(BaseCommand):
    """Export a shift. Exits with 2 for an unknown table or an invalid time, 1 if nothing was recorded in that time."""

    help = "Writes the records of a shift to one signed file, which verify_shift.py can check anywhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", help="a table's slug")
        parser.add_argument("--from", dest="since", required=True, metavar="TIME", help="2026-11-21T20:00")
        parser.add_argument(
            "--to", dest="until", required=True, metavar="TIME", help="up to, but not including"
        )
        parser.add_argument("--out", type=Path, metavar="FILE", help="without it, standard output")

    def handle(
        self, *args: Any, table: str, since: str, until: str, out: Path | None, **options: Any
    ) -> None:
        limits.lift()
        row = Table.objects.filter(slug=table).first()
        if row is None:
            raise CommandError(f"there is no table {table}", returncode=2)
        try:
            with progress(f"{table}, records") as advance:
                data = bundle(row, _time(since), _time(until), advance)
        except NothingThere as nothing:
            raise CommandError(str(nothing), returncode=1) from nothing
        except Refusal as away:
            raise CommandError(away.text(), returncode=1) from away
        if out is None:
            sys.stdout.buffer.write(data)
            return
        out.write_bytes(data)
        records = data.count(b"\n") - 2
        self.stdout.write(f"{out}: {records} records, public key {signing.public_key()}")


def _time(text: str) -> datetime:
    """Parse an ISO 8601 time. Without an offset it is in the house's time zone. Raises CommandError."""
    found = clock.read(text)
    if found is None:
        raise CommandError(f"{text} is no time such as 2026-11-21T20:00", returncode=2)
    return found
