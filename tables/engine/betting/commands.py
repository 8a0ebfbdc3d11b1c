"""Commands for bets, up to no va más."""

from typing import Literal

from tables.engine.command import Amount, ChanceSlug, Command, PlayerId


class PlaceBet(Command):
    """Add `amount` to the player's bet on the chance."""

    command: Literal["place_bet"] = "place_bet"
    commutes = True
    player: PlayerId
    chance: ChanceSlug
    amount: Amount


class RemoveBet(Command):
    """Take back the player's whole bet on the chance."""

    command: Literal["remove_bet"] = "remove_bet"
    commutes = True
    player: PlayerId
    chance: ChanceSlug


class RepeatBets(Command):
    """Repeat the stakes of the last pass, for `players` or for everybody."""

    command: Literal["repeat_bets"] = "repeat_bets"
    commutes = True
    players_named = ("players",)
    players: list[PlayerId] | None = None


class CloseBetting(Command):
    """No va más: betting is over."""

    command: Literal["close_betting"] = "close_betting"
