"""Commands of the suite: a bank that is withdrawn and offered on."""

from typing import Literal

from tables.engine.command import Amount, Command, PlayerId, Text


class GiveSuite(Command):
    """The holder withdraws the bank, which is then offered on (art. 36)."""

    command: Literal["suite"] = "suite"


class TakeSuite(Command):
    """A player takes the suite, unchanged or raised to `amount`, alone or with an associate (art. 37).
    `others_decline`: whoever is asked before him does not want it."""

    command: Literal["take_suite"] = "take_suite"
    players_named = ("player", "associate")
    player: PlayerId
    amount: Amount | None = None
    associate: PlayerId | None = None
    others_decline: bool = False


class DeclineSuite(Command):
    """The player who is asked declines the suite; without a player, the standing decline. `rest`: nobody else wants it
    either; whoever is still to be asked declines in his turn, the house excepted."""

    command: Literal["decline_suite"] = "decline_suite"
    player: PlayerId | None = None
    rest: bool = False


class HouseTakesSuite(Command):
    """The jefe takes the suite for the house (art. 37 d)."""

    command: Literal["house_takes_suite"] = "house_takes_suite"
    reason: Text | None = None
