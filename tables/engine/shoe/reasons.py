"""Reasons why somebody cuts, and why a pass is the shoe's last (argentina arts. 9, 11)."""

from collections.abc import Iterator

from tables.engine.game import Fact, Game, Reason, facts
from tables.engine.shoe.cutting import cut_bounds, cutters


def of_cut(game: Game) -> Iterator[Reason]:
    """The player who is asked to cut, or those who may."""
    cutting, held = game.state.cutting, game.state.bank
    if cutting is None:
        return
    allowed = cut_bounds(game)
    found = facts(
        Fact("asked", cutting.asked, "who"),
        Fact("cutters", () if cutting.asked else tuple(cutters(game)), "people"),
        Fact("banker", held.holder if held else None, "who"),
        Fact("declined", cutting.declined, "people"),
        Fact("fewest_cards", allowed.minimum if allowed else None),
        Fact("most_cards", allowed.maximum if allowed else None),
    )
    yield Reason("cutter", found)


def of_last_pass(game: Game) -> Iterator[Reason]:
    """The stop card has appeared."""
    shoe = game.state.shoe
    if shoe and shoe.last_pass:
        yield Reason(
            "last_pass", (Fact("cards_left", shoe.left), Fact("behind_stop_card", game.setting("stop_card")))
        )
