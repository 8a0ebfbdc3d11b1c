"""The words of a reglamento: what is shown for a table, and why a command was refused there, is said in them."""

from collections.abc import Mapping
from contextlib import AbstractContextManager

from casino.common import wording
from casino.common.answers import LocalReader, error_of
from casino.common.refusals import Refusal
from casino.common.wording import Wording
from tables.engine import State
from tables.models import Player
from tables.record.reglamentos.catalogue import resolve
from tables.rules.reglamento import Reglamento


def speaking(reglamento: str | None) -> AbstractContextManager[None]:
    """Within this block texts are in the words of the reglamento of that name; None for the product's own."""
    if reglamento is None:
        return wording.speaking(None)
    return wording.speaking(wording_of(resolve(reglamento)))


def wording_of(rules: Reglamento) -> Wording:
    """The words of a reglamento, and the names that a house has given to what it offers itself."""
    named = {chance.slug: chance.names for chance in rules.chances if chance.names}
    return Wording(rules.base or rules.slug, rules.words, named)


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


def error_at(table: int, state: State, refusal: Refusal, reglamento: str | None) -> dict[str, object]:
    """The `error` of an answer to a command at the table with this key, in the words of this reglamento."""
    with speaking(reglamento):
        return error_of(refusal, TableReader(table, state.names))
