"""The course after a card or a choice: the will, undue and held cards, the end of the pass (arts. 20–28, 51)."""

from tables.engine.dealing import drawing
from tables.engine.dealing.events import CardDealt, HeldCardBurned, HeldCardDealt, ThirdCardUndue, WillSpoken
from tables.engine.handlers import CommandContext
from tables.engine.shoe.end import becomes_last


def deal(context: CommandContext, hand: str, card: str) -> None:
    """Deal a card from the shoe to a hand."""
    context.emit(CardDealt(hand=hand, card=card, last_pass=becomes_last(context, 1)))


def go_on(context: CommandContext) -> None:
    """Enter the phase that follows a card or a choice: the will, the banker's choice or the end of the pass."""
    current = context.state.current
    if len(current.punto) < 2 or len(current.banca) == 1:
        return  # one of the first two cards is due
    if len(current.punto) == 3:
        _take_an_undue_third_card(context)
    if drawing.will_is_open(context) and not _croupier_stands(context):
        context.enter("will")
    elif drawing.choice_is_open(context):
        context.enter("bank_choice")
    else:
        if held := context.state.current.held:
            _place_held_card(context, held)
        if drawing.next_hand(context) is None:
            context.enter("resolved")


def give_punto_the_held_card(context: CommandContext) -> None:
    """The holder of punto's cards draws: the card that lies there already is his third (arts. 20, 51)."""
    current = context.state.current
    if current.held and current.will == "draw":
        context.emit(HeldCardDealt(hand="punto", card=current.held))


def _take_an_undue_third_card(context: CommandContext) -> None:
    """Burn punto's third card if banca's two cards show a natural (art. 51 c)."""
    current = context.state.current
    if len(current.banca) == 2 and drawing.banca_has_natural(current):
        context.emit(ThirdCardUndue(card=current.punto[2], article=context.rules.article("undue_card")))


def _croupier_stands(context: CommandContext) -> bool:
    """Punto stands on five if no player holds its cards (art. 28). Returns whether it applied."""
    if context.state.current.card_holder:
        return False
    article = context.rules.article("croupier_stands_on_five")
    context.emit(WillSpoken(choice="stand", article=article))
    return True


def _place_held_card(context: CommandContext, held: str) -> None:
    """Deal the held card to banca if banca must draw, otherwise burn it (art. 51 c)."""
    if len(context.state.current.banca) != 2:
        return
    if drawing.next_hand(context) == "banca":
        context.emit(HeldCardDealt(hand="banca", card=held))
    else:
        context.emit(HeldCardBurned(card=held))
