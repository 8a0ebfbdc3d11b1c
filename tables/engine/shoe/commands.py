"""Commands of the shoe: shuffled, cut, given up."""

from typing import Literal

from tables.engine.command import Card, Command, Count, PlayerId


class Shuffle(Command):
    command: Literal["shuffle"] = "shuffle"
    riffles: Count


class Cut(Command):
    command: Literal["cut"] = "cut"
    player: PlayerId | None = None
    depth: Count


class DeclineCut(Command):
    command: Literal["decline_cut"] = "decline_cut"
    player: PlayerId


class BurnFirst(Command):
    command: Literal["burn_first"] = "burn_first"
    card: Card


class StopCard(Command):
    command: Literal["stop_card"] = "stop_card"


class PassShoe(Command):
    command: Literal["pass_shoe"] = "pass_shoe"
