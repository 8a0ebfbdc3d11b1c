"""`make audits`: how long an audit takes in houses that are 10, 100 and 1,000 nights old: of the newest night, from the
last anchor on, and of the whole.

The nights are made up: each is the same evening of the robot, written straight into the record and the ledger.
"""

import time
from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from casino.common.progress import Advance, carry_out, progress
from tests.bench.house import house, machine

NIGHTS, COMMANDS, ACTS = (10, 100, 1_000), 20, 3  # commands and acts beside the game of a night
PACE = timedelta(seconds=20)
AT_ONCE = 2_000
FOLD = ("reglamento", "open", "phase", "since", "version", "schema", "state", "records", "head")


def main() -> int:
    """Returns the exit status."""
    parser = ArgumentParser(prog="make audits", description=__doc__)
    parser.add_argument("--nights", type=int, nargs="+", default=NIGHTS)
    parser.add_argument("--commands", type=int, default=COMMANDS, help="of a night, at least")
    asked = parser.parse_args()
    print(machine(), flush=True)
    for nights in asked.nights:
        with (
            TemporaryDirectory(prefix="novamas-nights-") as folder,
            house(Path(folder), "casino.site.settings") as (_, process),
        ):
            records, newest, whole = process.submit(audited, nights, asked.commands).result()
        say = f"{nights:>6,} nights, {records:>9,} records: the newest night {newest:6.2f} s, the whole {whole:8.2f} s"
        print(say, flush=True)
    return 0


def audited(nights: int, commands: int) -> tuple[int, float, float]:
    """Make up that many nights, audit them as a whole, make up one more and audit that. The number of records, and how
    many seconds the newest night and the whole took."""
    from tables.models import Record

    past = _Past(commands, datetime.now(UTC) - timedelta(days=nights + 1))
    with progress("nights", nights) as advance:
        past.live(nights, advance)
    whole = _audit("--scheduled")
    past.live(1, lambda _steps: None)
    return Record.objects.count(), _audit("--from-anchor"), whole


def _audit(how: str) -> float:
    from django.core.management import call_command
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    begun, said = time.perf_counter(), StringIO()
    try:
        call_command("audit", how, stdout=said)
    except SystemExit as end:
        raise RuntimeError(said.getvalue()) from end
    return time.perf_counter() - begun


class _Past:
    """A table that plays the same evening each night."""

    def __init__(self, commands: int, begin: datetime) -> None:
        from tables.door.service import create_table
        from tables.record.replay import Replay
        from tests.bench.evening import SLUG, evening

        self._steps, self._at = evening(commands), begin
        self._table, self._replay = create_table(SLUG, SLUG), Replay()

    def live(self, nights: int, advance: Advance) -> None:
        """So many more."""
        from tables.management.commands.replay import write_rows

        for _ in range(nights):
            self._play()
            self._act()
            self._at = self._at.replace(hour=20) + timedelta(days=1)
            advance(1)
        write_rows(self._table)

    def _play(self) -> None:
        from tables.engine import encode_state
        from tables.models import Record, Table
        from tables.record.history import is_checkpoint
        from tables.record.stored import digest_of
        from tables.record.upcasters import SCHEMA

        table, made, moved, begins = self._table, [], [], self._replay.state
        for step in self._steps:
            self._at += PACE
            before, number = self._replay.state, table.records + 1
            events = [
                _later(event, seq, begins.shoes, begins.current.number - 1)
                for seq, event in enumerate(step.events, before.version + 1)
            ]
            record = Record(
                table=table,
                number=number,
                first_seq=before.version + 1,
                version=before.version + len(events),
                schema=SCHEMA,
                name=step.command["command"],
                command=step.command,
                events=events,
                actor="julio",
                role="jefe",
                at=self._at,
                previous=table.head,
            )
            after = self._replay.step(record).after
            record.state = encode_state(after) if is_checkpoint(number, None) else ""
            record.digest, record.previous = digest_of(table.slug, record), ""
            table.records, table.head, table.version = number, record.digest, after.version
            if after.phase != before.phase:
                table.phase, table.since = after.phase, self._at
            made.append(record)
            of = f"{table.slug}#{number}"
            moved += [(of, at, one, self._at) for at, one in enumerate(step.postings, 1)]
        Record.objects.bulk_create(made, AT_ONCE)
        self._move(moved)
        table.state, table.open = encode_state(after), after.open
        table.reglamento, table.schema = after.reglamento, SCHEMA
        Table.objects.bulk_update([table], FOLD)  # past the journal, as commands do

    def _move(self, moved: list[tuple[str, int, Any, datetime]]) -> None:
        from django.db.models import F

        from ledger.models import Account, Entry, Transfer
        from ledger.postings import book_of, kind_of, legs, net

        transfers = Transfer.objects.bulk_create(
            Transfer(key=f"{of}:{number}", reference=of, purpose=one.purpose, subject=one.subject, at=when)
            for of, number, one, when in moved
        )
        codes = {leg.account for _, _, one, _ in moved for leg in legs(one)}
        there = set(Account.objects.values_list("code", flat=True))
        Account.objects.bulk_create(
            Account(code=code, book=book_of(code), kind=kind_of(code)) for code in sorted(codes - there)
        )
        accounts = dict(Account.objects.values_list("code", "pk"))
        Entry.objects.bulk_create(
            Entry(transfer=transfer, account_id=accounts[leg.account], amount=leg.amount)
            for transfer, (_, _, one, _) in zip(transfers, moved, strict=True)
            for leg in legs(one)
        )
        for code, change in net(one for _, _, one, _ in moved).items():
            Account.objects.filter(code=code).update(balance=F("balance") + change)

    def _act(self) -> None:
        """Something beside the game."""
        from tables.models import AlertSeen

        for number in range(ACTS):
            key = f"{self._at:%Y%m%d}-{number}"
            AlertSeen.objects.create(table=self._table, key=key, actor="julio", at=self._at)


def _later(event: dict[str, Any], seq: int, shoes: int, passes: int) -> dict[str, Any]:
    """The same event of a night before which there were so many shoes and passes."""
    later = {**event, "seq": seq}
    if event["type"] == "shoe_shuffled":
        later |= {"number": event["number"] + shoes, "first_pass": event["first_pass"] + passes}
    elif "number" in event:
        later["number"] += passes
    return later


if __name__ == "__main__":
    carry_out(main)
