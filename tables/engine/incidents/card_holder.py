"""Cards given to the wrong player, and a misread will (argentina arts. 19, 20)."""

from tables.engine.dealing.events import (
    CardsGiven,
    HeldCardBurned,
    ThirdCardHeld,
    WillSpoken,
)
from tables.engine.dealing.flow import give_punto_the_held_card, go_on
from tables.engine.handlers import CommandContext
from tables.engine.incidents.commands import WillMisread, WrongCardHolder
from tables.engine.incidents.events import WillReopened
from tables.engine.incidents.register import happens
from tables.engine.state import CARDS_OUT, State, seat_of
from tables.rules.cards import total_of


def _punto_has_a_card(state: State) -> bool:
    return bool(state.current.punto)


@happens("wrong_card_holder", *CARDS_OUT, expected=_punto_has_a_card)
def wrong_card_holder(context: CommandContext, command: WrongCardHolder) -> None:
    """Art. 19: at once, the right player gets the cards. While banca is unseen, he speaks the will. Once decided, it
    stands. Before punto has a card nothing has been given."""
    current = context.state.current
    if command.given_to == current.card_holder:
        context.refuse("not_entitled", "wrong_card_holder", detail="the cards are with the right player")
    _check_may_hold_the_cards(context, command.given_to)
    if command.stage == "decided":
        _check_decided(context)
        context.emit(CardsGiven(card_holder=command.given_to))
        return
    if not _punto_has_a_card(context.state):
        context.refuse("not_entitled", "wrong_card_holder", detail="no card has been given to punto yet")
    if context.state.phase == "resolved" and current.will is None:
        context.refuse("not_entitled", "wrong_card_holder", detail="all the cards are known")
    if command.stage == "bank_unseen" and current.will is not None and current.card_holder:
        _check_bank_unseen(context, "wrong_card_holder")
        _hold_third_card(context)
        context.emit(WillReopened())
        context.enter("will")


def _check_may_hold_the_cards(context: CommandContext, player: str) -> None:
    """Refuse the bank's holder, who never takes punto's cards (art. 47), and the standing where these have no right to
    them (art. 4)."""
    held, policy = context.state.bank, context.cards_policy
    if held and held.holder == player:
        context.refuse("not_entitled", "punto_alone", detail="the bank's holder never takes punto's cards")
    if seat_of(context.state, player) is None and not (policy and policy.standing):
        context.refuse("not_entitled", "seated_only", detail="only the seated take punto's cards")


def _check_decided(context: CommandContext) -> None:
    """Refuse before there was anything to decide: punto's two cards are not known yet, or they leave the choice free
    and the will has not been spoken."""
    current = context.state.current
    if len(current.punto) < 2:
        context.refuse("not_entitled", "wrong_card_holder", detail="punto's two cards are not known yet")
    is_free = context.rules.drawing.punto_move(total_of(current.punto[:2])) == "free"
    if is_free and current.will is None:
        context.refuse("not_entitled", "wrong_card_holder", detail="the will has not been spoken yet")


def _will_was_announced(state: State) -> bool:
    return state.current.will is not None and state.current.card_holder is not None


@happens("will_misread", "dealing", "bank_choice", "resolved", expected=_will_was_announced)
def will_misread(context: CommandContext, command: WillMisread) -> None:
    """Art. 20: while banca is unseen, the spoken will prevails. Afterwards the croupier's announcement stands."""
    current = context.state.current
    if not _will_was_announced(context.state) or current.will == command.choice:
        context.refuse("not_entitled", "will_misread", detail="no will was announced that could be misread")
    if command.stage == "bank_seen":
        return
    _check_bank_unseen(context, "will_misread")
    _hold_third_card(context)
    context.emit(WillSpoken(choice=command.choice))
    context.enter("dealing")
    give_punto_the_held_card(context)
    go_on(context)


def _hold_third_card(context: CommandContext) -> None:
    """Punto's third card waits for banca (art. 51 c). A card that was waiting before it is burned."""
    current = context.state.current
    if len(current.punto) < 3:
        return
    if current.held:
        context.emit(HeldCardBurned(card=current.held))
    context.emit(ThirdCardHeld(card=current.punto[2]))


def _check_bank_unseen(context: CommandContext, rule: str) -> None:
    """Refuse if a card of banca was keyed after the will was spoken: that card has been turned."""
    current = context.state.current
    if len(current.banca) > current.banca_at_will:
        context.refuse("not_entitled", rule, detail="a card of banca has been turned")
