"""What lies on the table and how much more may (argentina arts. 2, 3)."""

from fractions import Fraction

from tables.engine.game import Game
from tables.engine.state import Bet, State


def lies_on(state: State, player: str, chance: str) -> int:
    """What the person has on the chance."""
    return sum(bet.amount for bet in state.current.bets if (bet.player, bet.chance) == (player, chance))


def covered(game: Game) -> int:
    """What lies there in all: in chemin de fer, what the bank must cover."""
    return sum(bet.amount for bet in game.state.current.bets)


def shared_room(game: Game, player: str) -> int:
    """What is left of the person's maximum, which punto and banca share (argentina art. 3)."""
    lies = lies_on(game.state, player, "punto") + lies_on(game.state, player, "banca")
    return game.state.limits.maximum - lies


def tie_room(game: Game, player: str) -> int:
    """What is left of the largest tie bet."""
    return tie_maximum(game) - lies_on(game.state, player, "tie")


def tie_maximum(game: Game) -> int:
    """The largest tie bet: the share of the maximum that the house has set, 0 where none is offered."""
    if "tie" not in game.rules.chances:
        return 0
    return int(game.state.limits.maximum * Fraction(game.state.settings["tie_bet"]))


def chances_offered(game: Game) -> tuple[str, ...]:
    """The chances on which one may bet here; tie only where the house offers it."""
    tie = "tie" in game.rules.chances and Fraction(game.state.settings["tie_bet"]) > 0
    return tuple(chance for chance in game.rules.chances if chance != "tie" or tie)


def bets_of(state: State, *players: str) -> tuple[Bet, ...]:
    """The bets of these people."""
    return tuple(bet for bet in state.current.bets if bet.player in players)
