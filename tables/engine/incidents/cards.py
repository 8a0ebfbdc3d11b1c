"""Cards found face up, drawn early, undue or mixed up (argentina arts. 11, 15, 49–51; monte-carlo)."""

from tables.engine.bank.kinds import kind_of
from tables.engine.dealing import drawing
from tables.engine.dealing.events import CardHeld
from tables.engine.dealing.flow import deal, go_on
from tables.engine.handlers import CommandContext
from tables.engine.incidents.commands import (
    CardsExhausted,
    ConfusedDeal,
    DrawError,
    EarlyCards,
    ExposedCard,
    UndueCard,
)
from tables.engine.incidents.events import DealBurned, cards_on_the_table
from tables.engine.incidents.register import happens
from tables.engine.incidents.voiding import void
from tables.engine.shoe.cards import burn_cards, check_in_the_shoe
from tables.engine.shoe.end import becomes_last
from tables.engine.state import BETWEEN_PASSES, CARDS_OUT, State


def _shoe_is_cut(state: State) -> bool:
    return state.shoe is not None and state.shoe.is_cut


@happens("exposed_card", *BETWEEN_PASSES, "dealing", "will", "bank_choice", expected=_shoe_is_cut)
def exposed_card(context: CommandContext, command: ExposedCard) -> None:
    """Art. 49: a card found face up is burned and the next one replaces it."""
    context.check_shoe_is_cut()
    check_in_the_shoe(context, command.card)
    burn_cards(context, command.card)


@happens("confused_deal", *CARDS_OUT)
def confused_deal(context: CommandContext, command: ConfusedDeal) -> None:
    """Art. 50: the cards are burned and the pass is dealt again. Burned cards are not reconstructed. Who may decide it
    once every card is known: see `consent.decides_known_cards`."""
    cards = cards_on_the_table(context.state.current)
    if not cards:
        context.refuse("not_entitled", "confused_deal", detail="no card of this pass has been dealt")
    context.emit(DealBurned(cards=cards))
    context.enter("dealing")


def _shoe_ends(state: State) -> bool:
    """Whether the shoe is empty by the count; one that was counted wrongly may be empty before."""
    return state.shoe is not None and state.shoe.last_pass


@happens("cards_exhausted", "betting", "dealing", "will", "bank_choice", expected=_shoe_ends)
def cards_exhausted(context: CommandContext, command: CardsExhausted) -> None:
    """Art. 11: the pass is void at once and the shoe is over."""
    void(context, "cards exhausted", shoe_is_over=True)


@happens("early_cards", *BETWEEN_PASSES, *CARDS_OUT, expected=_shoe_is_cut)
def early_cards(context: CommandContext, command: EarlyCards) -> None:
    """Art. 15: cards taken before the croupier asks are burned."""
    context.check_shoe_is_cut()
    count = command.count or len(command.cards or ())
    left = context.state.shoe.left if context.state.shoe else 0
    if count > left:
        context.refuse("above_maximum", "early_cards", maximum=left, counted="shoe")
    if command.cards is None:
        burn_cards(context, unseen=count)
    for card in command.cards or ():
        check_in_the_shoe(context, card)
        burn_cards(context, card)
    kind_of(context).early_card(context)


@happens("undue_card", "betting", *CARDS_OUT)
def undue_card(context: CommandContext, command: UndueCard) -> None:
    """Art. 51: a card was turned by mistake. The phase and the hand that asked for it decide where it goes."""
    if context.state.phase in ("betting", "resolved"):
        _burn(context, command.card)
    elif command.request is None:
        _counts_as_next(context, command.card)
    elif command.request == "punto":
        _asked_by_punto(context, command.card)
    else:
        _asked_by_banca(context, command.card)


def _counts_as_next(context: CommandContext, card: str) -> None:
    """Art. 51 b: the card is the next one of the pass. While a choice is open it waits."""
    hand = drawing.next_hand(context) if context.state.phase == "dealing" else None
    if hand is None:
        _hold(context, card)
        return
    check_in_the_shoe(context, card)
    deal(context, hand, card)
    go_on(context)


def _asked_by_punto(context: CommandContext, card: str) -> None:
    """Art. 51 c: the card waits for banca's two cards. It is banca's third if banca must draw, else it is burned."""
    due = drawing.next_hand(context)
    if len(context.state.current.punto) < 2 or due == "punto":
        context.refuse("not_entitled", "undue_card", detail="punto had a card to come")
    _hold(context, card)
    if context.state.phase == "dealing":
        go_on(context)


def _asked_by_banca(context: CommandContext, card: str) -> None:
    """Art. 51 d: the card is burned. While the will is awaited banca's turn has not come."""
    its_turn = context.state.phase == "dealing" and drawing.next_hand(context) == "banca"
    if len(context.state.current.banca) == 2 and its_turn:
        context.refuse("not_entitled", "undue_card", detail="banca had a card to come")
    _burn(context, card)


def _burn(context: CommandContext, card: str) -> None:
    check_in_the_shoe(context, card)
    burn_cards(context, card)


def _hold(context: CommandContext, card: str) -> None:
    if context.state.current.held:
        context.refuse("not_entitled", "undue_card", detail="a card is being held already")
    check_in_the_shoe(context, card)
    context.emit(CardHeld(card=card, last_pass=becomes_last(context, 1)))


@happens("draw_error", "dealing", "resolved")
def draw_error(context: CommandContext, command: DrawError) -> None:
    """Monte-Carlo: a wrongly drawn card goes to the hand that the drawing table names, or is burned."""
    due = drawing.next_hand(context)
    if due == command.hand:
        context.refuse("not_entitled", "draw_error", detail="this hand had the card to come")
    check_in_the_shoe(context, command.card)
    if due is None:
        burn_cards(context, command.card)
    else:
        deal(context, due, command.card)
        go_on(context)
