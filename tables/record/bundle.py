"""A shift as one signed file that proves itself without the server: see `verify_shift.py`.

Lines of JSON: a manifest, the records as they were digested, and the signature over all lines before it.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from casino import signing
from tables.models import Record, Table
from tables.record.chain import RECORDED
from tables.record.history import RecordHistory

Json = dict[str, Any]
KIND = "no-va-mas shift 1"
TOLD = ("results", "cagnotte")


class NothingThere(LookupError):
    """No record of the table lies in that time."""


def bundle(table: Table, since: datetime, until: datetime) -> bytes:
    """The records of `table` made from `since` until before `until`. Raises NothingThere."""
    records = list(Record.objects.filter(table=table, at__gte=since, at__lt=until).order_by("number"))
    if not records:
        raise NothingThere(f"{table.slug} has no record from {since} to {until}")
    lines = [_line(_manifest(table, since, until, records)), *map(_line, _told(table, records))]
    signed = b"".join(lines)
    return signed + _line({"signature": signing.sign(signed)})


def _manifest(table: Table, since: datetime, until: datetime, records: list[Record]) -> Json:
    history = RecordHistory(table.pk, records[-1].version)
    return {
        "bundle": KIND,
        "table": table.slug,
        "name": table.name,
        "from": since.astimezone(UTC).isoformat(),
        "to": until.astimezone(UTC).isoformat(),
        "first": records[0].number,
        "last": records[-1].number,
        "previous": records[0].previous,
        "head": records[-1].digest,
        "begins": _figures(history, records[0].first_seq - 1),
        "ends": _figures(history, records[-1].version),
        "key": signing.public_key(),
    }


def _figures(history: RecordHistory, version: int) -> Json:
    state = history.state_at(version)
    return {name: getattr(state, name) for name in TOLD}


def _told(table: Table, records: list[Record]) -> Iterator[Json]:
    for record in records:
        fields = {name: getattr(record, name) for name in RECORDED}
        yield fields | {"table": table.slug, "at": record.at.astimezone(UTC).isoformat()}


def _line(told: Json) -> bytes:
    return (
        json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
    )
