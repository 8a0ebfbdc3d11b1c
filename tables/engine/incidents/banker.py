"""Incidents at a bank that covers the bets (chemin-de-fer, "Errores y faltas")."""

from tables.engine.context import CommandContext
from tables.engine.dealing import drawing
from tables.engine.dealing.flow import deal, go_on
from tables.engine.incidents.commands import (
    BasketedUnseen,
    Miscall,
    StuckCards,
    TooManyBankCards,
    TwoThirdCards,
)
from tables.engine.incidents.events import BancaCountsNothing, HandForfeited, PuntoTold
from tables.engine.incidents.register import happens
from tables.engine.incidents.voiding import void
from tables.engine.phase import CARDS_OUT
from tables.engine.shoe.draws import burn_cards, check_in_the_shoe
from tables.engine.shoe.end import is_over_after_this_pass
from tables.rules.cards import total_of


@happens("stuck_cards", *CARDS_OUT)
def stuck_cards(context: CommandContext, command: StuckCards) -> None:
    """Chemin de fer: stuck cards void the pass at once."""
    void(context, "stuck cards", shoe_is_over=is_over_after_this_pass(context))


@happens("too_many_bank_cards", "dealing", "will", "bank_choice", "resolved")
def too_many_bank_cards(context: CommandContext, command: TooManyBankCards) -> None:
    """Chemin de fer: the banker dealt himself more than two cards. They count 0, and he may draw."""
    _check_not_forfeited(context, "too_many_bank_cards")
    if len(context.state.current.banca) != 2 or context.state.current.banca_counts_nothing:
        context.refuse("not_entitled", "too_many_bank_cards", detail="banca must have its two cards")
    context.emit(BancaCountsNothing())
    context.enter("dealing")
    go_on(context)


@happens("two_third_cards", "dealing")
def two_third_cards(context: CommandContext, command: TwoThirdCards) -> None:
    """Chemin de fer: two third cards were dealt. Punto keeps the better one, banca the worse one."""
    current = context.state.current
    hand = current.punto if command.hand == "punto" else current.banca
    if drawing.next_hand(context) != command.hand or len(hand) != 2:
        context.refuse("not_entitled", "two_third_cards", detail="this hand had no third card to come")
    by_total = sorted(command.cards, key=lambda card: total_of((*hand, card)))
    kept, burned = reversed(by_total) if command.hand == "punto" else by_total
    check_in_the_shoe(context, kept)
    deal(context, command.hand, kept)
    check_in_the_shoe(context, burned)
    burn_cards(context, burned)
    go_on(context)


@happens("basketed_unseen", *CARDS_OUT)
def basketed_unseen(context: CommandContext, command: BasketedUnseen) -> None:
    """Chemin de fer: a hand whose cards were thrown into the basket unseen loses."""
    context.emit(HandForfeited(hand=command.hand))
    context.enter("resolved")


@happens("miscall", "dealing", "will", "bank_choice", "resolved")
def miscall(context: CommandContext, command: Miscall) -> None:
    """Chemin de fer: punto miscalled. The banker gives the card or refuses it."""
    _check_not_forfeited(context, "miscall")
    current = context.state.current
    if len(current.punto) != 2 or len(current.banca) > 2:
        context.refuse("not_entitled", "miscall", detail="between punto's two cards and banca's third")
    context.emit(PuntoTold(choice="draw" if command.given else "stand"))
    context.enter("dealing")
    go_on(context)


def _check_not_forfeited(context: CommandContext, rule: str) -> None:
    """A hand thrown into the basket unseen has decided the pass: no card follows."""
    if context.state.current.forfeit:
        context.refuse("not_entitled", rule, detail="a hand was thrown in unseen, and has lost")
