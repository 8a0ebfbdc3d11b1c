"""Commands of the walk of the bank round the table."""

from typing import Literal

from tables.engine.command import Amount, Command, PlayerId


class AcceptBank(Command):
    command: Literal["accept_bank"] = "accept_bank"
    player: PlayerId
    amount: Amount | None = None


class DeclineBank(Command):
    command: Literal["decline_bank"] = "decline_bank"
    player: PlayerId | None = None
    away: bool = False
