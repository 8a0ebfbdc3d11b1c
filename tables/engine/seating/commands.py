"""Commands of people who come, sit, wait and go."""

from typing import Literal

from pydantic import Field, model_validator

from tables.engine.command import Command, PlayerId, Seat, Text


class Join(Command):
    """`player`: the id under which the table knows him; without one he gets one made from his name."""

    command: Literal["join"] = "join"
    players_named = ()
    player: PlayerId | None = None
    display_name: Text | None = Field(default=None, alias="name")

    @model_validator(mode="after")
    def _says_who(self) -> "Join":
        if self.player is None and self.display_name is None:
            raise ValueError("player: a player or a name is needed")
        return self


class Leave(Command):
    command: Literal["leave"] = "leave"
    player: PlayerId


class Sit(Command):
    command: Literal["sit"] = "sit"
    player: PlayerId
    seat: Seat


class StandUp(Command):
    command: Literal["stand_up"] = "stand_up"
    player: PlayerId


class Queue(Command):
    command: Literal["queue"] = "queue"
    player: PlayerId


class Unqueue(Command):
    command: Literal["unqueue"] = "unqueue"
    player: PlayerId
