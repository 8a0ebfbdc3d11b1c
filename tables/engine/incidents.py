"""What went wrong, and what the article says follows (argentina arts. 11, 12, 14–16, 19, 20, 49–51)."""

from collections.abc import Callable
from typing import Any

from tables.engine import dealing, drawing, voiding
from tables.engine.commands import (
    BasketedUnseen,
    CardsExhausted,
    Conduct,
    ConfusedDeal,
    DrawError,
    EarlyCards,
    ExposedCard,
    Incident,
    Miscall,
    StuckCards,
    TooManyBankCards,
    TwoThirdCards,
    UndueCard,
    WillMisread,
    WrongCardHolder,
)
from tables.engine.events.bank import BankerBound
from tables.engine.events.incidents import (
    BancaCountsNothing,
    CardHeld,
    CardsBurned,
    DealBurned,
    HandForfeited,
    IncidentNoted,
    PuntoTold,
    ThirdCardHeld,
    WillReopened,
    cards_on_the_table,
)
from tables.engine.events.passes import CardDealt, CardsGiven, WillSpoken
from tables.engine.rooms import CARDS_OUT, OPEN, decides
from tables.engine.state import Phase
from tables.engine.turn import Turn
from tables.rules.cards import total_of

Happening = Callable[[Turn, Any], None]
HAPPENINGS: dict[str, tuple[Happening, tuple[Phase, ...]]] = {}


def happens(kind: str, *phases: Phase) -> Callable[[Happening], Happening]:
    """Register what follows an incident of `kind`, which can happen in `phases` only."""

    def register(happening: Happening) -> Happening:
        HAPPENINGS[kind] = (happening, phases)
        return happening

    return register


@decides("incident", *OPEN)
def incident(turn: Turn, command: Incident) -> None:
    """Note the incident with its article, then do what the article says."""
    happening, phases = HAPPENINGS[command.kind]
    if turn.state.phase not in phases:
        turn.refuse("wrong_phase", phase=turn.state.phase)
    article = getattr(command, "article", None) or turn.rules.article(command.kind)
    turn.emit(IncidentNoted(command.kind, article, command.details()))
    happening(turn, command)


@happens("exposed_card", "betting", "dealing")
def exposed_card(turn: Turn, command: ExposedCard) -> None:
    """Art. 49: a card met face up is burned and the next replaces it."""
    dealing.check_in_the_shoe(turn, command.card)
    turn.emit(CardsBurned((command.card,), 1))


@happens("confused_deal", *CARDS_OUT)
def confused_deal(turn: Turn, command: ConfusedDeal) -> None:
    """Art. 50: the cards are burned and the pass is dealt anew; nothing burned is rebuilt."""
    cards = cards_on_the_table(turn.state.current)
    if not cards:
        turn.refuse("not_entitled", "confused_deal", detail="no card of this pass has been dealt")
    turn.emit(DealBurned(cards))
    turn.enter("dealing")


@happens("cards_exhausted", "betting", "dealing")
def cards_exhausted(turn: Turn, command: CardsExhausted) -> None:
    """Art. 11: the pass is void at once, and the shoe is over."""
    voiding.void(turn, "cards exhausted", shoe_is_over=True)


@happens("conduct", *OPEN)
def conduct(turn: Turn, command: Conduct) -> None:
    """Arts. 12, 14, 16 and the like: noted against the article, without effect on the game."""


@happens("early_cards", "betting", *CARDS_OUT)
def early_cards(turn: Turn, command: EarlyCards) -> None:
    """Art. 15: cards taken before the croupier asks are burned."""
    count = command.count or len(command.cards or ())
    left = turn.state.shoe.left if turn.state.shoe else 0
    if count > left:
        turn.refuse("above_maximum", "early_cards", maximum=left, counted=True)
    if command.cards is None:
        turn.emit(CardsBurned((), count))
    for card in command.cards or ():
        dealing.check_in_the_shoe(turn, card)
        turn.emit(CardsBurned((card,), 1))
    if turn.rules.bank == "cover" and turn.state.bank:
        turn.emit(BankerBound(turn.bank.holder or ""))


@happens("wrong_card_holder", *CARDS_OUT)
def wrong_card_holder(turn: Turn, command: WrongCardHolder) -> None:
    """Art. 19: at once, the right one gets them; bank unseen, he speaks the will; decided, it stands."""
    current = turn.state.current
    if command.given_to == current.card_holder:
        turn.refuse("not_entitled", "wrong_card_holder", detail="the cards are with the right player")
    if command.stage == "decided":
        turn.emit(CardsGiven(command.given_to))
        if turn.state.phase == "dealing":
            dealing.go_on(turn)
        return
    if turn.state.phase == "resolved" and current.will is None:
        turn.refuse("not_entitled", "wrong_card_holder", detail="all the cards are known")
    if command.stage == "bank_unseen" and current.will is not None and current.card_holder:
        _check_bank_unseen(turn, "wrong_card_holder")
        _hold_third_card(turn)
        turn.emit(WillReopened())
        turn.enter("will")


@happens("will_misread", "dealing", "bank_choice", "resolved")
def will_misread(turn: Turn, command: WillMisread) -> None:
    """Art. 20: bank unseen, the will said prevails; afterwards what the croupier announced stands."""
    current = turn.state.current
    if current.will is None or current.card_holder is None or current.will == command.choice:
        turn.refuse("not_entitled", "will_misread", detail="no will was announced that could be misread")
    if command.stage == "bank_seen":
        return
    _check_bank_unseen(turn, "will_misread")
    _hold_third_card(turn)
    turn.emit(WillSpoken(command.choice))
    turn.enter("dealing")
    dealing.go_on(turn)


