"""Row changes carried out in memory: the rows of a table as they follow from its record."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile
from typing import Any, cast

from tables.engine import State, new_state
from tables.record.projections.changes import KINDS, Add, Change, Delete, Insert, Key, Row, Update, changes
from tables.record.projections.rows import (
    BetRow,
    Link,
    PassRow,
    PassWithBets,
    SeatRow,
    ShoeRow,
    current_pass,
    seat_rows,
    shoe_row,
)


@dataclass(slots=True)
class Rows:
    """The rows of one table, by kind and key. `_began`: when the phase began."""

    by_kind: dict[type[Row], dict[Key, Row]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    _began: datetime | None = field(default=None, compare=False)

    @classmethod
    def of_a_new_table(cls) -> "Rows":
        """Fourteen free seats."""
        rows = cls()
        rows.by_kind[SeatRow] = {(number,): row for number, row in seat_rows(new_state()).items()}
        return rows

    @classmethod
    def of_state(cls, state: State) -> "Rows":
        """The rows that a state alone gives: the seats, its shoe, its pass with the bets on it."""
        rows, shoe, hand = cls.of_a_new_table(), shoe_row(state), current_pass(state)
        rows.by_kind[SeatRow] = {(number,): row for number, row in seat_rows(state).items()}
        if shoe:
            rows.by_kind[ShoeRow] = {(state.shoes,): shoe}
        if hand:
            number = state.current.number
            rows.by_kind[PassRow] = {(number,): hand.row}
            rows.by_kind[BetRow] = {(number, *key): bet for key, bet in hand.bets.items()}
        return rows

    def __iter__(self) -> Iterator[tuple[Key, Row]]:
        for rows in self.by_kind.values():
            yield from rows.items()

    def follow(self, before: State, after: State, link: Link) -> None:
        """Change the rows as the record `link` did, which led from `before` to `after`."""
        self.apply(changes(before, after, link._replace(began=self._began), self.passes_from))
        if after.phase != before.phase:
            self._began = link.at

    def apply(self, made: Iterable[Change]) -> None:
        """Carry out changes in their order."""
        for change in made:
            rows = self.by_kind[change.kind]
            match change:
                case Insert(key, row) | Update(key, row):
                    rows[key] = row
                case Delete(_, key):
                    rows.pop(key, None)
                case Add(key, figures):
                    rows[key] = figures + cast(Any, rows[key]) if key in rows else figures

    def passes_from(self, number: int) -> dict[int, PassWithBets]:
        """The passes from that number on, oldest first, each with its bets."""
        bets: dict[int, dict[tuple[str, str], BetRow]] = {}
        for (of, player, chance), bet in self._newest(BetRow, number):
            bets.setdefault(of, {})[player, chance] = cast(BetRow, bet)
        found = [(key[0], cast(PassRow, row)) for key, row in self._newest(PassRow, number)]
        return {of: PassWithBets(row, bets.get(of, {})) for of, row in reversed(found)}

    def _newest(self, kind: type[Row], number: int) -> Iterator[tuple[Key, Row]]:
        """Rows are inserted in the order of their passes, so only those asked for are looked at."""
        return takewhile(lambda item: item[0][0] >= number, reversed(self.by_kind[kind].items()))
