"""`manage.py audit [TABLE] [--anchors FILE] [--scheduled]`: check that record and journal are complete and unaltered,
that everything stored follows from them, and that the money balances."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casino.common import signing
from casino.common.progress import progress
from casino.common.sql import limits
from tables.models import Table
from tables.record.audit import Broken, prove
from tables.record.audit.anchored import anchor_faults
from tables.record.audit.house import house_faults, journal_told
from tables.record.audit.scheduled import keep


class Command(BaseCommand):
    """Audit one table, or all tables and what belongs to none. Exits with 1 if anything is broken, 2 if there is no
    such table."""

    help = "Checks the record, the stored state and the money of one table, or of all, with the journal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", nargs="?", help="a table's slug; without it all tables and the house")
        parser.add_argument(
            "--anchors", type=Path, metavar="FILE", help="compare with the anchors in this file"
        )
        parser.add_argument(
            "--key", metavar="KEY", help="the public key of the anchors, if it is not this house's"
        )
        parser.add_argument(
            "--scheduled",
            action="store_true",
            help="keep the outcome, which raises an alarm if anything is broken; with this machine's anchors",
        )
        parser.add_argument(
            "--printed", default="", metavar="FINGERPRINT", help="one that an anchor must have"
        )

    def handle(
        self,
        *args: Any,
        table: str | None = None,
        anchors: Path | None = None,
        key: str | None = None,
        printed: str = "",
        scheduled: bool = False,
        **options: Any,
    ) -> None:
        limits.lift()
        self._broken: list[str] = []
        if scheduled and anchors is None and settings.ANCHORS.exists():
            anchors = settings.ANCHORS
        tables = Table.objects.order_by("slug")
        if table is not None and not (tables := tables.filter(slug=table)):
            raise CommandError(f"there is no table {table}", returncode=2)
        holds = [self._holds(one) for one in tables]
        if table is None:
            holds.append(self._house_holds())
        if anchors is not None:
            holds.append(self._is_anchored(anchors, key or signing.public_key(), printed))
        if scheduled and table is None:
            keep(self._broken)
        if not all(holds):
            sys.exit(1)

    def _house_holds(self) -> bool:
        with progress("journal") as advance:
            faults = list(house_faults(lambda: advance(1)))
        for part, fault in faults:
            self._say(f"{part}: BROKEN: {fault}")
        if not faults:
            self._say(f"journal: {journal_told()}: every row that it follows holds")
        return not faults

    def _is_anchored(self, path: Path, key: str, printed: str) -> bool:
        try:
            with progress("anchors") as advance:
                faults = list(anchor_faults(path, key, printed, lambda: advance(1)))
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}", returncode=2) from error
        for chain, fault in faults:
            self._say(f"{chain}: BROKEN: {fault}")
        if not faults:
            self._say(f"anchors: every head in {path.name} is in the database")
        return not faults

    def _holds(self, table: Table) -> bool:
        try:
            with progress(f"{table.slug}, records", table.records or None) as advance:
                proof = prove(table, lambda: advance(1))
        except Broken as broken:
            self._say(f"{table.slug}: BROKEN: {broken}")
            return False
        told = f"{proof.records} records, {proof.events} events, head {proof.head[:16] or '-'}"
        self._say(f"{table.slug}: {told}: record, state, rows and money hold")
        return True

    def _say(self, line: str) -> None:
        if ": BROKEN: " in line:
            self._broken.append(line)
        self.stdout.write(line)
