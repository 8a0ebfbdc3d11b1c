"""Who banks, and what follows from it: a player's stake against the house, the house, or a stake that covers the bets.

Each kind answers the same questions; a reglamento names its kind (`Reglamento.bank`).
"""

from typing import NoReturn, Protocol

from tables.engine.bank.events import BankTrimmed
from tables.engine.betting.stakes import covered, shared_room, tie_room
from tables.engine.context import CommandContext
from tables.engine.cover.events import BankerBound
from tables.engine.game import Game
from tables.engine.people import seated
from tables.engine.state import Bank as BankState


class BankKind(Protocol):
    """`staked`: a bank is somebody's stake, and is opened with an amount. `over_the_room`: the rule that a bet above
    its room is refused by. `newcomers_wait`: who has just sat down has no priority yet."""

    staked: bool
    covers: bool
    over_the_room: str
    newcomers_wait: bool

    def room(self, game: Game, player: str, chance: str) -> int:
        """How much more the person may put on the chance."""

    def may_bet(self, game: Game, player: str) -> bool:
        """Whether the person may play against this bank at all."""

    def check_close(self, context: CommandContext) -> None:
        """Refuse no va más while there is nothing to play."""

    def may_close(self, game: Game) -> bool:
        """Whether `check_close` lets it pass."""

    def played(self, game: Game, bank: BankState) -> int:
        """How much of the bank is played for in this pass."""

    def kept(self, game: Game, bank: BankState, grown: int) -> int:
        """How much of a bank that has grown to `grown` stays on the table; the rest goes back to its owner."""

    def trim(self, context: CommandContext, maximum: int) -> None:
        """New limits take effect: what exceeds them goes back."""

    def early_card(self, context: CommandContext) -> None:
        """A card was drawn before it was due."""


class HouseBank:
    """The house banks (slovenia, monte-carlo, spain): punto and banca share one maximum for each person."""

    staked = False
    covers = False
    over_the_room = "person_maximum"
    newcomers_wait = False

    def room(self, game: Game, player: str, chance: str) -> int:
        """Tie has a maximum of its own."""
        return tie_room(game, player) if chance == "tie" else shared_room(game, player)

    def may_bet(self, game: Game, player: str) -> bool:
        """Everybody may."""
        return True

    def check_close(self, context: CommandContext) -> None:
        """A pass may be dealt without a bet."""

    def may_close(self, game: Game) -> bool:
        """Always."""
        return True

    def played(self, game: Game, bank: BankState) -> int:
        """The whole stake."""
        return bank.stake

    def kept(self, game: Game, bank: BankState, grown: int) -> int:
        """Up to the maximum; a bank that was larger before stays so."""
        return min(grown, max(game.state.limits.maximum, bank.stake))

    def trim(self, context: CommandContext, maximum: int) -> None:
        """There is no stake to trim."""

    def early_card(self, context: CommandContext) -> None:
        """Nobody is bound by it."""


class RotatingBank(HouseBank):
    """A player's stake, which rotates with the sabot; the house pays everybody (argentina)."""

    staked = True

    def trim(self, context: CommandContext, maximum: int) -> None:
        """Art. 2: a bank above the new maximum is trimmed, its owner gets the excess."""
        held = context.state.bank
        if held and held.stake > maximum:
            excess = held.stake - maximum
            context.emit(BankTrimmed(player=held.holder, amount=excess, stake=maximum))


class CoveredBank(HouseBank):
    """The banker's stake covers the punto bets (chemin-de-fer)."""

    staked = True
    covers = True
    over_the_room = "cover"
    newcomers_wait = True

    def room(self, game: Game, player: str, chance: str) -> int:
        """Art. 14: what is not covered yet, for whoever comes first."""
        return capacity(game) - covered(game)

    def may_bet(self, game: Game, player: str) -> bool:
        """The banker does not play against his own bank."""
        return game.bank.holder != player

    def check_close(self, context: CommandContext) -> None:
        """It goes on with four seated players and a bet to cover."""
        least, here = context.setting("min_seated"), len(seated(context.state))
        if here < least:
            context.refuse("not_enough_seated", "min_seated", minimum=least, seated=here)
        if not context.state.current.bets:
            context.refuse("nothing_covered", "cover")

    def may_close(self, game: Game) -> bool:
        """Enough people and a bet."""
        return len(seated(game.state)) >= game.setting("min_seated") and bool(game.state.current.bets)

    def played(self, game: Game, bank: BankState) -> int:
        """What the bets cover; the rest is out of play (garaje obligatorio)."""
        return covered(game)

    def kept(self, game: Game, bank: BankState, grown: int) -> int:
        """All of it: what exceeds the maximum is only not covered."""
        return grown

    def trim(self, context: CommandContext, maximum: int) -> None:
        """It keeps its stake; the new maximum bounds what is covered."""

    def early_card(self, context: CommandContext) -> None:
        """Who draws early must play the pass."""
        if context.state.bank:
            context.emit(BankerBound(player=context.bank.holder or ""))


BANK_KINDS: dict[str, BankKind] = {"house": HouseBank(), "rotating": RotatingBank(), "cover": CoveredBank()}


def kind_of(game: Game) -> BankKind:
    """The kind of bank that this reglamento plays with."""
    return BANK_KINDS[game.rules.bank]


def capacity(game: Game) -> int:
    """How much a bank can cover: its stake, but no more than the maximum (what lies above is "impropio")."""
    return min(game.bank.stake, game.bank_maximum)


def check_may_bet(context: CommandContext, *players: str) -> None:
    """Refuse who would play against his own bank."""
    if not all(kind_of(context).may_bet(context, player) for player in players):
        _refuse_own_bank(context)


def _refuse_own_bank(context: CommandContext) -> NoReturn:
    context.refuse("not_entitled", "cover", detail="the banker does not play against his bank")
