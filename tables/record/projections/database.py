"""Row changes carried out in the database, in one batch of statements; and the rows that it holds, read back."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db.models import Model

from casino.common.sql import Batch, Found
from tables.models import Bet, DailyTurnover, Line, Pass, PhaseTime, Player, Seat, Shoe, Table, Turnover
from tables.record.projections.changes import COLUMNS, Add, Change, Delete, Insert, Key, Row, Update
from tables.record.projections.memory import Rows
from tables.record.projections.rows import (
    BetRow,
    LineRow,
    PassRow,
    PassWithBets,
    PlayerRow,
    SeatRow,
    ShoeRow,
)
from tables.record.projections.sums import DayKey, Figures, PhaseFigures

AT_ONCE = 500  # rows in one statement

_Group = tuple[type[Change], type[Row]]

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
    batch.delete(DailyTurnover, table=table)  # the database adds it up again with the hours
    for kind, (model, _) in _STORED.items():
        if kind is not BetRow:
            batch.delete(model, table=table)
    write_changes(batch, table, [Insert(key, row) for key, row in rows])
    batch.run()


def stored(table: Table) -> Rows:
    """The rows that the database holds."""
    rows = Rows()
    for kind in _STORED:
        rows.by_kind[kind] = dict(_read(table.pk, kind))
    return rows


def stored_days(table: Table) -> dict[DayKey, Figures]:
    """(day in UTC, line, article) → the turnover that the database holds; days that came to nothing are left out."""
    rows = DailyTurnover.objects.filter(table=table).values_list("day", "line", "article", *Figures._fields)
    return {(day, line, article): Figures(*figures) for day, line, article, *figures in rows if any(figures)}


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
        yield values[: len(key)], kind(*values[len(key) :])


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
    batch.add_up(_STORED[kind][0], [_full(table, change) for change in made], key, COLUMNS[kind])


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
    (Add, Figures),
    (Add, PhaseFigures),
]
