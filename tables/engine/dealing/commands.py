"""Commands for the cards, the will and the banker's choice."""

from typing import Literal

from tables.engine.command import Card, Command, Hand, PlayerId


class DeclineCards(Command):
    """The holder of punto's cards gives them up (art. 46)."""

    command: Literal["decline_cards"] = "decline_cards"
    player: PlayerId


class SpeakWill(Command):
    """Punto's holder says whether to draw on five (art. 20)."""

    command: Literal["will"] = "will"
    choice: Literal["draw", "stand"]


class DealCard(Command):
    """A card is dealt to a hand."""

    command: Literal["card"] = "card"
    hand: Hand
    card: Card


class BankChoice(Command):
    """The banker draws, stands or follows the table (chemin-de-fer)."""

    command: Literal["bank_choice"] = "bank_choice"
    choice: Literal["draw", "stand", "table"]
