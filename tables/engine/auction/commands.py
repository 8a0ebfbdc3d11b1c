"""Commands of the auction of a bank."""

from typing import Literal

from tables.engine.command import Amount, Command, PlayerId


class BidCommand(Command):
    """A player bids `amount` for the bank."""

    command: Literal["bid"] = "bid"
    commutes = True
    player: PlayerId
    amount: Amount


class CloseAuction(Command):
    """Close the auction and award the bank."""

    command: Literal["close_auction"] = "close_auction"
