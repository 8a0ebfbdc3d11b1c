"""Row changes carried out in the database, in one batch of statements; and the rows that it holds, read back."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from operator import add
from types import MappingProxyType
from typing import Any

from django.db.models import Model

from casino.common.sql import Batch, Found
from tables.models import (
    Bet,
    DailyDealing,
    DailyPlay,
    DailyTurnover,
    Dealing,
    Line,
    Pass,
    PhaseTime,
    Play,
    Player,
    Seat,
    Shoe,
    Table,
    Turnover,
)
from tables.record.projections.changes import COLUMNS, KINDS, Add, Change, Delete, Insert, Key, Row, Update
from tables.record.projections.memory import Rows
from tables.record.projections.rows import (
    BetRow,
    LineRow,
    PassRow,
    PassWithBets,
    PlayerRow,
    SeatRow,
    ShoeRow,
    without_references,
)
from tables.record.projections.sums import Figures, PhaseFigures
from tables.record.projections.theory import DAILY_DEALING, DAILY_PLAY, DealtFigures, PlayFigures

AT_ONCE = 500  # rows in one statement
CHUNK = 2_000  # rows read together

_Group = tuple[type[Change], type[Row]]
Days = dict[tuple[Any, ...], tuple[int, ...]]
Least = Mapping[type[Row], int | datetime]
NOTHING_LESS: Least = MappingProxyType({})

# A kind of row: its model and the fields of its key. A bet's key has the number of its pass, which it refers to: bets
# are inserted after passes and deleted before them.
_STORED: dict[type[Row], tuple[type[Model], tuple[str, ...]]] = {
    SeatRow: (Seat, ("number",)),
    PlayerRow: (Player, ("player",)),
    ShoeRow: (Shoe, ("number",)),
    PassRow: (Pass, ("number",)),
    BetRow: (Bet, ("hand__number", "player", "chance")),
    LineRow: (Line, ("number",)),
    Figures: (Turnover, ("hour", "line", "article")),
    PhaseFigures: (PhaseTime, ("hour", "phase")),
    DealtFigures: (Dealing, ("hour", "payer")),
    PlayFigures: (Play, ("hour", "player")),
}
_ENDS: dict[type[Row], tuple[str, str]] = {
    PlayFigures: ("first", "last")
}  # of which the first, or the last, is kept

# What the database adds up by the day: its model, and the sums that it has.
_BY_DAY: dict[type[Row], tuple[type[Model], tuple[str, ...]]] = {
    Figures: (DailyTurnover, Figures._fields),
    DealtFigures: (DailyDealing, DAILY_DEALING.sums),
    PlayFigures: (DailyPlay, DAILY_PLAY.sums),
}


def write_changes(batch: Batch, table: int, made: Sequence[Change]) -> None:
    """Carry out these changes in the rows of a table (its primary key), when the batch runs. Deletions come first, then
    updates, insertions, and what is added up: no record's changes need another order."""
    groups: dict[_Group, list[Any]] = {}
    for change in made:
        groups.setdefault((type(change), change.kind), []).append(change)
    for operation, kind in sorted(groups, key=_ORDER.index):
        some = groups[operation, kind]
        for start in range(0, len(some), AT_ONCE):
            _STATEMENTS[operation](batch, table, kind, some[start : start + AT_ONCE])


def rebuild(table: int, rows: Rows) -> None:
    """Replace every row of a table (its primary key) by these, inside the caller's transaction."""
    Bet.objects.filter(hand__table=table).delete()
    batch = Batch()
    for model, _ in _BY_DAY.values():
        batch.delete(model, table=table)  # the database adds it up again with the hours
    for kind, (model, _) in _STORED.items():
        if kind is not BetRow:
            batch.delete(model, table=table)
    write_changes(batch, table, [Insert(key, row) for key, row in rows])
    batch.run()


def stored(table: Table, least: Least = NOTHING_LESS, kinds: Iterable[type[Row]] = KINDS) -> Rows:
    """The rows that the database holds, of these kinds. `least`: the least first part of the key, of some kinds."""
    rows = Rows()
    for kind in kinds:
        first = {f"{_STORED[kind][1][0]}__gte": least[kind]} if kind in least else {}
        rows.by_kind[kind] = dict(_read(table.pk, kind, **first))
    return rows


def stored_days(table: Table, since: date) -> Days:
    """The sums by the day that the database holds, from one day on: (kind, day in UTC, and the rest of the key); days
    that came to nothing are left out."""
    found: Days = {}
    for kind, (model, sums) in _BY_DAY.items():
        key = _STORED[kind][1][1:]
        days = model._default_manager.filter(table=table, day__gte=since)
        for day, *values in days.values_list("day", *key, *sums):
            if any(values[len(key) :]):
                found[kind, day, *values[: len(key)]] = tuple(values[len(key) :])
    return found


