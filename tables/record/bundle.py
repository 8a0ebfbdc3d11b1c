"""A shift as one signed file, which `verify_shift.py` verifies without the server.

The file is JSON by line: a manifest, the records as they were digested, and the signature over all lines before it.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import pairwise

from django.db.models import Max, Min, Q

from casino.common import clock, signing
from casino.common.house import house
from casino.common.json_input import Json
from casino.common.progress import Advance
from casino.journal.chain import in_utc
from casino.journal.models import Entry
from ledger.cage.models import Closing, Shift, Step
from tables.engine import encode_state
from tables.engine.bank.kinds import BANK_KINDS
from tables.engine.table.events import TableOpened
from tables.engine.undo.events import OPENING
from tables.models import Record, Table
from tables.record.history import RecordHistory
from tables.record.put_away import refusal_at, refusal_since
from tables.record.reglamentos.catalogue import resolve
from tables.record.stored import RECORDED, previous_of, stored_events
from tables.record.upcasters import SCHEMA
from tables.rules.chances import Chance, paytable
from tables.rules.reglamento import Reglamento

KIND = "no-va-mas shift 4"
MOMENT = timedelta(microseconds=1)  # the least: a time ends before its end
# What of a state a verifier follows: it begins there, plays the events, and must come to the same at the end.
FOLLOWED = (
    *("reglamento", "limits", "settings", "shoe", "bank", "suite", "current"),
    *("cagnotte", "results", "marks", "owed"),
)


class NothingThere(LookupError):
    """The table has no record in that time."""


def bundle(table: Table, since: datetime, until: datetime, advance: Advance = lambda _steps: None) -> bytes:
    """The records of `table` from the first made from `since` to the last before `until`, without a gap. `advance`:
    told of each. Raises NothingThere, Refusal (`put_away`)."""
    if away := refusal_since(table.pk, since):
        raise away
    all_of_it = Record.objects.filter(table=table).order_by("number")
    made = all_of_it.filter(at__gte=since, at__lt=until).aggregate(first=Min("number"), last=Max("number"))
    records = list(all_of_it.filter(number__gte=made["first"] or 1, number__lte=made["last"] or 0))
    return _signed(table, since, until, records, advance)


def bundle_of_shift(table: Table, shift: Shift) -> bytes:
    """The records from the shift's opening count to its closing one, told by their numbers; to the newest while it is
    open. Raises NothingThere, Refusal (`put_away`)."""
    if away := refusal_at(table.pk, shift.first_record + 1):
        raise away
    records = Record.objects.filter(table=table, number__gt=shift.first_record).order_by("number")
    if shift.end:
        records = records.filter(number__lte=shift.end.last_record)
    found = list(records)
    moments = [record.at for record in found]
    since = min([shift.opening.at, *moments])
    until = max([_end_of(shift.end) if shift.end else clock.now(), *moments]) + MOMENT
    return _signed(table, since, until, found)


def bundle_of_records(table: Table, after: int, last: int) -> bytes:
    """The records behind the one numbered `after`, up to `last`. Raises NothingThere, Refusal (`put_away`)."""
    if away := refusal_at(table.pk, after + 1):
        raise away
    found = list(Record.objects.filter(table=table, number__gt=after, number__lte=last).order_by("number"))
    moments = [record.at for record in found] or [clock.now()]
    return _signed(table, min(moments), max(moments) + MOMENT, found)


def _end_of(closing: Closing) -> datetime:
    """When the journal had it all: the closing, and the signature under its count."""
    steps = Q(kind=Step.journal_kind, row__in=closing.slip.taken.values("pk"))
    entries = Entry.objects.filter(steps | Q(kind=Closing.journal_kind, row=closing.pk))
    return max([closing.at, *entries.values_list("at", flat=True)])


def _signed(
    table: Table,
    since: datetime,
    until: datetime,
    records: list[Record],
    advance: Advance = lambda _steps: None,
) -> bytes:
    if not records:
        raise NothingThere(f"{table.slug} has no record from {since} to {until}")
    records[0].previous = previous_of(records[0])
    for before, record in pairwise(records):
        record.previous = before.digest
    lines = [
        line_of(_manifest(table, since, until, records)),
        *map(line_of, _records_as_json(table, records, advance)),
    ]
    signed = b"".join(lines)
    return signed + line_of({"signature": signing.sign(signed)})


def _manifest(table: Table, since: datetime, until: datetime, records: list[Record]) -> Json:
    history = RecordHistory(table.pk, records[-1].version)
    begins = _followed(history, records[0].first_seq - 1)
    return {
        "bundle": KIND,
        "table": table.slug,
        "name": table.name,
        "language": house().language_code,
        "time_zone": house().time_zone,
        "from": since.astimezone(UTC).isoformat(),
        "to": until.astimezone(UTC).isoformat(),
        "first": records[0].number,
        "last": records[-1].number,
        "previous": records[0].previous,
        "head": records[-1].digest,
        "version": records[0].first_seq - 1,
        "schema": SCHEMA,
        "begins": begins,
        "ends": _followed(history, records[-1].version),
        "reglamentos": {name: terms_of(resolve(name)) for name in _played(begins, records)},
        "journal": journal_of(table, since, until),
        "key": signing.public_key(),
    }


def _followed(history: RecordHistory, version: int) -> Json:
    state = json.loads(encode_state(history.state_at(version)))
    return {name: state[name] for name in FOLLOWED}


def _played(begins: Json, records: list[Record]) -> list[str]:
    """The names of all reglamentos that the table was open with in this time."""
    openings = (record for record in records if record.name == OPENING)
    events = (event for record in openings for event in stored_events(record))
    opened = {event.reglamento for event in events if isinstance(event, TableOpened)}
    return sorted({begins["reglamento"], *opened} - {""})


def terms_of(rules: Reglamento) -> Json:
    """The drawing and the payments of this reglamento, as data: all that a verifier needs to pay a pass again.

    `text_settings`: what the text fixes of the settings. Rates are fractions of a win, payouts are to one.
    `bank_plays`: the part of a player's bank that wins or loses.
    """
    bank, tax, suite = BANK_KINDS[rules.bank], rules.bank_tax, rules.suite
    return {
        "title": rules.title,
        "drawing": {
            "punto": rules.drawing.punto,
            "banca": [rules.drawing.banca[total] for total in range(10)],
            "free": [list(pair) for pair in sorted(rules.drawing.free)],
        },
        "chances": {chance.slug: _chance(rules, chance) for chance in rules.chances},
        "deductions": {
            "bank": tax and _deduction(rules, tax.rate, "bank_tax") | {"by_parity": tax.by_parity},
            "suite": suite and _deduction(rules, suite.rate, "suite_tax"),
        },
        "text_settings": [asdict(fixed) for fixed in rules.text_settings],
        "bank_plays": ("covered" if bank.covers else "stake") if bank.staked else None,
        "winning_stakes_stay": rules.winning_stakes_stay,
    }


def _chance(rules: Reglamento, chance: Chance) -> Json:
    """`pays`: the first line whose conditions all hold decides. `main`: one of the two sides, whose deductions cite
    `article`. `minimum`, `maximum`: shares of the table's, `setting` the one that says the latter."""
    return {
        "pays": paytable(chance),
        "main": chance.main,
        "article": rules.article("banca_tax") if chance.main else None,
        "minimum": str(chance.minimum),
        "maximum": str(chance.maximum),
        "setting": chance.maximum_setting,
        "until_pass": chance.until_pass,
    }


