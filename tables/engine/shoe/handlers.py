"""A new shoe is shuffled and cut, and its first card may be burned (argentina arts. 1, 8 bis, 9, 10, 11, 44)."""

from tables.engine.auction.events import AuctionOpened
from tables.engine.bank.kinds import kind_of
from tables.engine.betting.events import BettingOpened
from tables.engine.game import Bounds, Game, bounds
from tables.engine.handlers import CommandContext, handles
from tables.engine.offer.walk import open_offer
from tables.engine.shoe.cards import burn_cards
from tables.engine.shoe.commands import BurnFirst, Cut, DeclineCut, Shuffle, StopCard
from tables.engine.shoe.cutting import ANYONE, ask_for_the_cut, burns_by_first_card, cut_bounds, cutting_of
from tables.engine.shoe.events import CutDeclined, SabotTaken, ShoeCut, ShoeShuffled, StopCardSeen
from tables.engine.state import BETWEEN_PASSES, CARDS_OUT, CROUPIER, is_here, last_seat, seated
from tables.rules.cards import value_of

MOST_RIFFLES = 1000


def shuffle_bounds(game: Game) -> Bounds | None:
    """The number of riffles, at least the house's minimum (art. 8 bis)."""
    return bounds(game.setting("riffles_minimum"), MOST_RIFFLES)


def _enough_seated(game: Game) -> bool:
    """Whether enough players are seated (art. 1). This only matters before the first shoe."""
    return game.state.phase != "seating" or len(seated(game.state)) >= game.setting("min_seated")


@handles("shuffle", "seating", "shuffling", may=_enough_seated, bounds=shuffle_bounds)
def shuffle(context: CommandContext, command: Shuffle) -> None:
    """Shuffle a new shoe with at least the minimum of riffles (art. 8 bis). The first shoe needs enough seated players
    (art. 1)."""
    if not _enough_seated(context):
        least, here = context.setting("min_seated"), len(seated(context.state))
        context.refuse("not_enough_seated", "min_seated", minimum=least, seated=here, counted="seated")
    if command.riffles < context.setting("riffles_minimum"):
        context.refuse(
            "below_minimum", "riffles", minimum=context.setting("riffles_minimum"), counted="riffles"
        )
    number = context.state.shoes + 1
    context.emit(
        ShoeShuffled(
            number=number,
            decks=context.setting("decks"),
            riffles=command.riffles,
            first_pass=context.state.current.number,
        )
    )
    _after_the_shuffle(context)


def _after_the_shuffle(context: CommandContext) -> None:
    """Art. 44: the bank goes on, or it is offered to the right of its last place, or it is auctioned.

    An auction or offer that a burned shoe interrupted continues (art. 49).
    """
    resume, held = context.state.resume, context.state.bank
    if not context.rules.bank_before_cut:
        ask_for_the_cut(context)
    elif context.state.auction is not None:
        context.enter("auction")
    elif context.state.offer is not None:
        context.enter("offer")
    elif held is not None:
        context.emit(SabotTaken(holder=held.holder, seat=held.seat))
        ask_for_the_cut(context)
    elif resume.how == "offer":
        open_offer(context, resume.seat)
    else:
        context.emit(AuctionOpened(origin=last_seat(context.state)))


@handles("cut", "cutting", bounds=cut_bounds)
def cut(context: CommandContext, command: Cut) -> None:
    """Cut the shoe, leaving `cut_minimum` cards above and below (art. 10)."""
    asked = cutting_of(context).asked
    if asked != ANYONE and (command.player or CROUPIER) != asked:
        context.refuse("not_asked", "cutter", player=command.player or CROUPIER, asked=asked)
    _check_depth(context, command.depth)
    context.emit(ShoeCut(player=command.player, depth=command.depth))
    if burns_by_first_card(context):
        context.enter("burning")
        return
    if burned := context.setting("burn"):
        burn_cards(context, unseen=burned)
    _begin(context)


def _check_depth(context: CommandContext, depth: int) -> None:
    allowed = cut_bounds(context)
    if allowed and depth < allowed.minimum:
        context.refuse("below_minimum", "cut_depth", minimum=allowed.minimum, counted="depth")
    if allowed and depth > allowed.maximum:
        context.refuse("above_maximum", "cut_depth", maximum=allowed.maximum, counted="depth")


def _asked_player_is_here(game: Game) -> bool:
    return is_here(game.state, cutting_of(game).asked)


@handles("decline_cut", "cutting", may=_asked_player_is_here)
def decline_cut(context: CommandContext, command: DeclineCut) -> None:
    """Decline to cut. The next player to the left is asked (art. 9)."""
    asked = cutting_of(context).asked
    if asked != command.player:
        context.refuse("not_asked", "cutter", player=command.player, asked=asked)
    context.emit(CutDeclined(player=command.player))
    ask_for_the_cut(context)


@handles("burn_first", "burning")
def burn_first(context: CommandContext, command: BurnFirst) -> None:
    """The first card is shown, then as many cards as its value are burned unseen; ten and figures count ten."""
    burn_cards(context, command.card)
    burn_cards(context, unseen=value_of(command.card) or 10)
    _begin(context)


def _begin(context: CommandContext) -> None:
    """Begin the shoe's first pass. If the sabot goes round and nobody holds it, offer it first."""
    if context.state.auction is not None:
        context.enter("auction")
    elif context.state.offer is not None:
        context.enter("offer")
    elif _somebody_must_open(context):
        open_offer(context, context.state.resume.seat)
    else:
        context.emit(BettingOpened(number=context.state.current.number))


def _somebody_must_open(game: Game) -> bool:
    if game.rules.offer is None or game.state.bank is not None:
        return False
    return kind_of(game).staked or game.state.resume.how != "bank"


def _is_cut(game: Game) -> bool:
    return game.state.shoe is not None and game.state.shoe.is_cut


@handles("stop_card", *BETWEEN_PASSES, *CARDS_OUT, may=_is_cut)
def stop_card(context: CommandContext, command: StopCard) -> None:
    """Art. 11: the pass in which the stop card appears, or the one that comes next, is the shoe's last."""
    context.check_shoe_is_cut()
    context.emit(StopCardSeen())
