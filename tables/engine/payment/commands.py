"""The command of the payment."""

from typing import Literal

from tables.engine.command import Command


class Settle(Command):
    """The croupier confirms the result and pays."""

    command: Literal["settle"] = "settle"
