"""From one state of a table to the next, as a list of row changes: the one place that says what the rows hold.

`tables.record.projections.database` carries the changes out in the command's transaction,
`tables.record.projections.memory` in memory: for the audit, for rebuilding and for tests.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from casino.common.clock import hour_of
from tables.engine import State
from tables.record.names import Names, is_reference, name_of
from tables.record.projections.rows import (
    BetRow,
    Bets,
    LineRow,
    Link,
    PassRow,
    PassWithBets,
    PlayerRow,
    SeatRow,
    ShoeRow,
    current_pass,
    line_row,
    paid_pass,
    seat_rows,
    shoe_row,
)
from tables.record.projections.sums import Figures, PhaseFigures, phase_ended, turnover_of
from tables.record.projections.theory import DealtFigures, PlayFigures, dealt, odds_at, played_by

OfPasses = Figures | DealtFigures | PlayFigures
Sums = OfPasses | PhaseFigures
Row = SeatRow | PlayerRow | ShoeRow | PassRow | BetRow | LineRow | Sums
Key = tuple[Any, ...]
KINDS: tuple[type[Row], ...] = (
    *(SeatRow, PlayerRow, ShoeRow, PassRow, BetRow, LineRow),
    *(Figures, PhaseFigures, DealtFigures, PlayFigures),
)
COLUMNS = {kind: kind._fields for kind in KINDS}  # besides the key


class Insert(NamedTuple):
    """There is a new row with this key."""

    key: Key
    row: Row

    @property
    def kind(self) -> type[Row]:
        return type(self.row)


class Update(NamedTuple):
    """The row with this key is now `row`; only these `columns` of it may have changed."""

    key: Key
    row: Row
    columns: tuple[str, ...]

    @property
    def kind(self) -> type[Row]:
        return type(self.row)


class Delete(NamedTuple):
    """There is no row of that kind with this key any more, if there was one."""

    kind: type[Row]
    key: Key


class Add(NamedTuple):
    """The sums with this key (of turnover: hour, line, article; of phases: hour, phase; hour, payer; hour, player) grow
    by `row`; they may not be there yet."""

    key: Key
    row: Sums

    @property
    def kind(self) -> type[Row]:
        return type(self.row)


Change = Insert | Update | Delete | Add
PassesFrom = Callable[[int], Mapping[int, PassWithBets]]


def changes(before: State, after: State, link: Link, passes_from: PassesFrom) -> list[Change]:
    """Changes that the record `link`, which led from `before` to `after`, makes in the rows of its table. Where a row
    is deleted and inserted again, the deletion comes first.

    `passes_from`: the rows, as they are, of all passes from a number on. Asked only when an undo goes back behind a
    payment: what those passes came to is no part of a state.
    """
    return [
        *_seats(before, after),
        *_players(before, after, link.names),
        *_shoes(before, after),
        *pass_changes(before, after, link, passes_from),
        Insert((link.number,), line_row(before, after, link)),
        *(Add(key, figures) for key, figures in phase_ended(before, after, link)),
    ]


def _seats(before: State, after: State) -> Iterator[Change]:
    """First who stands up, so that a player who changes seats never has two, not even between two statements. Where
    another player takes an occupied seat, the row is deleted and inserted. A table that is opened or closed may have
    other seats than before."""
    if after.seats == before.seats and after.lent == before.lent:
        return
    had, now = seat_rows(before), seat_rows(after)
    for number in had.keys() - now.keys():
        yield Delete(SeatRow, (number,))
    changed = [(number, row) for number, row in now.items() if row != had.get(number)]
    for number, row in sorted(changed, key=lambda item: item[1].player is not None):
        if number not in had:
            yield Insert((number,), row)
        elif None in (row.player, had[number].player) or row.player == had[number].player:
            yield _update((number,), had[number], row)
        else:
            yield Delete(SeatRow, (number,))
            yield Insert((number,), row)


def _players(before: State, after: State, names: Names) -> Iterator[Change]:
    """Nobody is deleted: reports of the time when a player was here still need the name."""
    if after.names != before.names:
        for player, said in after.names.items():
            if before.names.get(player) != said:
                reference = said if is_reference(said) else ""
                yield Delete(PlayerRow, (player,))
                yield Insert((player,), PlayerRow(name_of(said, player, names), reference))


def _shoes(before: State, after: State) -> Iterator[Change]:
    if after.shoe is before.shoe and after.shoes == before.shoes and after.results == before.results:
        return
    for number in range(after.shoes + 1, before.shoes + 1):
        yield Delete(ShoeRow, (number,))
    row, had = shoe_row(after), shoe_row(before) if after.shoes == before.shoes else None
    if row is not None and after.shoes > before.shoes:
        yield Insert((after.shoes,), row)
    elif row is not None and row != had:
        yield _update((after.shoes,), had, row)


def pass_changes(before: State, after: State, link: Link, passes_from: PassesFrom) -> Iterator[Change]:
    """Those of them in passes, bets, and the sums of what was paid."""
    number, had, now = after.current.number, current_pass(before), current_pass(after)
    if number < before.current.number:
        yield from _taken_back(passes_from(number), after, link)
        had = None
    elif number > before.current.number and had:
        yield from _paid(had, before, after, link)
        had = None
    yield from _difference(number, had, now)


def _paid(had: PassWithBets, before: State, after: State, link: Link) -> Iterator[Change]:
    paid = paid_pass(had, after, link)
    yield from _difference(before.current.number, had, paid)
    for key, figures in _sums([paid], before, link):
        yield Add(key, figures)


def _taken_back(passes: Mapping[int, PassWithBets], after: State, link: Link) -> Iterator[Change]:
    """No undo goes back behind an opening: `after` it the table is played as when these were paid."""
    for number, had in passes.items():
        yield from _difference(number, had, None)
    for key, figures in _sums(passes.values(), after, link):
        yield Add(key, -figures)


def _sums(passes: Collection[PassWithBets], played: State, link: Link) -> Iterator[tuple[Key, OfPasses]]:
    """What these passes add to the hour of a record, paid under the reglamento and the settings of that state."""
    hour, odds = hour_of(link.at), odds_at(played)
    for key, figures in turnover_of(*passes).items():
        yield (hour, *key), figures
    for payer, of_payer in dealt(passes, odds).items():
        yield (hour, payer), of_payer
    for player, of_player in played_by(passes, odds, link.at).items():
        yield (hour, player), of_player


def _difference(number: int, had: PassWithBets | None, now: PassWithBets | None) -> Iterator[Change]:
    """Changes that make a pass and its bets what they are `now`."""
    if had == now:
        return
    if now is None:
        yield Delete(PassRow, (number,))
    elif had is None:
        yield Insert((number,), now.row)
    elif had.row != now.row:
        yield _update((number,), had.row, now.row)
    yield from _bets(number, had.bets if had else {}, now.bets if now else {})


def _bets(number: int, had: Bets, now: Bets) -> Iterator[Change]:
    for key in had:
        if key not in now:
            yield Delete(BetRow, (number, *key))
    for key, bet in now.items():
        if key not in had:
            yield Insert((number, *key), bet)
        elif had[key] != bet:
            yield _update((number, *key), had[key], bet)


def _update(key: Key, had: Row | None, row: Row) -> Change:
    columns = COLUMNS[type(row)]
    changed = (name for name in columns if had is None or getattr(had, name) != getattr(row, name))
    return Update(key, row, tuple(changed))
