"""The kinds of bank: a player's stake with the house paying, the house itself, or a stake that covers the bets.

Each kind answers the same questions. A reglamento names its kind in `Reglamento.bank`.
"""

from typing import NoReturn, Protocol

from tables.engine.bank.events import BankTrimmed
from tables.engine.betting.stakes import above_each_maximum, above_the_bank, covered, room_on
from tables.engine.cover.events import BankerBound
from tables.engine.game import Game
from tables.engine.handlers import CommandContext
from tables.engine.state import Bank as BankState
from tables.engine.state import Bet, seated
from tables.rules.reglamento import whole

MESSAGES = {
    "person": "the player has the most that a person may bet there",
    "covered": "the bets cover the whole bank",
}


class BankKind(Protocol):
    """The decisions of a kind of bank.

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
        """The amount that the player may still bet on the chance."""

    def may_bet(self, game: Game, player: str) -> bool:
        """Whether the player may bet against this bank at all."""

    def check_close(self, context: CommandContext) -> None:
        """Refuse no va más if the pass cannot be played yet."""

    def may_close(self, game: Game) -> bool:
        """Whether `check_close` would accept."""

    def played(self, game: Game, bank: BankState) -> int:
        """The part of the bank that is at stake in this pass."""

    def kept(self, game: Game, bank: BankState, grown: int) -> int:
        """The part of a bank that has grown to `grown` that stays on the table. The rest goes back to its owner."""

    def above(self, bank: BankState, maximum: int) -> int:
        """The part of the bank that a new maximum returns to its owner."""

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
        """The rest of the player's maximum: one for punto and banca together, one for each other chance."""
        return room_on(game, player, chance)

    def may_bet(self, game: Game, player: str) -> bool:
        """Everybody may bet."""
        return True

    def check_close(self, context: CommandContext) -> None:
        """Refuse a pass without a bet when the shoe has had as many as the house allows."""
        if not self.may_close(context):
            allowed = free_passes(context)
            context.refuse("no_free_pass", passes=allowed, counted="passes" if allowed else "none")

    def may_close(self, game: Game) -> bool:
        """Whether there is a bet, or a pass may still be dealt without one."""
        allowed = free_passes(game)
        return bool(game.state.current.bets) or allowed is None or game.shoe.free_passes < allowed

    def played(self, game: Game, bank: BankState) -> int:
        """The whole stake."""
        return bank.stake

    def kept(self, game: Game, bank: BankState, grown: int) -> int:
        """The amount up to the maximum, or up to the earlier stake if that was larger."""
        return min(grown, max(game.state.limits.maximum, bank.stake))

    def above(self, bank: BankState, maximum: int) -> int:
        """Nothing."""
        return 0

    def trim(self, context: CommandContext, maximum: int) -> None:
        """Nothing to do: there is no stake."""

    def excess_bets(self, game: Game) -> tuple[Bet, ...]:
        """The stakes of each person above his maximum."""
        return above_each_maximum(game)

    def early_card(self, context: CommandContext) -> None:
        """Nothing to do."""


class RotatingBank(HouseBank):
    """A player's stake that rotates with the sabot, while the house pays everybody (argentina)."""

    staked = True

    def above(self, bank: BankState, maximum: int) -> int:
        """What the stake has above it (art. 2)."""
        return max(bank.stake - maximum, 0)

    def trim(self, context: CommandContext, maximum: int) -> None:
        """Trim a bank above the new maximum and return the excess to its owner (art. 2)."""
        held = context.state.bank
        if held and (excess := self.above(held, maximum)):
            context.emit(BankTrimmed(player=held.holder, amount=excess, stake=maximum))


class CoveredBank(HouseBank):
    """The banker's stake covers the punto bets (chemin-de-fer)."""

    staked = True
    covers = True
    over_the_room = "cover"
    no_room = MESSAGES["covered"]
    newcomers_wait = True

    def room(self, game: Game, player: str, chance: str) -> int:
        """The amount that the bets do not cover yet, on a first-come basis (art. 14)."""
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
        """The stakes that the bank no longer covers."""
        return above_the_bank(game, capacity(game)) if game.state.bank else ()

    def early_card(self, context: CommandContext) -> None:
        """A banker who draws early must play the pass. While the hand is offered nobody has to."""
        if held := context.state.bank:
            context.emit(BankerBound(player=held.holder or ""))


def free_passes(game: Game) -> int | None:
    """How many passes of a shoe may be closed without a bet; None: any number."""
    allowed = game.choice("free_passes")
    return None if allowed == "any" else whole(allowed)


BANK_KINDS: dict[str, BankKind] = {"house": HouseBank(), "rotating": RotatingBank(), "cover": CoveredBank()}


def kind_of(game: Game) -> BankKind:
    """The kind of bank of this reglamento."""
    return BANK_KINDS[game.rules.bank]


def capacity(game: Game) -> int:
    """The amount that the bank can cover: its stake, up to the maximum. The part above is "impropio", out of play."""
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
