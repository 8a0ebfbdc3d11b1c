"""The kinds of bank: a player's stake with the house paying, the house itself, or a stake that covers the bets.

Each kind answers the same questions. A reglamento names its kind in `Reglamento.bank`.
"""

from typing import NoReturn, Protocol

from tables.engine.bank.events import BankTrimmed
from tables.engine.betting.stakes import covered, shared_room, tie_room
from tables.engine.betting.trimming import above_each_maximum, above_the_bank
from tables.engine.context import CommandContext
from tables.engine.cover.events import BankerBound
from tables.engine.game import Game
from tables.engine.people import seated
from tables.engine.state import Bank as BankState
from tables.engine.state import Bet

MESSAGES = {
    "person": "the player has the most that a person may bet there",
    "covered": "the bets cover the whole bank",
}


class BankKind(Protocol):
    """What a kind of bank decides.

    `staked`: the bank is somebody's stake and is opened with an amount. `covers`: the stake pays the bets.
    `over_the_room`: the rule cited when a bet is too large. `no_room`: why no bet is possible any more.
    `newcomers_wait`: a player who has just sat down has no priority yet.
    """

    staked: bool
    covers: bool
    over_the_room: str
    no_room: str
    newcomers_wait: bool

    def room(self, game: Game, player: str, chance: str) -> int:
        """How much more the player may bet on the chance."""

    def may_bet(self, game: Game, player: str) -> bool:
        """Whether the player may bet against this bank at all."""

    def check_close(self, context: CommandContext) -> None:
        """Refuse no va más if the pass cannot be played yet."""

    def may_close(self, game: Game) -> bool:
        """Whether `check_close` would accept."""

    def played(self, game: Game, bank: BankState) -> int:
        """How much of the bank is at stake in this pass."""

    def kept(self, game: Game, bank: BankState, grown: int) -> int:
        """How much of a bank that has grown to `grown` stays on the table. The rest goes back to its owner."""

    def trim(self, context: CommandContext, maximum: int) -> None:
        """Apply a new maximum to the bank: return what exceeds it."""

    def excess_bets(self, game: Game) -> tuple[Bet, ...]:
        """The parts of the bets on the table that the limits no longer allow."""

    def early_card(self, context: CommandContext) -> None:
        """React to a card that was drawn before it was due."""


class HouseBank:
    """The house banks (slovenia, monte-carlo, spain). Each person has one maximum for punto and banca together."""

    staked = False
    covers = False
    over_the_room = "person_maximum"
    no_room = MESSAGES["person"]
    newcomers_wait = False

    def room(self, game: Game, player: str, chance: str) -> int:
        """What is left of the player's maximum; tie has a maximum of its own."""
        return tie_room(game, player) if chance == "tie" else shared_room(game, player)

    def may_bet(self, game: Game, player: str) -> bool:
        """Everybody may bet."""
        return True

    def check_close(self, context: CommandContext) -> None:
        """Nothing to check: a pass may be dealt without a bet."""

    def may_close(self, game: Game) -> bool:
        """Always True."""
        return True

    def played(self, game: Game, bank: BankState) -> int:
        """The whole stake."""
        return bank.stake

    def kept(self, game: Game, bank: BankState, grown: int) -> int:
        """Up to the maximum, or up to the earlier stake if that was larger."""
        return min(grown, max(game.state.limits.maximum, bank.stake))

    def trim(self, context: CommandContext, maximum: int) -> None:
        """Nothing to do: there is no stake."""

    def excess_bets(self, game: Game) -> tuple[Bet, ...]:
        """What each person has above his maximum."""
        return above_each_maximum(game)

    def early_card(self, context: CommandContext) -> None:
        """Nothing to do."""


class RotatingBank(HouseBank):
    """A player's stake that rotates with the sabot, while the house pays everybody (argentina)."""

    staked = True

    def trim(self, context: CommandContext, maximum: int) -> None:
        """Trim a bank above the new maximum and return the excess to its owner (art. 2)."""
        held = context.state.bank
        if held and held.stake > maximum:
            excess = held.stake - maximum
            context.emit(BankTrimmed(player=held.holder, amount=excess, stake=maximum))


class CoveredBank(HouseBank):
    """The banker's stake covers the punto bets (chemin-de-fer)."""

    staked = True
    covers = True
    over_the_room = "cover"
    no_room = MESSAGES["covered"]
    newcomers_wait = True

    def room(self, game: Game, player: str, chance: str) -> int:
        """What the bets do not cover yet, on a first-come basis (art. 14)."""
        return capacity(game) - covered(game)

    def may_bet(self, game: Game, player: str) -> bool:
        """Neither the banker nor his associate plays against their own bank (art. 2)."""
        return player not in (game.bank.holder, game.bank.associate)

    def check_close(self, context: CommandContext) -> None:
        """Refuse unless enough players are seated and there is a bet to cover."""
        least, here = context.setting("min_seated"), len(seated(context.state))
        if here < least:
            context.refuse("not_enough_seated", "min_seated", minimum=least, seated=here, counted="seated")
        if not context.state.current.bets:
            context.refuse("nothing_covered", "cover")

    def may_close(self, game: Game) -> bool:
        """Whether enough players are seated and there is a bet."""
        return len(seated(game.state)) >= game.setting("min_seated") and bool(game.state.current.bets)

    def played(self, game: Game, bank: BankState) -> int:
        """The amount that the bets cover. The rest is out of play (garaje obligatorio)."""
        return covered(game)

    def kept(self, game: Game, bank: BankState, grown: int) -> int:
        """All of it. What exceeds the maximum stays but is not covered."""
        return grown

    def trim(self, context: CommandContext, maximum: int) -> None:
        """Nothing to do: the bank keeps its stake, and the new maximum limits what can be covered."""

    def excess_bets(self, game: Game) -> tuple[Bet, ...]:
        """What the bank no longer covers."""
        return above_the_bank(game, capacity(game)) if game.state.bank else ()

    def early_card(self, context: CommandContext) -> None:
        """A banker who draws early must play the pass. While the hand is offered nobody has to."""
        if held := context.state.bank:
            context.emit(BankerBound(player=held.holder or ""))


BANK_KINDS: dict[str, BankKind] = {"house": HouseBank(), "rotating": RotatingBank(), "cover": CoveredBank()}


def kind_of(game: Game) -> BankKind:
    """The kind of bank of this reglamento."""
    return BANK_KINDS[game.rules.bank]


def capacity(game: Game) -> int:
    """How much the bank can cover: its stake, up to the maximum. The part above is "impropio" and out of play."""
    return min(game.bank.stake, game.bank_maximum)


def check_may_bet(context: CommandContext, *players: str) -> None:
    """Refuse players who would bet against their own bank."""
    for player in players:
        if not kind_of(context).may_bet(context, player):
            _refuse_own_bank(context, player)


def check_no_banco(context: CommandContext) -> None:
    """Refuse to change the bank against which somebody has called banco (chemin-de-fer art. 14)."""
    if context.state.current.banco:
        context.refuse(
            "not_entitled", "cover", detail="banco was called: the bank stays as it is until it is decided"
        )


def _refuse_own_bank(context: CommandContext, player: str) -> NoReturn:
    if player == context.bank.associate:
        context.refuse("not_entitled", "associate", detail="the associate has no say in play", player=player)
    context.refuse("not_entitled", "cover", detail="the banker does not play against his bank")
