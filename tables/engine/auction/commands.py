"""Commands of the auction of a bank."""

from typing import Literal

from tables.engine.command import Amount, Command, PlayerId


class BidCommand(Command):
    command: Literal["bid"] = "bid"
    player: PlayerId
    amount: Amount


class CloseAuction(Command):
    command: Literal["close_auction"] = "close_auction"
