"""`manage.py audit [TABLE]`: check that the record is complete and unaltered, yields the stored state, and that the
money balances."""

import sys
from argparse import ArgumentParser
from itertools import chain, islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ledger import audit as ledger
from ledger.cage.accounts import CAGE, HOUSE
from ledger.cage.audit import counter_faults
from ledger.selectors import total
from tables.audit import Broken, prove
from tables.models import Table


class Command(BaseCommand):
    """Audit one table, or all tables and the ledger. Exits with 1 if anything is broken, 2 if there is no such
    table."""

    help = "Checks the record, the stored state and the money of one table, or of all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", nargs="?", help="a table's slug; without it all tables")

    def handle(self, *args: Any, table: str | None = None, **options: Any) -> None:
        tables = Table.objects.order_by("slug")
        if table is not None and not (tables := tables.filter(slug=table)):
            raise CommandError(f"there is no table {table}", returncode=2)
        broken = [one.slug for one in tables if not self._holds(one)]
        if table is None:
            broken += [book for book in (CAGE, HOUSE) if not self._balances(book)]
        faults = list(islice(ledger.transfers_without_entries(), 1))
        if sum_of_all := total():
            faults.append(f"all entries sum to {sum_of_all}, not to zero")
        for fault in faults:
            self.stdout.write(f"ledger: BROKEN: {fault}")
        if faults or broken:
            sys.exit(1)

    def _balances(self, book: str) -> bool:
        fault = next(chain(ledger.faults(book), counter_faults(book)), None)
        if fault:
            self.stdout.write(f"{book}: BROKEN: {fault}")
        return fault is None

    def _holds(self, table: Table) -> bool:
        try:
            proof = prove(table)
        except Broken as broken:
            self.stdout.write(f"{table.slug}: BROKEN: {broken}")
            return False
        told = f"{proof.records} records, {proof.events} events, head {proof.head[:16] or '-'}"
        self.stdout.write(f"{table.slug}: {told}: record, state, rows and money hold")
        return True
