"""What of a year that was put away cannot be derived from the record any more: reports read it, so it has digests,
taken when all of it had just been proved, which the journal has."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from datetime import UTC, datetime
from typing import Any

from casino.common.json_input import Json
from ledger.selectors import touching, with_postings
from tables.engine import State
from tables.models import PlayerName, PutAway, Record, Table
from tables.record.postings import reference_of
from tables.record.projections.changes import Row
from tables.record.projections.database import columns_of, rows_before
from tables.record.projections.rows import BetRow, LineRow, PassRow, ShoeRow
from tables.record.projections.sums import Figures, PhaseFigures
from tables.record.projections.theory import DealtFigures, PlayFigures
from tables.record.stored import RECORDED

KEPT, MONEY, NAMES = "records that stay", "money of the game", "references to names"
KINDS: dict[str, type[Row]] = {
    "shoes": ShoeRow,
    "passes": PassRow,
    "bets": BetRow,
    "lines": LineRow,
    "turnover": Figures,
    "phase times": PhaseFigures,
    "results by payer": DealtFigures,
    "results by player": PlayFigures,
}
MOVED = ["key", "reference", "at", "takes back", "posting"]
REFERENCES = ["number", "reference", "player"]  # what an erasure leaves


def digests_of(away: PutAway, state: State) -> dict[str, Json]:
    """By name, the columns and the digest of each part. `state`: that with which begins what is left."""
    said: dict[str, Sequence[str]] = {KEPT: RECORDED, MONEY: MOVED, NAMES: REFERENCES}
    said |= {name: columns_of(kind) for name, kind in KINDS.items()}
    return {name: _digest(away, state, name, columns) for name, columns in said.items()}


def digest_faults(away: PutAway | None, state: State) -> Iterator[str]:
    """A sentence for each part that is not what it was when the newest year of a table was put away; of the records
    that stay, for each year."""
    if away is None:
        return
    for one in PutAway.objects.filter(table=away.table_id, first__gt=1).select_related("seal", "table"):
        due, head = one.digests, one.seal.tables.get(one.slug, [0])
        if one.table.slug != one.slug or one.first > head[0]:
            yield f"more of {one.slug} was put away than was sealed of {one.seal.year}"
        for name in due if one.pk == away.pk else [KEPT]:
            if due[name] != _digest(one, state, name, due[name]["columns"]):
                yield f"the {name} of the put-away year {one.seal.year} are not what they were"


def _digest(away: PutAway, state: State, name: str, columns: Sequence[str]) -> Json:
    table = away.table
    if name == KEPT:
        rows: Iterable[tuple[Any, ...]] = _kept(away, columns)
    elif name == MONEY:
        rows = _moved(table, away.transfer)
    elif name == NAMES:
        rows = _named(away, columns)
    else:
        rows = rows_before(table, KINDS[name], _before(away, state, KINDS[name]), columns)
    digest = hashlib.sha256()
    for row in rows:
        digest.update(json.dumps(row, default=_text, sort_keys=True).encode() + b"\n")
    return {"columns": [*columns], "digest": digest.hexdigest()}


def _kept(away: PutAway, columns: Sequence[str]) -> Iterable[tuple[Any, ...]]:
    records = Record.objects.filter(table=away.table_id, number__in=away.kept)
    return records.order_by("number").values_list(*columns)


def _moved(table: Table, last: int) -> Iterator[tuple[Any, ...]]:
    begins = reference_of(table.slug, "")
    moved = touching(table.book).filter(pk__lte=last, reference__startswith=begins).order_by("id")
    for transfer, posting in with_postings(moved):
        yield transfer.key, transfer.reference, transfer.at, transfer.reverses_id, astuple(posting)


def _named(away: PutAway, columns: Sequence[str]) -> Iterable[tuple[Any, ...]]:
    said = PlayerName.objects.filter(table=away.table_id, number__lte=away.first).order_by("number")
    return said.values_list(*columns).iterator()


def _before(away: PutAway, state: State, kind: type[Row]) -> int | datetime:
    """The first part of the key with which begins what follows from the record that is left."""
    numbers = {
        ShoeRow: state.shoes + (state.shoe is None),
        PassRow: state.current.number,
        BetRow: state.current.number,
        LineRow: away.first + 1,
    }
    return numbers.get(kind, away.hour or away.at)


def _text(value: object) -> str:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else str(value)
