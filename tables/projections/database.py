"""Keeps the rows for reading in the database: after each command only those that changed, or all of them anew."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.db import models

from casino.common import sql
from casino.common.clock import hour_of
from tables.engine import State
from tables.models import Bet, Pass, Player, Seat, Shoe, Table, Turnover
from tables.projections.memory import HourKey, Rows
from tables.projections.rows import (
    BetRow,
    Bets,
    Link,
    PassRow,
    SeatRow,
    ShoeRow,
    current_row,
    paid_row,
    seat_rows,
    shoe_row,
)
from tables.projections.turnover import Figures, turnover_of

_FIGURES = tuple(field.name for field in fields(Figures))
_PAID = (
    "punto",
    "banca",
    "result",
    "bank_win",
    "bank_deduction",
    "bank_article",
    "corrected",
    "paid",
    "paid_at",
)

Row = SeatRow | ShoeRow | PassRow | BetRow
_NAMES: dict[type, list[str]] = {
    kind: [field.name for field in fields(kind) if field.name != "bets"]
    for kind in (SeatRow, ShoeRow, PassRow, BetRow)
}


def write_changes(table: int, before: State, after: State, link: Link) -> None:
    """Bring the rows of a table (its primary key) from one state to the next, by the record `link`, inside the
    command's transaction."""
    if after.seats != before.seats or after.lent != before.lent:
        _write_seats(table, seat_rows(before), seat_rows(after))
    if after.names != before.names:
        _write_names(table, before.names, after.names)
    _write_shoe(table, before, after)
    _write_passes(table, before, after, link)


def rebuild(table: int, rows: Rows) -> None:
    """Replace every row of a table by those folded from its record."""
    Bet.objects.filter(hand__table=table).delete()
    for model in (Pass, Turnover, Player):
        sql.delete(model, table=table)
    sql.delete(Shoe, table=table)
    sql.delete(Seat, table=table)
    _add_seats(table, rows.seats)
    Player.objects.bulk_create(
        Player(table_id=table, player=who, name=name) for who, name in rows.names.items()
    )
    for number, shoe in rows.shoes.items():
        sql.insert(Shoe, [{"table": table, "number": number, **_values(shoe)}])
    for number, row in rows.passes.items():
        _add_pass(table, number, row)
    for (hour, line, article), figures in rows.turnover.items():
        _add_turnover(table, hour, {(line, article): figures})


def stored(table: Table) -> tuple[dict[int, SeatRow], dict[int, ShoeRow], dict[int, PassRow]]:
    """The rows that the database holds: seats, shoes and passes by number."""
    seats = {seat.number: _read(SeatRow, seat) for seat in Seat.objects.filter(table=table)}
    shoes = {shoe.number: _read(ShoeRow, shoe) for shoe in Shoe.objects.filter(table=table)}
    bets: dict[int, dict[tuple[str, str], BetRow]] = {}
    for bet in Bet.objects.filter(hand__table=table):
        bets.setdefault(bet.hand_id, {})[bet.player, bet.chance] = _read(BetRow, bet)
    passes = {
        played.number: _read(PassRow, played, bets=bets.get(played.pk, {}))
        for played in Pass.objects.filter(table=table)
    }
    return seats, shoes, passes


def stored_turnover(table: Table) -> dict[HourKey, Figures]:
    """The turnover that the database holds."""
    rows = Turnover.objects.filter(table=table).values_list("hour", "line", "article", *_FIGURES)
    return {(hour, line, article): Figures(*figures) for hour, line, article, *figures in rows}


def stored_names(table: Table) -> dict[str, str]:
    """Player → the name that the database holds."""
    return dict(Player.objects.filter(table=table).values_list("player", "name"))


