"""What is bet on the table, and how much more may be bet (argentina arts. 2, 3)."""

from tables.engine.game import Game
from tables.engine.state import Bet, State
from tables.engine.table.settings import share_of


def lies_on(state: State, player: str, *chances: str) -> int:
    """The player's bet on the chance, or on several; 0 without one."""
    lies = 0
    for bet in state.current.bets:
        if bet.player == player and bet.chance in chances:
            lies += bet.amount
    return lies


def covered(game: Game) -> int:
    """The sum of all bets: in chemin de fer, what the bank must cover."""
    return sum([bet.amount for bet in game.state.current.bets])


def shared_room(game: Game, player: str) -> int:
    """What is left of the player's maximum, which punto and banca share (argentina art. 3)."""
    return game.state.limits.maximum - lies_on(game.state, player, "punto", "banca")


def tie_room(game: Game, player: str) -> int:
    """What is left of the player's maximum on tie."""
    return tie_maximum(game) - lies_on(game.state, player, "tie")


def tie_maximum(game: Game) -> int:
    """The largest tie bet: the share of the maximum that the house has set; 0 if tie is not offered."""
    if "tie" not in game.rules.chances:
        return 0
    share = share_of(game.state.settings["tie_bet"])
    return game.state.limits.maximum * share.numerator // share.denominator


def largest_bet(game: Game, chance: str) -> int:
    """The largest bet of one person on the chance, if nothing else lies there."""
    return tie_maximum(game) if chance == "tie" else game.state.limits.maximum


def chances_offered(game: Game) -> tuple[str, ...]:
    """The chances that can be bet on at this table; tie only if the house offers it."""
    chances = game.rules.chances
    if "tie" not in chances or game.state.settings["tie_bet"]:
        return chances
    return tuple(chance for chance in chances if chance != "tie")


def bets_of(state: State, *players: str) -> tuple[Bet, ...]:
    """The bets of these players."""
    return tuple([bet for bet in state.current.bets if bet.player in players])