@happens("undue_card", "betting", *CARDS_OUT)
def undue_card(turn: Turn, command: UndueCard) -> None:
    """Art. 51: a card turned by mistake; the phase and whoever asked for it decide where it goes."""
    dealing.check_in_the_shoe(turn, command.card)
    phase = turn.state.phase
    if phase in ("betting", "resolved"):
        turn.emit(CardsBurned((command.card,), 1))
    elif command.request is None:
        _counts_as_next(turn, command.card)
    elif command.request == "punto":
        _asked_by_punto(turn, command.card)
    else:
        _asked_by_banca(turn, command.card)


@happens("stuck_cards", *CARDS_OUT)
def stuck_cards(turn: Turn, command: StuckCards) -> None:
    """Chemin de fer: the pass is void at once."""
    voiding.void(turn, "stuck cards", shoe_is_over=bool(turn.state.shoe and turn.state.shoe.last_pass))


@happens("too_many_bank_cards", "dealing", "bank_choice", "resolved")
def too_many_bank_cards(turn: Turn, command: TooManyBankCards) -> None:
    """Chemin de fer: the banker dealt himself more than two: they count 0, and he may draw."""
    if len(turn.state.current.banca) != 2 or turn.state.current.banca_counts_nothing:
        turn.refuse("not_entitled", "too_many_bank_cards", detail="banca must have its two cards")
    turn.emit(BancaCountsNothing())
    turn.enter("dealing")
    dealing.go_on(turn)


@happens("two_third_cards", "dealing")
def two_third_cards(turn: Turn, command: TwoThirdCards) -> None:
    """Chemin de fer: of two third cards punto keeps the better, banca the worse."""
    current = turn.state.current
    hand = current.punto if command.hand == "punto" else current.banca
    if drawing.next_hand(turn.state) != command.hand or len(hand) != 2:
        turn.refuse("not_entitled", "two_third_cards", detail="this hand had no third card to come")
    by_total = sorted(command.cards, key=lambda card: total_of((*hand, card)))
    kept, burned = reversed(by_total) if command.hand == "punto" else by_total
    dealing.check_in_the_shoe(turn, kept)
    turn.emit(CardDealt(command.hand, kept))
    dealing.check_in_the_shoe(turn, burned)
    turn.emit(CardsBurned((burned,), 1))
    dealing.go_on(turn)


@happens("basketed_unseen", *CARDS_OUT)
def basketed_unseen(turn: Turn, command: BasketedUnseen) -> None:
    """Chemin de fer: cards thrown into the basket unseen lose."""
    turn.emit(HandForfeited(command.hand))
    turn.enter("resolved")


@happens("miscall", "dealing", "will", "bank_choice", "resolved")
def miscall(turn: Turn, command: Miscall) -> None:
    """Chemin de fer: punto miscalled; the banker may give the card or refuse it."""
    current = turn.state.current
    if len(current.punto) != 2 or len(current.banca) > 2:
        turn.refuse("not_entitled", "miscall", detail="between punto's two cards and banca's third")
    turn.emit(PuntoTold("draw" if command.given else "stand"))
    turn.enter("dealing")
    dealing.go_on(turn)


@happens("draw_error", "dealing", "resolved")
def draw_error(turn: Turn, command: DrawError) -> None:
    """Monte-Carlo: a card drawn wrongly goes where the table of play gives it, or is burned."""
    dealing.check_in_the_shoe(turn, command.card)
    due = drawing.next_hand(turn.state)
    if due == command.hand:
        turn.refuse("not_entitled", "draw_error", detail="this hand had the card to come")
    if due is None:
        turn.emit(CardsBurned((command.card,), 1))
    else:
        turn.emit(CardDealt(due, command.card))
        dealing.go_on(turn)


def _counts_as_next(turn: Turn, card: str) -> None:
    """51 b: valid as the pass's next card; while a choice is open it waits for it."""
    hand = drawing.next_hand(turn.state) if turn.state.phase == "dealing" else None
    if hand is None:
        _hold(turn, card)
        return
    turn.emit(CardDealt(hand, card))
    dealing.go_on(turn)


def _asked_by_punto(turn: Turn, card: str) -> None:
    """51 c: it waits for banca's two cards; banca's third if banca must draw, otherwise burned."""
    due = drawing.next_hand(turn.state)
    if len(turn.state.current.punto) < 2 or due == "punto":
        turn.refuse("not_entitled", "undue_card", detail="punto had a card to come")
    _hold(turn, card)
    if turn.state.phase == "dealing":
        dealing.go_on(turn)


def _asked_by_banca(turn: Turn, card: str) -> None:
    """51 d: burned."""
    if len(turn.state.current.banca) == 2 and drawing.next_hand(turn.state) == "banca":
        turn.refuse("not_entitled", "undue_card", detail="banca had a card to come")
    turn.emit(CardsBurned((card,), 1))


def _hold(turn: Turn, card: str) -> None:
    if turn.state.current.held:
        turn.refuse("not_entitled", "undue_card", detail="a card is being held already")
    turn.emit(CardHeld(card))


def _hold_third_card(turn: Turn) -> None:
    punto = turn.state.current.punto
    if len(punto) == 3:
        turn.emit(ThirdCardHeld(punto[2]))


def _check_bank_unseen(turn: Turn, rule: str) -> None:
    """Bank cards keyed after the will was spoken have been turned."""
    current = turn.state.current
    if len(current.banca) > current.banca_at_will:
        turn.refuse("not_entitled", rule, detail="a card of the bank has been turned")
