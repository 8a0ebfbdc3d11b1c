"""What is bet on the table, and how much more may be bet (argentina arts. 2, 3)."""

from fractions import Fraction

from tables.engine.game import Game
from tables.engine.state import Bet, State


def lies_on(state: State, player: str, chance: str) -> int:
    """The player's bet on the chance; 0 without one."""
    return sum(bet.amount for bet in state.current.bets if (bet.player, bet.chance) == (player, chance))


def covered(game: Game) -> int:
    """The sum of all bets: in chemin de fer, what the bank must cover."""
    return sum(bet.amount for bet in game.state.current.bets)


def shared_room(game: Game, player: str) -> int:
    """What is left of the player's maximum, which punto and banca share (argentina art. 3)."""
    lies = lies_on(game.state, player, "punto") + lies_on(game.state, player, "banca")
    return game.state.limits.maximum - lies


def tie_room(game: Game, player: str) -> int:
    """What is left of the player's maximum on tie."""
    return tie_maximum(game) - lies_on(game.state, player, "tie")


def tie_maximum(game: Game) -> int:
    """The largest tie bet: the share of the maximum that the house has set; 0 if tie is not offered."""
    if "tie" not in game.rules.chances:
        return 0
    return int(game.state.limits.maximum * Fraction(game.state.settings["tie_bet"]))


def largest_bet(game: Game, chance: str) -> int:
    """The largest bet of one person on the chance, if nothing else lies there."""
    return tie_maximum(game) if chance == "tie" else game.state.limits.maximum


def chances_offered(game: Game) -> tuple[str, ...]:
    """The chances that can be bet on at this table; tie only if the house offers it."""
    tie = "tie" in game.rules.chances and Fraction(game.state.settings["tie_bet"]) > 0
    return tuple(chance for chance in game.rules.chances if chance != "tie" or tie)


def bets_of(state: State, *players: str) -> tuple[Bet, ...]:
    """The bets of these players."""
    return tuple(bet for bet in state.current.bets if bet.player in players)
