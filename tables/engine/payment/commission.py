"""Commission that players owe on their wins, where the house collects it at the end of the shoe."""

from fractions import Fraction

from tables.engine.game import Game
from tables.engine.handlers import CommandContext
from tables.engine.payment.events import CommissionCollected
from tables.engine.state import Owed
from tables.rules.money import rounded

END_OF_SHOE = "end_of_shoe"


def is_noted(game: Game) -> bool:
    """Whether what the wins of the two sides owe is noted, and collected later."""
    return game.settings.get("commission") == END_OF_SHOE


def owed_by(game: Game) -> dict[str, tuple[int, int]]:
    """Player → the sum of his wins that owe, and what he would pay now: rounded once, on the sum."""
    each: dict[str, list[Owed]] = {}
    for owed in game.state.owed:
        each.setdefault(owed.player, []).append(owed)
    return {player: (sum(one.won for one in lines), _due(game, lines)) for player, lines in each.items()}


def collect_commission(context: CommandContext, *players: str) -> None:
    """Collect from these players, or from all, what they owe."""
    for player, (won, due) in owed_by(context).items():
        if not players or player in players:
            article = context.rules.article("banca_tax")
            context.emit(CommissionCollected(player=player, won=won, amount=due, article=article))


def _due(game: Game, lines: list[Owed]) -> int:
    exact = sum((owed.won * Fraction(owed.rate) for owed in lines), Fraction(0))
    return rounded(exact, game.state.limits.chip, str(game.state.settings["rounding"]))
