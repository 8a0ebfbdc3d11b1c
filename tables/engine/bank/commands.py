"""Commands of a bank that a player holds."""

from typing import Literal

from tables.engine.command import Amount, Command, Flag


class DesistBank(Command):
    """The holder gives an auctioned bank back after a tie in its first pass (arts. 6, 7)."""

    command: Literal["desist_bank"] = "desist_bank"


class RaiseBank(Command):
    """The holder raises the bank to `amount` (art. 34). `associate_agrees`: half of what is added is the associate's
    (chemin-de-fer art. 2)."""

    command: Literal["raise_bank"] = "raise_bank"
    commutes = True
    amount: Amount
    associate_agrees: Flag | None = None


class TakeHalf(Command):
    """The holder takes half of the bank (art. 35)."""

    command: Literal["take_half"] = "take_half"
