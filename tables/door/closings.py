"""Closing several tables at once: each by a command of its own through the door, as it was when it was chosen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from casino.common.json_input import Json
from tables.door import access, notify
from tables.door.access import Caller
from tables.door.service import game_of
from tables.engine import State
from tables.engine.available import is_available
from tables.models import Table
from tables.record.stored import shown_state
from tables.rules.roles import JEFE

CLOSE = "close_table"


@dataclass(frozen=True, slots=True)
class Closing:
    """An open table. `can`: whether it could be closed now, which cards on the table hinder; what lies on it, in `bets`
    and in a player's bank, goes back to its owners."""

    table: Table
    state: State
    can: bool

    @property
    def bets(self) -> int:
        """All that lies on the chances."""
        return sum(bet.amount for bet in self.state.current.bets)

    @property
    def banker(self) -> str:
        """The name of the player whose bank has not been taken out; empty where none holds it."""
        holder = self.state.bank.holder if self.state.bank else None
        return self.state.names.get(holder, holder) if holder else ""

    @property
    def bank(self) -> int:
        """What lies in his bank."""
        return self.state.bank.stake if self.state.bank and self.banker else 0

    @property
    def is_free(self) -> bool:
        """Whether nothing has to go back to anybody."""
        return self.can and not self.bets and not self.banker


def closings() -> list[Closing]:
    """The open tables of the floor, in its order."""
    found = Table.objects.filter(open=True, retired=None).select_related("pit")
    return [_closing(table, shown_state(table)) for table in sorted(found, key=lambda table: table.place)]


def close_many(
    caller: Caller, versions: Mapping[str, int], slugs: Iterable[str], reason: str, key: str
) -> Mapping[str, tuple[int, Json]]:
    """Close these tables: slug → the status and the answer of its command. One table's refusal keeps no other open.

    `versions`: the version at which each was chosen; one where something has happened since is refused, and nothing is
    done there. `key`: the idempotency key of each command."""
    said = {"reason": reason} if reason else {}
    given = {
        slug: access.give(caller, slug, {"command": CLOSE, "expected_version": versions[slug], **said}, key)
        for slug in dict.fromkeys(slugs)
        if slug in versions
    }
    notify.announce(notify.FIGURES, 0, beside=True)  # the floor's sums are said at once
    return given


def _closing(table: Table, state: State) -> Closing:
    return Closing(table, state, is_available(game_of(state, JEFE), CLOSE))
