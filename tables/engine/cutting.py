"""The cut (argentina arts. 9, 10; monte-carlo: any player; elsewhere the croupier)."""

from tables.engine import dealing, offer
from tables.engine.commands import BurnFirst, Cut, DeclineCut
from tables.engine.events.incidents import CardsBurned
from tables.engine.events.shoe import BettingOpened, CutDeclined, CutOffered, ShoeCut
from tables.engine.people import seated_to_the_left
from tables.engine.rooms import decides
from tables.engine.state import CROUPIER, Cutting
from tables.engine.turn import Turn
from tables.rules.cards import value_of

ANYONE = ""


def offer_cut(turn: Turn) -> None:
    """Ask the first who may cut: left of the next banker and further left, he himself last, then the croupier."""
    turn.emit(CutOffered(_next_cutter(turn)))


@decides("cut", "cutting")
def cut(turn: Turn, command: Cut) -> None:
    """The cut itself leaves `cut_minimum` cards above and below."""
    asked = _cutting(turn).asked
    if asked != ANYONE and (command.player or CROUPIER) != asked:
        turn.refuse("not_asked", "cutter", player=command.player or CROUPIER)
    _check_depth(turn, command.depth)
    turn.emit(ShoeCut(command.player, command.depth))
    if turn.rules.burn_by_first_card:
        turn.enter("burning")
    else:
        _begin(turn)


@decides("burn_first", "burning")
def burn_first(turn: Turn, command: BurnFirst) -> None:
    """Monte-Carlo: the first card is shown, then as many unseen as its value, ten for 10 and figures."""
    dealing.check_in_the_shoe(turn, command.card)
    turn.emit(CardsBurned((command.card,), 1))
    turn.emit(CardsBurned((), value_of(command.card) or 10))
    _begin(turn)


@decides("decline_cut", "cutting")
def decline_cut(turn: Turn, command: DeclineCut) -> None:
    """A refusal passes the cut further left."""
    if _cutting(turn).asked != command.player:
        turn.refuse("not_asked", "cutter", player=command.player)
    turn.emit(CutDeclined(command.player))
    offer_cut(turn)


def passes_over(turn: Turn, player: str) -> None:
    """`player` has gone or moved: if he was asked to cut, he has declined."""
    if turn.state.cutting and turn.state.cutting.asked == player:
        turn.emit(CutDeclined(player))
        if turn.state.phase == "cutting":  # else the shoe was burned and must be shuffled first
            offer_cut(turn)


def _begin(turn: Turn) -> None:
    """The first pass of the shoe; before it, where the sabot goes round and nobody has it, its offer."""
    resume = turn.state.resume
    if turn.state.auction is not None:
        turn.enter("auction")
    elif turn.state.offer is not None:
        turn.enter("offer")
    elif _somebody_must_open(turn):
        offer.open_offer(turn, resume.seat)
    else:
        turn.emit(BettingOpened(turn.state.current.number))


def _somebody_must_open(turn: Turn) -> bool:
    if turn.rules.offer is None or turn.state.bank is not None:
        return False
    return turn.rules.bank != "house" or turn.state.resume.how != "bank"


def _next_cutter(turn: Turn) -> str:
    if turn.rules.cutter == "any_player" and turn.state.names:
        return ANYONE
    if turn.rules.cutter != "left_of_banker":
        return CROUPIER
    declined = turn.state.cutting.declined if turn.state.cutting else ()
    for _, player in seated_to_the_left(turn.state, turn.bank.seat):
        if player not in declined:
            return player
    return CROUPIER


def _check_depth(turn: Turn, depth: int) -> None:
    least = int(turn.state.settings["cut_minimum"])
    most = 52 * int(turn.state.settings["decks"]) - least
    if depth < least:
        turn.refuse("below_minimum", "cut_depth", minimum=least, counted=True)
    if depth > most:
        turn.refuse("above_maximum", "cut_depth", maximum=most, counted=True)


def _cutting(turn: Turn) -> Cutting:
    if turn.state.cutting is None:
        raise AssertionError("no cut is being asked for")
    return turn.state.cutting
