"""Incidents at a bank that covers the bets (chemin-de-fer, "Errores y faltas")."""

from collections.abc import Iterable

from tables.engine.dealing import drawing
from tables.engine.dealing.flow import deal, go_on
from tables.engine.handlers import CommandContext
from tables.engine.incidents.commands import (
    BasketedUnseen,
    Miscall,
    StuckCards,
    TooManyBankCards,
    TwoThirdCards,
)
from tables.engine.incidents.events import BancaCountsNothing, HandForfeited, PuntoTold, ThirdCardReplaced
from tables.engine.incidents.register import happens
from tables.engine.incidents.voiding import void
from tables.engine.shoe.cards import burn_cards, check_in_the_shoe
from tables.engine.shoe.end import becomes_last, is_over_after_this_pass
from tables.engine.state import CARDS_OUT, Pass, State
from tables.rules.cards import rank_of, total_of

HANDS = ("punto", "banca")
MESSAGES = {
    "no_card": "this hand has no card yet",
    "looked_at": "this hand has been looked at: it was spoken for, or has its third card",
}


def _some_card_is_out(state: State) -> bool:
    return bool(state.current.punto or state.current.banca)


@happens("stuck_cards", *CARDS_OUT, expected=_some_card_is_out)
def stuck_cards(context: CommandContext, command: StuckCards) -> None:
    """Chemin de fer: stuck cards void the pass at once."""
    if not _some_card_is_out(context.state):
        context.refuse("not_entitled", "stuck_cards", detail="no card of this pass has been dealt")
    void(context, "stuck cards", shoe_is_over=is_over_after_this_pass(context))


def _banca_has_its_two(state: State) -> bool:
    current = state.current
    return len(current.banca) == 2 and not current.banca_counts_nothing and not current.forfeit


@happens("too_many_bank_cards", *CARDS_OUT, expected=_banca_has_its_two)
def too_many_bank_cards(context: CommandContext, command: TooManyBankCards) -> None:
    """Chemin de fer: the banker dealt himself more than two cards. They count 0, and he may draw."""
    _check_not_forfeited(context, "too_many_bank_cards")
    if not _banca_has_its_two(context.state):
        context.refuse("not_entitled", "too_many_bank_cards", detail="banca must have its two cards")
    context.emit(BancaCountsNothing())
    context.enter("dealing")
    go_on(context)


def _has_the_last_card(current: Pass, hand: str) -> bool:
    """Whether the hand's third card is the last one of the pass."""
    return len(current.banca) == 3 if hand == "banca" else len(current.punto) == 3 and len(current.banca) == 2


def _one_may_have_been_two(state: State) -> bool:
    known = any(_has_the_last_card(state.current, hand) for hand in HANDS)
    return state.phase != "resolved" or (known and not state.current.forfeit)


@happens("two_third_cards", "dealing", "resolved", expected=_one_may_have_been_two)
def two_third_cards(context: CommandContext, command: TwoThirdCards) -> None:
    """Chemin de fer: two third cards were dealt. Punto keeps the better one, banca the worse one."""
    _check_not_forfeited(context, "two_third_cards")
    if context.state.phase == "resolved":
        _another_third_card(context, command)
        return
    hand = _cards_of(context.state.current, command.hand)
    if drawing.next_hand(context) != command.hand or len(hand) != 2:
        context.refuse("not_entitled", "two_third_cards", detail="this hand had no third card to come")
    kept, burned = _in_order(command.hand, hand, command.cards)
    check_in_the_shoe(context, kept)
    deal(context, command.hand, kept)
    check_in_the_shoe(context, burned)
    burn_cards(context, burned)
    go_on(context)


def _cards_of(current: Pass, hand: str) -> tuple[str, ...]:
    return current.punto if hand == "punto" else current.banca


def _in_order(hand: str, cards: tuple[str, ...], thirds: Iterable[str]) -> list[str]:
    """The third cards, that which the hand keeps first: punto the better, banca the worse. Of equal ones the first."""
    return sorted(thirds, key=lambda card: total_of((*cards[:2], card)), reverse=hand == "punto")


def _another_third_card(context: CommandContext, command: TwoThirdCards) -> None:
    """One of the two lies there already as the last card of the pass. The other one leaves the shoe, too."""
    hand, cards = command.hand, _cards_of(context.state.current, command.hand)
    ranks = [rank_of(card) for card in command.cards]
    if not _has_the_last_card(context.state.current, hand) or rank_of(cards[2]) not in ranks:
        context.refuse(
            "not_entitled", "two_third_cards", detail="neither is this hand's third card, dealt last"
        )
    other = command.cards[1 - ranks.index(rank_of(cards[2]))]
    check_in_the_shoe(context, other)
    if _in_order(hand, cards, (cards[2], other))[0] == cards[2]:
        burn_cards(context, other)
        return
    context.emit(ThirdCardReplaced(hand=hand, card=other, last_pass=becomes_last(context, 1)))
    context.enter("dealing")
    go_on(context)


def _some_hand_is_unseen(state: State) -> bool:
    return not state.current.forfeit and any(_why_not_unseen(state, hand) is None for hand in HANDS)


def _why_not_unseen(state: State, hand: str) -> str | None:
    """Why nobody can have thrown this hand in unseen; None if somebody can. Who has spoken, or taken a third card, has
    looked at it."""
    current, cards = state.current, _cards_of(state.current, hand)
    if not cards:
        return MESSAGES["no_card"]
    spoken = current.will or current.punto_told if hand == "punto" else current.bank_choice
    return MESSAGES["looked_at"] if spoken or cards[2:] else None


@happens("basketed_unseen", *CARDS_OUT, expected=_some_hand_is_unseen)
def basketed_unseen(context: CommandContext, command: BasketedUnseen) -> None:
    """Chemin de fer: a hand whose cards were thrown into the basket unseen loses."""
    _check_not_forfeited(context, "basketed_unseen")
    if against := _why_not_unseen(context.state, command.hand):
        context.refuse("not_entitled", "basketed_unseen", detail=against)
    context.emit(HandForfeited(hand=command.hand))
    context.enter("resolved")


def _punto_may_have_called(state: State) -> bool:
    current = state.current
    return len(current.punto) == 2 and len(current.banca) <= 2 and not current.forfeit


@happens("miscall", *CARDS_OUT, expected=_punto_may_have_called)
def miscall(context: CommandContext, command: Miscall) -> None:
    """Chemin de fer: punto miscalled. The banker gives the card or refuses it."""
    _check_not_forfeited(context, "miscall")
    if not _punto_may_have_called(context.state):
        context.refuse("not_entitled", "miscall", detail="between punto's two cards and banca's third")
    context.emit(PuntoTold(choice="draw" if command.given else "stand"))
    context.enter("dealing")
    go_on(context)


def _check_not_forfeited(context: CommandContext, rule: str) -> None:
    """A hand thrown into the basket unseen has decided the pass: no card follows."""
    if context.state.current.forfeit:
        context.refuse("not_entitled", rule, detail="a hand was thrown in unseen, and has lost")