def _deduction(rules: Reglamento, rate: Fraction, rule: str) -> Json:
    return {"rate": str(rate), "article": rules.article(rule)}


def _records_as_json(table: Table, records: list[Record], advance: Advance) -> Iterator[Json]:
    for record in records:
        advance(1)
        fields = {name: getattr(record, name) for name in RECORDED}
        yield fields | {"table": table.slug, "at": record.at.astimezone(UTC).isoformat()}


def line_of(told: Json) -> bytes:
    """A line of a file."""
    return (
        json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
    )


SHOWN_OF_OTHERS = ("number", "place", "leaf")  # of an entry that is about another table


def journal_of(table: Table, since: datetime, until: datetime) -> Json:
    """The entries from the first made from `since` to the last before `until`, without a gap. `previous`: the digest
    before the first, `head`: that of the last; both empty if there is no entry."""
    entries = Entry.objects.order_by("number")
    ends = entries.filter(at__gte=since, at__lt=until).aggregate(first=Min("number"), last=Max("number"))
    if ends["first"] is None:
        return {"previous": "", "head": "", "entries": []}
    found = list(entries.filter(number__gte=ends["first"], number__lte=ends["last"]))
    told = [entry_as_json(entry, in_full=entry.place == table.book) for entry in found]
    return {"previous": found[0].previous, "head": found[-1].digest, "entries": told}


def entry_as_json(entry: Entry, *, in_full: bool) -> Json:
    """An entry as a file has it; what it says only `in_full`."""
    fields: Json = {name: getattr(entry, name) for name in SHOWN_OF_OTHERS}
    if not in_full:
        return fields
    said = {"at": in_utc(entry.at), "kind": entry.kind, "row": entry.row, "act": entry.act}
    return {**fields, **said, "content": entry.content}
