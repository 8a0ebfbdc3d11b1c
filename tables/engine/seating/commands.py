"""Commands of people at the table: joining, sitting, waiting, leaving."""

from typing import Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tables.engine.command import Command, Name, PlayerId, Seat


class Join(Command):
    """A player comes to the table. `player` is his id there; without one he is given one, the same again for nearly the
    same name."""

    command: Literal["join"] = "join"
    commutes = True
    players_named = ()
    player: PlayerId | None = None
    display_name: Name | None = Field(default=None, alias="name")

    @model_validator(mode="after")
    def _says_who(self) -> "Join":
        if self.player is None and self.display_name is None:
            raise PydanticCustomError("player_or_name", "one of them is needed")
        return self


class Leave(Command):
    """A player leaves the table."""

    command: Literal["leave"] = "leave"
    commutes = True
    player: PlayerId


class Sit(Command):
    """A player takes a seat."""

    command: Literal["sit"] = "sit"
    commutes = True
    player: PlayerId
    seat: Seat


class StandUp(Command):
    """A player leaves his seat and stays at the table."""

    command: Literal["stand_up"] = "stand_up"
    commutes = True
    player: PlayerId


class Queue(Command):
    """A standing player joins the waiting list for a seat."""

    command: Literal["queue"] = "queue"
    commutes = True
    player: PlayerId


class Unqueue(Command):
    """A player leaves the waiting list."""

    command: Literal["unqueue"] = "unqueue"
    commutes = True
    player: PlayerId
