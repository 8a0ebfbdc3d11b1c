"""The players of a shift, each with the result."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from casino.common.wording import lazy_text as _
from ledger.cage.accounts import Purpose
from ledger.cage.exchanges import exchanged_by_player
from tables.reports.links import PlayerLink
from tables.reports.report import Column, Kind, Section, Text
from tables.reports.selectors.players import ByChance, Stakes, stakes_by_player
from tables.reports.selectors.scope import Scope
from tables.view.names import names_at


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's stakes and result, with the chips bought and given back and the tips."""

    name: Text
    stakes: Stakes = field(default_factory=Stakes)
    kept: int = 0
    bought: int = 0
    given_back: int = 0
    tips: int = 0
    link: str | None = None

    def __add__(self, other: "PlayerRow") -> "PlayerRow":
        return replace(
            self,
            stakes=self.stakes + other.stakes,
            kept=self.kept + other.kept,
            bought=self.bought + other.bought,
            given_back=self.given_back + other.given_back,
            tips=self.tips + other.tips,
        )

    @property
    def result(self) -> int:
        """For the player; `kept` is what the house kept of him beside payments."""
        return self.stakes.result - self.kept


COLUMNS: tuple[Column[PlayerRow], ...] = (
    Column(_("Player"), Kind.TEXT, lambda row: row.name, lambda row: row.link),
    Column(_("Bets"), Kind.COUNT, lambda row: row.stakes.bets),
    Column(_("Staked"), Kind.MONEY, lambda row: row.stakes.staked),
    Column(_("Player's result"), Kind.SIGNED, lambda row: row.result),
    Column(_("Chips bought"), Kind.MONEY, lambda row: row.bought),
    Column(_("Chips given back"), Kind.MONEY, lambda row: row.given_back),
    Column(_("Tips"), Kind.MONEY, lambda row: row.tips),
)


def players(scope: Scope, kept: Counter[str], link: PlayerLink) -> Section[PlayerRow]:
    """Everybody who bet, held a bank or came to the counter. `kept`: player → what the house kept beside
    payments."""
    stakes, exchanged = stakes_by_player(scope), exchanged_by_player(scope.slips)
    known = sorted((stakes.keys() | kept.keys() | exchanged.keys()) - {""})
    names = names_at(scope.table, known)
    rows = [
        _row(
            PlayerRow(names.player(scope.table.slug, who), link=link(who), kept=kept[who]),
            stakes.get(who, {}),
            exchanged.get(who, {}),
        )
        for who in known
    ]
    if "" in exchanged:
        rows.append(_row(PlayerRow(_("not known")), {}, exchanged[""]))
    whole = sum(rows, PlayerRow(_("Total"))) if rows else None
    return Section(_("Players"), COLUMNS, tuple(rows), whole, empty=_("No bets."))


def _row(named: PlayerRow, stakes: ByChance, exchanged: Mapping[str, int]) -> PlayerRow:
    return replace(
        named,
        stakes=sum(stakes.values(), Stakes()),
        bought=exchanged.get(Purpose.BUY_IN, 0),
        given_back=exchanged.get(Purpose.CASH_OUT, 0),
        tips=exchanged.get(Purpose.TIP, 0),
    )
