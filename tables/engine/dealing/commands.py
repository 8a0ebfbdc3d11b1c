"""Commands of cards, the will, the banker's choice."""

from typing import Literal

from tables.engine.command import Card, Command, Hand, PlayerId


class DeclineCards(Command):
    command: Literal["decline_cards"] = "decline_cards"
    player: PlayerId


class SpeakWill(Command):
    command: Literal["will"] = "will"
    choice: Literal["draw", "stand"]


class DealCard(Command):
    command: Literal["card"] = "card"
    hand: Hand
    card: Card


class BankChoice(Command):
    command: Literal["bank_choice"] = "bank_choice"
    choice: Literal["draw", "stand", "table"]
