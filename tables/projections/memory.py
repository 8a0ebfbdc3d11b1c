"""The rows for reading as the fold of a record. The database is kept equal to it command by command
(`tables.projections.database`), can be rebuilt from it, and is compared with it by the audit."""

from datetime import datetime

from casino.common.clock import hour_of
from tables.engine import State
from tables.projections.rows import (
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

HourKey = tuple[datetime, str, str]  # hour, line, article


class Rows:
    """The rows of one table, folded in memory."""

    def __init__(self, state: State) -> None:
        self.seats: dict[int, SeatRow] = seat_rows(state)
        self.shoes: dict[int, ShoeRow] = {}
        self.passes: dict[int, PassRow] = {}
        self.turnover: dict[HourKey, Figures] = {}
        self.names: dict[str, str] = dict(state.names)

    def follow(self, before: State, after: State, link: Link) -> None:
        """Go on from one state to the next, by that record; an undo may lie between them."""
        self.seats = seat_rows(after)
        self.names |= after.names
        if after.shoes < before.shoes:
            self.shoes = {number: row for number, row in self.shoes.items() if number <= after.shoes}
        if after.shoe and (shoe := shoe_row(after)):
            self.shoes[after.shoe.number] = shoe
        last = after.last_pass
        if last and last != before.last_pass and last.number in self.passes:
            self._pay(last.number, after, link)
        self._follow_current(after, link)

    def _pay(self, number: int, after: State, link: Link) -> None:
        played = self.passes[number]
        self.passes[number] = paid_row(after, played, link)
        if not played.result:
            self._count(self.passes[number], 1, link)

    def _follow_current(self, after: State, link: Link) -> None:
        number, row = after.current.number, current_row(after)
        # From the newest backwards: only those that an undo has taken back are looked at.
        while self.passes and (newest := next(reversed(self.passes))) >= number:
            self._count(self.passes.pop(newest), -1, link)
        if row:
            self.passes[number] = row

    def _count(self, row: PassRow, sign: int, link: Link) -> None:
        for (line, article), figures in turnover_of(row).items():
            key = (hour_of(link.at), line, article)
            self.turnover[key] = self.turnover.get(key, Figures()) + (figures if sign > 0 else -figures)
