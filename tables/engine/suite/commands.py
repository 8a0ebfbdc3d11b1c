"""Commands of a bank withdrawn and offered on."""

from typing import Literal

from tables.engine.command import Amount, Command, PlayerId, Text


class GiveSuite(Command):
    command: Literal["suite"] = "suite"


class TakeSuite(Command):
    command: Literal["take_suite"] = "take_suite"
    players_named = ("player", "associate")
    player: PlayerId
    amount: Amount | None = None
    associate: PlayerId | None = None


class DeclineSuite(Command):
    command: Literal["decline_suite"] = "decline_suite"
    player: PlayerId | None = None


class HouseTakesSuite(Command):
    command: Literal["house_takes_suite"] = "house_takes_suite"
    reason: Text | None = None
