"""`manage.py audit [TABLE] [--from-anchor] [--anchors FILE] [--scheduled]`: check that record and journal are complete
and unaltered, that everything stored follows from them, and that the money balances."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casino.common import signing
from casino.common.clock import elapsed
from casino.common.progress import progress
from casino.common.sql import limits
from tables.models import PutAway, Table
from tables.record.anchors.file import is_begun
from tables.record.anchors.making import make
from tables.record.audit import Broken, prove
from tables.record.audit.anchored import Proof, anchor_faults, newest_proof
from tables.record.audit.house import house_faults, journal_told
from tables.record.audit.proofs import Audit
from tables.record.audit.scheduled import keep
from tables.record.put_away import years


class Command(BaseCommand):
    """Audit one table, or all tables and what belongs to none. Exits with 1 if anything is broken, 2 if there is no
    such table."""

    help = "Checks the record, the stored state and the money of one table, or of all, with the journal."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", nargs="?", help="a table's slug; without it all tables and the house")
        parser.add_argument(
            "--from-anchor",
            action="store_true",
            help="begin where the newest anchor says that all was proved, not at the first records",
        )
        parser.add_argument(
            "--anchors", type=Path, metavar="FILE", help="compare with the anchors in this file"
        )
        parser.add_argument(
            "--key", metavar="KEY", help="the public key of the anchors, if it is not this house's"
        )
        parser.add_argument(
            "--scheduled",
            action="store_true",
            help="as every night: from the anchor, some chains by turns as a whole, with this machine's anchors; keep"
            " the outcome, which raises an alarm if anything is broken, and what was proved, in an anchor",
        )
        parser.add_argument(
            "--printed", default="", metavar="FINGERPRINT", help="one that an anchor must have"
        )

    def handle(
        self,
        *args: Any,
        table: str | None = None,
        from_anchor: bool = False,
        anchors: Path | None = None,
        key: str | None = None,
        printed: str = "",
        scheduled: bool = False,
        **options: Any,
    ) -> None:
        limits.lift()
        begun = elapsed()
        self._broken: list[str] = []
        if scheduled and anchors is None and is_begun(settings.ANCHORS):
            anchors = settings.ANCHORS
        tables = Table.objects.order_by("slug")
        if table is not None and not (tables := tables.filter(slug=table)):
            raise CommandError(f"there is no table {table}", returncode=2)
        keys = [key] if key else [*signing.old_keys(), signing.public_key()]
        proof = self._proof(anchors or settings.ANCHORS, keys) if from_anchor or scheduled else None
        audit = Audit.begin(proof.proved if proof else None, by_turns=scheduled)
        for one in tables:
            self._hold(one, audit)
        if table is None:
            self._house_holds(audit)
        if anchors is not None:
            self._is_anchored(anchors, keys, printed, proof if scheduled else None)
        for away in years(tables[0].pk if table is not None else None):
            self._say(_lies(away))
        if scheduled and table is None:
            self._keep(audit)
        self._say(f"{_since(proof, audit)}: {elapsed() - begun:.1f} seconds")
        if self._broken:
            sys.exit(1)

    def _proof(self, path: Path, keys: list[str]) -> Proof | None:
        try:
            proof, refused = newest_proof(path, keys)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}", returncode=2) from error
        if refused:
            self._say(f"anchors: BROKEN: {refused}: nothing is taken as proved")
        return proof

    def _house_holds(self, audit: Audit) -> None:
        with progress("journal") as advance:
            found = house_faults(lambda: advance(1), audit.start_of_house(), audit.note)
            faults = list(found)
        for part, fault in faults:
            self._say(f"{part}: BROKEN: {fault}")
        if not faults:
            self._say(f"journal: {journal_told()}: every row that it follows holds")

    def _is_anchored(self, path: Path, keys: list[str], printed: str, since: Proof | None) -> None:
        try:
            with progress("anchors") as advance:
                faults = list(anchor_faults(path, keys, printed, lambda: advance(1), since))
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}", returncode=2) from error
        for chain, fault in faults:
            self._say(f"{chain}: BROKEN: {fault}")
        if not faults:
            away = ", but for years that were put away" if any(years()) else ""
            self._say(f"anchors: every head in {path.name} is in the database{away}")

    def _hold(self, table: Table, audit: Audit) -> None:
        start = audit.start_of(table)
        left = table.records - start.head.number
        try:
            with progress(f"{table.slug}, records", left or None) as advance:
                proof = prove(table, lambda: advance(1), start, lambda: audit.note(table.book))
        except Broken as broken:
            self._say(f"{table.slug}: BROKEN: {broken}")
            return
        told = f"{proof.records} records, {proof.events} events, head {proof.head[:16] or '-'}"
        begins = f", from record {proof.begin} on" if proof.begin else ""
        self._say(f"{table.slug}: {told}: record, state, rows and money hold{begins}")

    def _keep(self, audit: Audit) -> None:
        """Keep the outcome, and in an anchor what was proved."""
        keep(self._broken)
        if self._broken:
            return
        try:
            made = make(proved=audit.proved())
        except OSError as error:
            raise CommandError(f"{settings.ANCHORS}: {error.strerror}", returncode=2) from error
        if made:
            self._say(f"anchors: anchor {made.number} says what was proved")

    def _say(self, line: str) -> None:
        if ": BROKEN: " in line:
            self._broken.append(line)
        self.stdout.write(line)


def _lies(away: PutAway) -> str:
    """How the records of a year that was put away are proved, which are no longer here."""
    year, place = away.seal.year, Path(away.folder).parent
    return f"put away: the records of {year} lie in {away.folder}: novamas seal {year} {place} --check proves them"


def _since(proof: Proof | None, audit: Audit) -> str:
    """From where on all was audited, in a few words."""
    if proof is None:
        return "audit from the first record on"
    whole = ", ".join(sorted(audit.whole))
    turn = f", from the first record on: {whole}" if whole else ""
    return f"audit from anchor {proof.anchor.number} on, of {proof.proved.at}{turn}"
