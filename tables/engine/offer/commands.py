"""Commands of the offer of the bank round the table."""

from typing import Literal

from tables.engine.command import Amount, Command, PlayerId


class AcceptBank(Command):
    """The player who is asked takes the bank with `amount`, or the sabot alone where it carries no bank.
    `others_decline`: whoever is asked before him does not want it."""

    command: Literal["accept_bank"] = "accept_bank"
    player: PlayerId
    amount: Amount | None = None
    others_decline: bool = False


class DeclineBank(Command):
    """The player who is asked declines; without a player, the standing decline. `away`: he is not at his seat. `rest`:
    nobody else wants it either; whoever is still to be asked declines in his turn."""

    command: Literal["decline_bank"] = "decline_bank"
    player: PlayerId | None = None
    away: bool = False
    rest: bool = False
