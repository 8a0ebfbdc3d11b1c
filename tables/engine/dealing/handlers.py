"""Cards, the will and the banker's choice (argentina arts. 17–28, 46)."""

from tables.engine.betting.stakes import offered
from tables.engine.dealing import drawing
from tables.engine.dealing.card_holder import leader
from tables.engine.dealing.commands import BankChoice, DealCard, DeclineCards, SpeakWill
from tables.engine.dealing.events import BankChose, CardsDeclined, CardsGiven, WillSpoken
from tables.engine.dealing.flow import deal, give_punto_the_held_card, go_on
from tables.engine.game import Game
from tables.engine.handlers import CommandContext, handles
from tables.engine.shoe.cards import check_in_the_shoe
from tables.engine.state import CARDS_OUT
from tables.rules.cards import suit_of

HANDS = ("punto", "banca")


def _a_card_is_due(game: Game) -> bool:
    left = game.state.shoe.left if game.state.shoe else 0
    return left > 0 and any(drawing.forbids(game, hand) is None for hand in HANDS)


@handles("card", "dealing", may=_a_card_is_due)
def card(context: CommandContext, command: DealCard) -> None:
    """Deal a card to the hand in turn. Where cards lie face down, punto's two may come first."""
    hand, dealt = command.hand, command.card
    rule = drawing.forbids(context, hand)
    if rule:
        context.refuse("wrong_hand", rule, detail=drawing.MESSAGES[rule])
    _check_suit(context, hand, dealt)
    check_in_the_shoe(context, dealt)
    deal(context, hand, dealt)
    go_on(context)


def _check_suit(context: CommandContext, hand: str, dealt: str) -> None:
    """Refuse one of the first two cards of a hand without its suit where a chance is decided by it."""
    asks = next((chance.slug for chance in offered(context) if chance.needs_suits), None)
    lie = context.state.current.punto if hand == "punto" else context.state.current.banca
    if asks and len(lie) < 2 and not suit_of(dealt):
        context.refuse("suit_needed", chance=asks, card=dealt)


@handles("will", "will")
def will(context: CommandContext, command: SpeakWill) -> None:
    """The holder of punto's cards draws or stands, which is binding (art. 20)."""
    context.emit(WillSpoken(choice=command.choice))
    context.enter("dealing")
    give_punto_the_held_card(context)
    go_on(context)


@handles("bank_choice", "bank_choice")
def bank_choice(context: CommandContext, command: BankChoice) -> None:
    """Chemin de fer: the banker draws, stands or asks for the table, which then binds him."""
    context.emit(BankChose(choice=command.choice))
    context.enter("dealing")
    go_on(context)


def _cards_are_out(context: CommandContext, command: DeclineCards) -> None:
    if context.state.phase in CARDS_OUT:
        context.refuse("cards_drawn", "decline_cards")


def _may_be_declined(game: Game) -> bool:
    return not game.state.current.punto and game.state.current.card_holder is not None


@handles("decline_cards", "dealing", may=_may_be_declined, otherwise=_cards_are_out)
def decline_cards(context: CommandContext, command: DeclineCards) -> None:
    """The right to the cards goes to the next largest bet (art. 46). It cannot be given to another player (art. 45)."""
    if context.state.current.punto:
        context.refuse("cards_drawn", "decline_cards")
    if context.state.current.card_holder != command.player:
        holder = context.state.current.card_holder or ""
        rule = "decline_cards" if context.cards_policy else None
        context.refuse("not_asked", rule, player=command.player, asked=holder)
    context.emit(CardsDeclined(player=command.player))
    context.emit(CardsGiven(card_holder=leader(context)))
