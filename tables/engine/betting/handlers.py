"""Bets, until no va más (argentina arts. 2, 3, 13, 17, 45–47)."""

from collections.abc import Sequence

from tables.engine.bank.kinds import check_may_bet, free_passes, kind_of
from tables.engine.betting.commands import CloseBetting, PlaceBet, RemoveBet, RepeatBets
from tables.engine.betting.events import BetPlaced, BetRemoved, BetsRepeated, BettingClosed
from tables.engine.betting.stakes import above_differential, chances_offered, is_open, least_bet, lies_on
from tables.engine.dealing.card_holder import leader
from tables.engine.event import evolve
from tables.engine.game import Bounds, Game, bounds
from tables.engine.handlers import CommandContext, handles
from tables.engine.shoe.cards import burn_cards
from tables.engine.state import CARDS_OUT, Bet, is_here
from tables.rules.money import rounded_down


def _bets_closed(context: CommandContext, command: object) -> None:
    """Refuse a bet after no va más with `bets_closed` instead of `wrong_phase` (art. 13)."""
    suite = context.state.suite
    if context.state.phase in CARDS_OUT or (suite is not None and suite.came_from != "betting"):
        context.refuse("bets_closed", "bets_closed")


def bet_bounds(game: Game, player: str, chance: str) -> Bounds | None:
    """The bounds of what the player may add to his bet on the chance; None if nothing.

    The total on the chance must reach the minimum and be a multiple of the chip.
    """
    if not kind_of(game).may_bet(game, player) or not is_open(game, chance):
        return None
    lies, limits = lies_on(game.state, player, chance), game.state.limits
    room = kind_of(game).room(game, player, chance)
    total = bounds(max(lies + 1, least_bet(game, chance)), lies + room, limits.chip)
    return Bounds(total.minimum - lies, total.maximum - lies, limits.chip) if total else None


def _somebody_may_bet(game: Game) -> bool:
    return any(
        bet_bounds(game, player, chance) for player in game.state.names for chance in chances_offered(game)
    )


@handles("place_bet", "betting", may=_somebody_may_bet, bounds=bet_bounds, otherwise=_bets_closed)
def place_bet(context: CommandContext, command: PlaceBet) -> None:
    """Add to a bet. Minimum and chip are checked against the total on the chance."""
    player, chance, amount = command.player, command.chance, command.amount
    if not is_open(context, chance):
        last = context.rules.chance(chance).until_pass
        context.refuse("chance_closed", chance=chance, until_pass=last)
    check_may_bet(context, player)
    total = lies_on(context.state, player, chance) + amount
    if total < (least := least_bet(context, chance)):
        context.refuse("below_minimum", "limits", minimum=least)
    context.check_multiple(total, "limits")
    kind = kind_of(context)
    room = kind.room(context, player, chance)
    if amount > room:
        why = {} if room > 0 else {"detail": kind.no_room}
        context.refuse("above_maximum", kind.over_the_room, maximum=max(room, 0), **why)
    context.emit(BetPlaced(player=player, chance=chance, amount=amount))


def _something_lies_there(game: Game) -> bool:
    return bool(game.state.current.bets)


@handles("remove_bet", "betting", may=_something_lies_there, otherwise=_bets_closed)
def remove_bet(context: CommandContext, command: RemoveBet) -> None:
    """Take back the whole bet on the chance."""
    amount = lies_on(context.state, command.player, command.chance)
    if not amount:
        context.refuse("no_bet", player=command.player, chance=command.chance)
    context.emit(BetRemoved(player=command.player, chance=command.chance, amount=amount))


def to_repeat(game: Game, players: Sequence[str] | None = None) -> list[Bet]:
    """What tops up the bets of these players, or of all, to their stakes of the last pass, as far as limits allow."""
    so_far, added = game, list[Bet]()
    for stake in game.state.last_stakes:
        wanted = players is None or stake.player in players
        more = _top_up(so_far, stake) if wanted and _may_repeat(so_far, stake) else 0
        if more:
            bet = BetPlaced(player=stake.player, chance=stake.chance, amount=more)
            so_far = Game(evolve(so_far.state, bet), game.rules, game.role)
            added.append(Bet(stake.player, stake.chance, more))
    return added


@handles("repeat_bets", "betting", otherwise=_bets_closed)
def repeat_bets(context: CommandContext, command: RepeatBets) -> None:
    """Top up the bets to the stakes of the last pass, in full or as far as the limits allow."""
    so_far = Game(context.state, context.rules, context.role)
    context.emit(BetsRepeated(bets=tuple(to_repeat(so_far, command.players))))


def _may_repeat(game: Game, stake: Bet) -> bool:
    return is_here(game.state, stake.player) and kind_of(game).may_bet(game, stake.player)


def _top_up(game: Game, stake: Bet) -> int:
    if not is_open(game, stake.chance):
        return 0
    lies = lies_on(game.state, stake.player, stake.chance)
    room = kind_of(game).room(game, stake.player, stake.chance)
    more = rounded_down(max(min(stake.amount - lies, room), 0), game.state.limits.chip)
    return more if lies + more >= least_bet(game, stake.chance) else 0


def _may_close(game: Game) -> bool:
    return kind_of(game).may_close(game) and above_differential(game) is None


@handles("close_betting", "betting", may=_may_close)
def close_betting(context: CommandContext, command: CloseBetting) -> None:
    """No va más. This also fixes who takes punto's cards, and a house may burn a card before the first is drawn. Where
    the shoe is empty there is none to burn: the cards are exhausted (art. 11)."""
    kind_of(context).check_close(context)
    if found := above_differential(context):
        chance, excess = found
        most = context.state.limits.differential
        context.refuse("above_differential", "limits", chance=chance, excess=excess, differential=most)
    counted = free_passes(context) is not None and not context.state.current.bets
    context.emit(BettingClosed(card_holder=leader(context), free=counted))
    if burned := min(context.setting("burn_each_pass"), context.shoe.left):
        burn_cards(context, unseen=burned)
