"""Bets, until no va más (argentina arts. 2, 3, 13, 17, 45–47)."""

from tables.engine import cards_right, cover
from tables.engine.commands import CloseBetting, PlaceBet, RemoveBet, RepeatBets
from tables.engine.events.passes import BetPlaced, BetRemoved, BetsRepeated, BettingClosed
from tables.engine.people import seated
from tables.engine.rooms import CARDS_OUT, decides
from tables.engine.settings import share_of
from tables.engine.state import Bet
from tables.engine.turn import Turn
from tables.rules.money import rounded_down


def _bets_closed(turn: Turn, command: object) -> None:
    """Art. 13: between no va más and the payment a bet is refused for that, not for the phase."""
    suite = turn.state.suite
    if turn.state.phase in CARDS_OUT or (suite is not None and suite.came_from != "betting"):
        turn.refuse("bets_closed", "bets_closed")


@decides("place_bet", "betting", otherwise=_bets_closed)
def place_bet(turn: Turn, command: PlaceBet) -> None:
    """The amount is added; minimum and chip are tested on the total on that chance."""
    limits = turn.state.limits
    total = _on(turn, command.player, command.chance) + command.amount
    if total < limits.minimum:
        turn.refuse("below_minimum", "limits", minimum=limits.minimum)
    turn.check_multiple(total)
    _check_not_his_own_bank(turn, command.player)
    room = _room(turn, command.player, command.chance)
    if command.amount > room:
        rule = "cover" if turn.rules.bank == "cover" else "person_maximum"
        turn.refuse("above_maximum", rule, maximum=max(room, 0))
    turn.emit(BetPlaced(command.player, command.chance, command.amount))


@decides("remove_bet", "betting", otherwise=_bets_closed)
def remove_bet(turn: Turn, command: RemoveBet) -> None:
    """The whole bet on that chance is taken back."""
    amount = _on(turn, command.player, command.chance)
    if not amount:
        turn.refuse("no_bet", player=command.player, chance=command.chance)
    turn.emit(BetRemoved(command.player, command.chance, amount))


@decides("repeat_bets", "betting", otherwise=_bets_closed)
def repeat_bets(turn: Turn, command: RepeatBets) -> None:
    """Tops up to the stakes of the last pass, as far as the limits allow, in part too."""
    before = turn.state
    added: list[Bet] = []
    for stake in before.last_stakes:
        more = _top_up(turn, stake) if _may_repeat(turn, stake, command.players) else 0
        if more:
            turn.state = BetPlaced(stake.player, stake.chance, more).evolve(turn.state)
            added.append(Bet(stake.player, stake.chance, more))
    turn.state = before
    turn.emit(BetsRepeated(tuple(added)))


def _may_repeat(turn: Turn, stake: Bet, wanted: list[str] | None) -> bool:
    own_bank = turn.rules.bank == "cover" and turn.bank.holder == stake.player
    return stake.player in turn.state.names and not own_bank and (wanted is None or stake.player in wanted)


@decides("close_betting", "betting")
def close_betting(turn: Turn, command: CloseBetting) -> None:
    """No va más: who takes punto's cards is known from here."""
    if turn.rules.bank == "cover":
        _check_cover_is_played(turn)
    turn.emit(BettingClosed(cards_right.leader(turn.state)))


def _check_not_his_own_bank(turn: Turn, player: str) -> None:
    if turn.rules.bank == "cover" and turn.bank.holder == player:
        turn.refuse("not_entitled", "cover", detail="the banker does not play against his bank")


def _check_cover_is_played(turn: Turn) -> None:
    """Chemin de fer goes on with four seated players and a bet to cover."""
    least, here = int(turn.state.settings["min_seated"]), len(seated(turn.state))
    if here < least:
        turn.refuse("not_enough_seated", "min_seated", minimum=least, seated=here)
    if not turn.state.current.bets:
        turn.refuse("nothing_covered", "cover")


def _on(turn: Turn, player: str, chance: str) -> int:
    bets = turn.state.current.bets
    return sum(bet.amount for bet in bets if (bet.player, bet.chance) == (player, chance))


def _room(turn: Turn, player: str, chance: str) -> int:
    """How much more the person may put on the chance: punto and banca share one maximum, tie has its own."""
    if turn.rules.bank == "cover":
        return cover.capacity(turn) - cover.covered(turn)
    maximum = turn.state.limits.maximum
    if chance == "tie":
        most = int(maximum * share_of(turn.state.settings["tie_bet"]))
        return most - _on(turn, player, "tie")
    return maximum - _on(turn, player, "punto") - _on(turn, player, "banca")


def _top_up(turn: Turn, stake: Bet) -> int:
    limits = turn.state.limits
    lies = _on(turn, stake.player, stake.chance)
    room = _room(turn, stake.player, stake.chance)
    more = rounded_down(max(min(stake.amount - lies, room), 0), limits.chip)
    return more if lies + more >= limits.minimum else 0