def _write_names(table: int, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    # Whoever leaves keeps his name: papers of his time are still read.
    changed = {player: name for player, name in after.items() if before.get(player) != name}
    if not changed:
        return
    sql.delete(Player, table=table, player=list(changed))
    sql.insert(Player, [{"table": table, "player": who, "name": name} for who, name in changed.items()])


def _write_seats(table: int, before: Mapping[int, SeatRow], after: Mapping[int, SeatRow]) -> None:
    # Taken away before they are added: whoever changes seats must never be on two at once.
    changed = {number: row for number, row in after.items() if row != before[number]}
    sql.delete(Seat, table=table, number=list(changed))
    _add_seats(table, changed)


def _add_seats(table: int, rows: Mapping[int, SeatRow]) -> None:
    sql.insert(Seat, [{"table": table, "number": number, **_values(row)} for number, row in rows.items()])


def _write_shoe(table: int, before: State, after: State) -> None:
    if after.shoes < before.shoes:
        Shoe.objects.filter(table=table, number__gt=after.shoes).delete()
    row, had = shoe_row(after), shoe_row(before)
    if row is None or after.shoe is None or (row == had and after.shoes == before.shoes):
        return
    if after.shoes > before.shoes:
        sql.insert(Shoe, [{"table": table, "number": after.shoe.number, **_values(row)}])
    else:
        sql.update(Shoe, _changes(had, row), table=table, number=after.shoe.number)


def _write_passes(table: int, before: State, after: State, link: Link) -> None:
    had = current_row(before) if before.current.number == after.current.number else None
    if after.current.number < before.current.number:
        _take_back(table, after.current.number, link)
    if after.last_pass and after.last_pass != before.last_pass:
        _pay(table, after.last_pass.number, after, link)
    _write_current(table, after.current.number, had, current_row(after))


def _write_current(table: int, number: int, had: PassRow | None, row: PassRow | None) -> None:
    if had == row:
        return
    if had is None and row is not None:
        _add_pass(table, number, row)
    elif had is not None and row is None:
        _drop_passes(table, number)
    elif had is not None and row is not None:
        _change_pass(table, number, had, row)


def _change_pass(table: int, number: int, had: PassRow, row: PassRow) -> None:
    if changes := _changes(had, row):
        sql.update(Pass, changes, table=table, number=number)
    if had.bets != row.bets:
        [(played,)] = sql.select(Pass, ("id",), table=table, number=number)
        _write_bets(played, had.bets, row.bets)


def _pay(table: int, number: int, state: State, link: Link) -> None:
    row = paid_row(state, PassRow(shoe=0), link)
    for (played,) in sql.select(Pass, ("id",), table=table, number=number, result=""):
        sql.update(Pass, {name: getattr(row, name) for name in _PAID}, id=played)
        sql.delete(Bet, hand=played)
        _add_bets(played, row.bets)
        _add_turnover(table, hour_of(link.at), turnover_of(row))


def _take_back(table: int, number: int, link: Link) -> None:
    """An undo: what these passes had come to is taken out now, not in the hour in which they were paid."""
    undone = Pass.objects.filter(table=table, number__gte=number).exclude(result="").prefetch_related("bets")
    back: dict[tuple[str, str], Figures] = {}
    for played in undone:
        bets = {(bet.player, bet.chance): _read(BetRow, bet) for bet in played.bets.all()}
        for key, figures in turnover_of(_read(PassRow, played, bets=bets)).items():
            back[key] = back.get(key, Figures()) + -figures
    _add_turnover(table, hour_of(link.at), back)
    _drop_passes(table, number)


def _add_turnover(table: int, hour: datetime, found: Mapping[tuple[str, str], Figures]) -> None:
    rows = [
        {"table": table, "hour": hour, "line": line, "article": article}
        | dict(zip(_FIGURES, figures.values(), strict=True))
        for (line, article), figures in found.items()
    ]
    sql.add_up(Turnover, rows, *_FIGURES)


def _drop_passes(table: int, number: int) -> None:
    Bet.objects.filter(hand__table=table, hand__number__gte=number).delete()
    Pass.objects.filter(table=table, number__gte=number).delete()


def _add_pass(table: int, number: int, row: PassRow) -> None:
    [played] = sql.insert(Pass, [{"table": table, "number": number, **_values(row)}])
    _add_bets(played, row.bets)


def _write_bets(played: int, had: Bets, bets: Bets) -> None:
    for player, chance in had:
        if bets.get((player, chance)) != had[player, chance]:
            sql.delete(Bet, hand=played, player=player, chance=chance)
    _add_bets(played, {key: bet for key, bet in bets.items() if had.get(key) != bet})


def _add_bets(played: int, bets: Bets) -> None:
    sql.insert(
        Bet,
        [
            {"hand": played, "player": player, "chance": chance, **_values(bet)}
            for (player, chance), bet in bets.items()
        ],
    )


def _changes(had: Row | None, row: Row) -> dict[str, Any]:
    return {name: value for name, value in _values(row).items() if had is None or getattr(had, name) != value}


def _values(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _NAMES[type(row)]}


def _read(kind: type[Any], stored_row: models.Model, **more: Any) -> Any:
    names = [field.name for field in fields(kind) if field.name not in more]
    return kind(**{name: getattr(stored_row, name) for name in names}, **more)