def days_of(rows: Rows) -> Days:
    """The same as it follows from the sums of the hours."""
    found: Days = {}
    for kind, (_, sums) in _BY_DAY.items():
        for (hour, *key), row in rows.by_kind[kind].items():
            of_day = kind, hour.astimezone(UTC).date(), *key
            values = (getattr(row, name) for name in sums)
            found[of_day] = tuple(map(add, found.get(of_day, (0,) * len(sums)), values))
    return {key: values for key, values in found.items() if any(values)}


def columns_of(kind: type[Row]) -> tuple[str, ...]:
    """Of its model: those of the key first."""
    return (*_STORED[kind][1], *COLUMNS[kind])


def rows_before(
    table: Table, kind: type[Row], before: int | datetime, columns: Sequence[str]
) -> Iterator[tuple[Any, ...]]:
    """These columns of the rows whose key begins below `before`, as they were made."""
    model, key = _STORED[kind]
    its = {"hand__table" if kind is BetRow else "table": table, f"{key[0]}__lt": before}
    rows = model._default_manager.filter(**its).order_by("id").values_list(*columns)
    return rows.iterator(chunk_size=CHUNK)


def passes_from(table: int, number: int) -> dict[int, PassWithBets]:
    """The passes of a table (its primary key) from that number on, each with its bets."""
    bets: dict[int, dict[tuple[str, str], Any]] = {}
    for (of, player, chance), bet in _read(table, BetRow, hand__number__gte=number):
        bets.setdefault(of, {})[player, chance] = bet
    passes: Iterator[tuple[Key, Any]] = _read(table, PassRow, number__gte=number)
    return {of: PassWithBets(row, bets.get(of, {})) for (of,), row in passes}


def _read(table: int, kind: type[Row], **where: Any) -> Iterator[tuple[Key, Row]]:
    model, key = _STORED[kind]
    its_table = "hand__table" if kind is BetRow else "table"
    found = model._default_manager.filter(**{its_table: table}, **where).order_by("id")
    for values in found.values_list(*key, *COLUMNS[kind]):
        row = kind(*values[len(key) :])
        yield values[: len(key)], without_references(row) if isinstance(row, LineRow) else row


def _delete(batch: Batch, table: int, kind: type[Row], made: Sequence[Delete]) -> None:
    for change in made:
        batch.delete(_STORED[kind][0], **_unique(table, kind, change.key))


def _update(batch: Batch, table: int, kind: type[Row], made: Sequence[Update]) -> None:
    for change in made:
        values = {name: getattr(change.row, name) for name in change.columns}
        batch.update(_STORED[kind][0], values, **_unique(table, kind, change.key))


def _insert(batch: Batch, table: int, kind: type[Row], made: Sequence[Insert]) -> None:
    batch.insert(_STORED[kind][0], [_full(table, change) for change in made])


def _add(batch: Batch, table: int, kind: type[Row], made: Sequence[Add]) -> None:
    key = ("table", *_STORED[kind][1])
    least, most = ends = _ENDS.get(kind, ("", ""))
    sums = tuple(name for name in COLUMNS[kind] if name not in ends)
    rows = [_full(table, change) for change in made]
    batch.add_up(_STORED[kind][0], rows, key, sums, least, most)


def _full(table: int, change: Insert | Add) -> dict[str, Any]:
    values = {name: getattr(change.row, name) for name in COLUMNS[change.kind]}
    return _unique(table, change.kind, change.key) | values


def _unique(table: int, kind: type[Row], key: Key) -> dict[str, Any]:
    """A row's key as its model stores it."""
    if kind is BetRow:
        return {"hand": Found(Pass, ("table", "number"), (table, key[0])), "player": key[1], "chance": key[2]}
    return {"table": table, **dict(zip(_STORED[kind][1], key, strict=True))}


_STATEMENTS: dict[type[Change], Callable[[Batch, int, type[Row], Any], None]] = {
    Delete: _delete,
    Update: _update,
    Insert: _insert,
    Add: _add,
}
_ORDER: list[_Group] = [
    *((Delete, kind) for kind in reversed(_STORED)),
    *((Update, kind) for kind in _STORED),
    *((Insert, kind) for kind in _STORED),
    *((Add, kind) for kind in (Figures, PhaseFigures, DealtFigures, PlayFigures)),
]
