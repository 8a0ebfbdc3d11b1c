"""Commands of the shoe: shuffling, cutting, giving it up."""

from typing import Literal

from tables.engine.command import Card, Command, Count, PlayerId


class Shuffle(Command):
    """A new shoe is shuffled with `riffles` riffles."""

    command: Literal["shuffle"] = "shuffle"
    riffles: Count


class Cut(Command):
    """The shoe is cut with `depth` cards above the cut; without a player the croupier cuts."""

    command: Literal["cut"] = "cut"
    player: PlayerId | None = None
    depth: Count


class DeclineCut(Command):
    """The player who is asked to cut declines."""

    command: Literal["decline_cut"] = "decline_cut"
    player: PlayerId


class BurnFirst(Command):
    """The first card of the shoe is shown and decides how many are burned."""

    command: Literal["burn_first"] = "burn_first"
    card: Card


class StopCard(Command):
    """The stop card appeared."""

    command: Literal["stop_card"] = "stop_card"


class PassShoe(Command):
    """The holder of a sabot without a bank gives it up (spain)."""

    command: Literal["pass_shoe"] = "pass_shoe"
