"""Commands of the bank in its holder's hands."""

from typing import Literal

from tables.engine.command import Amount, Command


class DesistBank(Command):
    command: Literal["desist_bank"] = "desist_bank"


class RaiseBank(Command):
    command: Literal["raise_bank"] = "raise_bank"
    amount: Amount


class TakeHalf(Command):
    command: Literal["take_half"] = "take_half"
