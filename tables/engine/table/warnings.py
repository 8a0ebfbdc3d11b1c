"""What the jefe should know when he opens a table or sets its limits, though it is allowed."""

from dataclasses import dataclass

from tables.engine.betting.stakes import chances_offered, largest_bet
from tables.engine.game import Game, bounds


@dataclass(frozen=True, slots=True)
class LimitsWarning:
    """`code` is `never_bet`: no bet on `chance` can reach the minimum without passing the chance's own maximum."""

    code: str
    chance: str
    minimum: int
    maximum: int


def warnings(game: Game) -> tuple[LimitsWarning, ...]:
    """The warnings for the limits in force in the game's state."""
    limits = game.state.limits
    largest = {chance: largest_bet(game, chance) for chance in chances_offered(game)}
    return tuple(
        LimitsWarning("never_bet", chance, limits.minimum, most)
        for chance, most in largest.items()
        if bounds(limits.minimum, most, limits.chip) is None
    )
