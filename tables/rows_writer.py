"""Keeps the rows for reading in the database: after each command only those that changed, or all of them anew."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, cast

from django.db import models

from tables.engine import State
from tables.models import Bet, Pass, Seat, Shoe, Table
from tables.rows import BetRow, Bets, PassRow, Rows, SeatRow, ShoeRow, current_row, paid_row, seat_rows, shoe_row

Row = SeatRow | ShoeRow | PassRow | BetRow


def write_changes(table: Table, before: State, after: State) -> None:
    """Bring the rows from one state to the next; inside the command's transaction."""
    if after.seats != before.seats or after.lent != before.lent:
        _write_seats(table, seat_rows(before), seat_rows(after))
    _write_shoe(table, before, after)
    _write_passes(table, before, after)


def rebuild(table: Table, rows: Rows) -> None:
    """Replace every row of the table by those folded from its record."""
    Bet.objects.filter(hand__table=table).delete()
    for model in (Pass, Shoe, Seat):
        cast(Any, model).objects.filter(table=table).delete()
    _add_seats(table, rows.seats)
    for number, shoe in rows.shoes.items():
        Shoe.objects.create(table=table, number=number, **_values(shoe))
    for number, row in rows.passes.items():
        _add_pass(table, number, row)


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


def _write_seats(table: Table, before: Mapping[int, SeatRow], after: Mapping[int, SeatRow]) -> None:
    # Taken away before they are added: whoever changes seats must never be on two at once.
    changed = {number: row for number, row in after.items() if row != before[number]}
    Seat.objects.filter(table=table, number__in=changed).delete()
    _add_seats(table, changed)


def _add_seats(table: Table, rows: Mapping[int, SeatRow]) -> None:
    Seat.objects.bulk_create(Seat(table=table, number=number, **_values(row)) for number, row in rows.items())


def _write_shoe(table: Table, before: State, after: State) -> None:
    if after.shoes < before.shoes:
        Shoe.objects.filter(table=table, number__gt=after.shoes).delete()
    row = shoe_row(after)
    if row is None or after.shoe is None:
        return
    known = before.shoe is not None and before.shoe.number == after.shoe.number
    if after.shoes > before.shoes:
        Shoe.objects.create(table=table, number=after.shoe.number, **_values(row))
    elif not known or row != shoe_row(before):
        Shoe.objects.filter(table=table, number=after.shoe.number).update(**_values(row))


def _write_passes(table: Table, before: State, after: State) -> None:
    had = current_row(before) if before.current.number == after.current.number else None
    if after.current.number < before.current.number:
        _drop_passes(table, after.current.number)
    if after.last_pass and after.last_pass != before.last_pass:
        _pay(table, after.last_pass.number, after)
    _write_current(table, after.current.number, had, current_row(after))


def _write_current(table: Table, number: int, had: PassRow | None, row: PassRow | None) -> None:
    if had == row:
        return
    if had is None and row is not None:
        _add_pass(table, number, row)
    elif had is not None and row is None:
        _drop_passes(table, number)
    elif had is not None and row is not None:
        _change_pass(table, number, had, row)


def _change_pass(table: Table, number: int, had: PassRow, row: PassRow) -> None:
    passes = Pass.objects.filter(table=table, number=number)
    if changed := {name: value for name, value in _values(row).items() if value != getattr(had, name)}:
        passes.update(**changed)
    if had.bets != row.bets:
        _write_bets(passes.values_list("pk", flat=True).get(), had.bets, row.bets)


def _pay(table: Table, number: int, state: State) -> None:
    passes = Pass.objects.filter(table=table, number=number)
    played = passes.values_list("pk", flat=True).first()
    if played is None:
        return
    row = paid_row(state, PassRow(shoe=0))
    paid = ("punto", "banca", "result", "bank_win", "bank_deduction", "corrected")
    passes.update(**{name: getattr(row, name) for name in paid})
    Bet.objects.filter(hand_id=played).delete()
    _add_bets(played, row.bets)


def _drop_passes(table: Table, number: int) -> None:
    Bet.objects.filter(hand__table=table, hand__number__gte=number).delete()
    Pass.objects.filter(table=table, number__gte=number).delete()


def _add_pass(table: Table, number: int, row: PassRow) -> None:
    played = Pass.objects.create(table=table, number=number, **_values(row))
    _add_bets(played.pk, row.bets)


def _write_bets(played: int, had: Bets, bets: Bets) -> None:
    gone = [key for key, bet in had.items() if bets.get(key) != bet]
    if gone:
        which = [models.Q(player=player, chance=chance) for player, chance in gone]
        Bet.objects.filter(_any(which), hand_id=played).delete()
    _add_bets(played, {key: bet for key, bet in bets.items() if had.get(key) != bet})


def _add_bets(played: int, bets: Bets) -> None:
    if bets:
        Bet.objects.bulk_create(
            Bet(hand_id=played, player=player, chance=chance, **_values(bet))
            for (player, chance), bet in bets.items()
        )


def _any(which: Iterable[models.Q]) -> models.Q:
    either = models.Q()
    for one in which:
        either |= one
    return either


def _values(row: Row) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in fields(row) if field.name != "bets"}


def _read(kind: type[Any], stored_row: models.Model, **more: Any) -> Any:
    names = [field.name for field in fields(kind) if field.name not in more]
    return kind(**{name: getattr(stored_row, name) for name in names}, **more)
