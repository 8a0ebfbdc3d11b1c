"""Refusals at a table for a reader: in the words of its reglamento, and people by their names."""

from collections.abc import Mapping

from casino.common.answers import LocalReader, error_of
from casino.common.errors import Refusal
from tables.engine import State
from tables.house_reglamentos.words import speaking
from tables.models import Player


class TableReader(LocalReader):
    """A reader who knows the people of a table. `names`: id → name, of those who are at the table."""

    def __init__(self, table: int, names: Mapping[str, str]) -> None:
        self._table, self._names = table, names

    def person(self, player: str) -> str:
        """His name, also if he has left; what was said if nobody has that id."""
        return self._names.get(player) or self._name_of_who_left(player)

    def _name_of_who_left(self, player: str) -> str:
        known = Player.objects.filter(table=self._table, player=player)
        return known.values_list("name", flat=True).first() or player


def error_at(table: int, state: State, refusal: Refusal) -> dict[str, object]:
    """The `error` of an answer to a command at the table with this key."""
    with speaking(state.reglamento if state.open else None):
        return error_of(refusal, TableReader(table, state.names))
