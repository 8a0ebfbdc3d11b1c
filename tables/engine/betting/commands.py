"""Commands of bets, until no va más."""

from typing import Literal

from tables.engine.command import Amount, Chance, Command, PlayerId


class PlaceBet(Command):
    command: Literal["place_bet"] = "place_bet"
    player: PlayerId
    chance: Chance
    amount: Amount


class RemoveBet(Command):
    command: Literal["remove_bet"] = "remove_bet"
    player: PlayerId
    chance: Chance


class RepeatBets(Command):
    command: Literal["repeat_bets"] = "repeat_bets"
    players_named = ("players",)
    players: list[PlayerId] | None = None


class CloseBetting(Command):
    command: Literal["close_betting"] = "close_betting"
