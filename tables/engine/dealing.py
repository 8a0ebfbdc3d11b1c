"""Cards, the will, the drawing table (argentina arts. 17–28, 46)."""

from tables.engine import cards_right, drawing
from tables.engine.commands import BankChoice, DealCard, DeclineCards, SpeakWill, StopCard
from tables.engine.events.incidents import HeldCardBurned, HeldCardDealt
from tables.engine.events.passes import (
    BankChose,
    CardDealt,
    CardsDeclined,
    CardsGiven,
    ThirdCardUndue,
    WillSpoken,
)
from tables.engine.events.shoe import StopCardSeen
from tables.engine.rooms import CARDS_OUT, decides
from tables.engine.turn import Turn
from tables.rules.cards import rank_of, suit_of


@decides("card", "dealing")
def card(turn: Turn, command: DealCard) -> None:
    """A card to a hand: the one in turn, or the other where the cards lie face down."""
    rule = drawing.forbids(turn.state, command.hand)
    if rule:
        turn.refuse("wrong_hand", rule, detail=drawing.MESSAGES[rule])
    check_in_the_shoe(turn, command.card)
    turn.emit(CardDealt(command.hand, command.card))
    go_on(turn)


@decides("will", "will")
def will(turn: Turn, command: SpeakWill) -> None:
    """Art. 20: the holder's will binds."""
    turn.emit(WillSpoken(command.choice))
    turn.enter("dealing")
    held = turn.state.current.held
    if held and command.choice == "draw":
        turn.emit(HeldCardDealt("punto", held))
    go_on(turn)


@decides("bank_choice", "bank_choice")
def bank_choice(turn: Turn, command: BankChoice) -> None:
    """Chemin de fer: the banker draws, stands, or asks for the table, which then binds him."""
    turn.emit(BankChose(command.choice))
    turn.enter("dealing")
    go_on(turn)


@decides("stop_card", "betting", *CARDS_OUT)
def stop_card(turn: Turn, command: StopCard) -> None:
    """Art. 11: the pass in which it appears, or which is being bet, is the last."""
    turn.emit(StopCardSeen())


def _cards_are_out(turn: Turn, command: DeclineCards) -> None:
    if turn.state.phase in CARDS_OUT:
        turn.refuse("cards_drawn", "decline_cards")


@decides("decline_cards", "dealing", otherwise=_cards_are_out)
def decline_cards(turn: Turn, command: DeclineCards) -> None:
    """Art. 46: the right goes to the next largest bet; it cannot be given to another (art. 45)."""
    if turn.state.current.punto:
        turn.refuse("cards_drawn", "decline_cards")
    if turn.state.current.card_holder != command.player:
        turn.refuse("not_asked", "decline_cards", player=command.player)
    turn.emit(CardsDeclined(command.player))
    turn.emit(CardsGiven(cards_right.leader(turn.state)))


def go_on(turn: Turn) -> None:
    """After a card or a choice: is a will due, a third card undue, the pass resolved?"""
    current = turn.state.current
    if len(current.punto) == 3 and len(current.banca) == 2 and drawing.banca_has_natural(current):
        turn.emit(ThirdCardUndue(current.punto[2], turn.rules.article("undue_card")))
    if drawing.will_is_open(turn.state):
        if turn.state.current.card_holder:
            turn.enter("will")
            return
        turn.emit(WillSpoken("stand", turn.rules.article("croupier_stands_on_five")))
    if drawing.choice_is_open(turn.state):
        turn.enter("bank_choice")
        return
    if turn.state.current.held and len(turn.state.current.banca) == 2:
        _place_held_card(turn, turn.state.current.held)
    if drawing.next_hand(turn.state) is None:
        turn.enter("resolved")


def _place_held_card(turn: Turn, held: str) -> None:
    """Art. 51 c: banca's third card if banca must draw, otherwise burned."""
    if drawing.next_hand(turn.state) == "banca":
        turn.emit(HeldCardDealt("banca", held))
    else:
        turn.emit(HeldCardBurned(held))


def check_in_the_shoe(turn: Turn, keyed: str) -> None:
    """Refuse a card of which the shoe has no more."""
    shoe = turn.state.shoe
    if shoe is None:
        raise AssertionError("cards without a shoe")
    same_rank = sum(count for seen, count in shoe.seen.items() if rank_of(seen) == rank_of(keyed))
    same_card = shoe.seen.get(keyed, 0) if suit_of(keyed) else 0
    if shoe.left == 0 or same_rank >= 4 * shoe.decks or same_card >= shoe.decks:
        turn.refuse("impossible_card", card=keyed)
