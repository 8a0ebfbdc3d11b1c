"""Commands of the bank that covers the punto bets (chemin-de-fer)."""

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tables.engine.command import Amount, Command, PlayerId


class BancoCommand(Command):
    """A player calls banco. `players` are the partners of an association, without the caller."""

    command: Literal["banco"] = "banco"
    commutes = True
    players_named = ("player", "players")
    player: PlayerId
    kind: Literal["solo", "suivi", "association", "table"]
    players: Annotated[list[PlayerId], Field(min_length=1, max_length=20)] | None = None

    @model_validator(mode="after")
    def _partners(self) -> "BancoCommand":
        if (self.kind == "association") != (self.players is not None):
            raise PydanticCustomError("partners", "for an association, and only for it")
        if len({self.player, *(self.players or ())}) != 1 + len(self.players or ()):
            raise PydanticCustomError("partners", "each once, without the caller")
        return self


class AssociateCommand(Command):
    """A player joins the banker as his associate (chemin-de-fer art. 2)."""

    command: Literal["associate"] = "associate"
    commutes = True
    player: PlayerId


class SetAsideCommand(Command):
    """The banker sets `amount` aside from the bank (garaje, chemin-de-fer art. 17)."""

    command: Literal["set_aside"] = "set_aside"
    amount: Amount
