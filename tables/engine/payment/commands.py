"""Commands of the payment."""

from typing import Literal

from tables.engine.command import Command


class Settle(Command):
    command: Literal["settle"] = "settle"
