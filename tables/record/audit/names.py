"""The names beside a table's record, and the erased ones among them."""

from collections.abc import Iterator

from casino.house import acts
from casino.house.models import Act
from tables.engine import State
from tables.models import PlayerName, Record, Table
from tables.record.audit.expectations import Broken, expect
from tables.record.names import (
    at_hand,
    is_reference,
    key_of,
    names_of,
    reference_to,
    references,
)


class RecordedNames:
    """Follows a table's record from the one numbered `after` on, where it was in `state`: each reference has its row,
    as it was said or erased. `names`: those that are there, by reference. No fault says a name."""

    def __init__(self, table: Table, after: int, state: State) -> None:
        rows = PlayerName.objects.filter(table=table, number__gt=after)
        self._rows = {row.number: row for row in rows}
        self._erased: dict[tuple[str, str], int] = {}
        there = {row.reference: row.name for row in self._rows.values() if not row.erased_by}
        self.names = {**names_of(references(state)), **there}

    def follow(self, record: Record) -> None:
        """Compare what stands beside this record. Raises Broken."""
        said = record.command.get("name")
        if not (isinstance(said, str) and is_reference(said)):
            return
        where = f"record {record.number}: the name beside it"
        row = self._rows.pop(record.number, None)
        if row is None:
            raise Broken(f"{where} is gone")
        expect(where, (row.player, row.reference), (record.command["player"], said))
        if row.erased_by:
            self._erased.setdefault((row.player, row.erased_by), record.number)
        else:
            expect(where, reference_to(row.name, row.salt), said)
            expect(f"{where}, its key", row.key == key_of(row.name), True)

    def faults(self, table: Table, state: State) -> Iterator[str]:
        """A sentence for each row that belongs to no record, for each erasure that was no act, and where the names
        beside the table's state are others."""
        for number in sorted(self._rows):
            yield f"there is a name beside record {number}, which says none"
        for (player, by), number in self._erased.items():
            done = Act.objects.filter(what=acts.PLAYER_NAME_ERASED, about=player, actor=by, refused="")
            if not done.exists():
                yield f"record {number}: the name beside it was erased, by no act"
        found = at_hand(table)
        if found != names_of({*references(state), *found}):
            yield "the names beside the stored state are others"
