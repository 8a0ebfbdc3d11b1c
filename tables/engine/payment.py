"""The result and its payment (argentina arts. 25, 29, 30, 38, 41, 42, 44; game.md, "How a bank grows")."""

from tables.engine import cover, drawing, holding, limits, offer, sabot, shoe_end
from tables.engine.commands import Settle
from tables.engine.events.bank import BankFell
from tables.engine.events.passes import PassSettled
from tables.engine.events.shoe import BettingOpened
from tables.engine.rooms import decides
from tables.engine.state import Bet, Resume, Settlement
from tables.engine.turn import Turn
from tables.rules.cards import total_of
from tables.rules.money import deduction


@decides("settle", "resolved")
def settle(turn: Turn, command: Settle) -> None:
    """The croupier confirms: the bank first, then each bet; then limits, the sabot, the next pass."""
    result = _result(turn)
    turn.emit(_settled(turn, result))
    limits.apply_waiting(turn)
    if result == "punto" and turn.state.bank:
        _bank_falls(turn)
    elif result == "punto" and turn.rules.sabot == "rotating":
        _sabot_passes(turn)
    else:
        _bank_goes_on(turn)


def _result(turn: Turn) -> str:
    """Art. 25: the higher unit wins."""
    current = turn.state.current
    if current.forfeit:
        return "banca" if current.forfeit == "punto" else "punto"
    punto, banca = total_of(current.punto), drawing.banca_total(current)
    if punto == banca:
        return "tie"
    return "punto" if punto > banca else "banca"


def _settled(turn: Turn, result: str) -> PassSettled:
    lines: list[Settlement] = []
    held = turn.state.bank
    taxed, stake, excess = False, 0, 0
    if held is not None:
        taxed = _bank_is_taxed(turn, result)
        line = _bank_line(turn, result, taxed)
        grown = held.stake + line.win - line.deduction
        keeps_all = turn.rules.bank == "cover"
        stake = grown if keeps_all else min(grown, max(turn.state.limits.maximum, held.stake))
        excess = grown - stake
        lines.append(line)
    lines += [_bet_line(turn, bet, result) for bet in turn.state.current.bets]
    staying = tuple(bet for bet in turn.state.current.bets if _stays(turn, bet, result))
    return PassSettled(turn.state.current.number, result, tuple(lines), staying, stake, excess, taxed)


def _bank_is_taxed(turn: Turn, result: str) -> bool:
    held, tax = turn.bank, turn.rules.bank_tax
    if result != "banca" or held.holder is None or tax is None:
        return False
    return tax.falls_on(held.wins + 1, held.opening, held.opening_maximum)


def _bank_line(turn: Turn, result: str, taxed: bool) -> Settlement:
    held, tax = turn.bank, turn.rules.bank_tax
    played = cover.covered(turn) if turn.rules.bank == "cover" else held.stake
    win = {"banca": played, "punto": -played, "tie": 0}[result]
    if not taxed or tax is None:
        return Settlement(held.holder, "bank", held.stake, win, 0, None)
    kept = deduction(win, tax.rate, turn.state.limits.chip, str(turn.state.settings["rounding"]))
    return Settlement(held.holder, "bank", held.stake, win, kept, turn.rules.article("bank_tax"))


def _bet_line(turn: Turn, bet: Bet, result: str) -> Settlement:
    if result == "tie" and bet.chance != "tie":
        return Settlement(bet.player, bet.chance, bet.amount, 0, 0, None)
    if bet.chance != result:
        return Settlement(bet.player, bet.chance, bet.amount, -bet.amount, 0, None)
    if bet.chance == "banca":
        kept = deduction(
            bet.amount, turn.rules.banca_rate, turn.state.limits.chip, str(turn.state.settings["rounding"])
        )
        return Settlement(bet.player, "banca", bet.amount, bet.amount, kept, turn.rules.article("banca_tax"))
    payout = turn.rules.tie_payout if bet.chance == "tie" else 1
    return Settlement(bet.player, bet.chance, bet.amount, bet.amount * payout, 0, None)


def _stays(turn: Turn, bet: Bet, result: str) -> bool:
    """On a tie punto and banca stay; a winning stake stays where the house leaves it (spain)."""
    tied = result == "tie" and bet.chance != "tie"
    return tied or (turn.rules.winning_stakes_stay and bet.chance == result)


def _bank_falls(turn: Turn) -> None:
    """A loss: the sabot goes to the right of the holder, or of the original giver of a suite (art. 41)."""
    held, origin = turn.bank, holding.next_origin(turn)
    share = holding.owners_part(turn, held.stake)
    turn.emit(BankFell(held.holder, held.seat, held.stake, held.associate, share))
    holding.return_seat(turn, held.seat)
    if turn.state.shoe and turn.state.shoe.last_pass:
        shoe_end.end(turn, Resume("offer", origin))
    else:
        offer.open_offer(turn, origin)


def _sabot_passes(turn: Turn) -> None:
    """Spain: banca lost, the sabot is offered to the right of its last holder."""
    seat = sabot.give_up(turn)
    if turn.state.shoe and turn.state.shoe.last_pass:
        shoe_end.end(turn, Resume("offer", seat))
    else:
        offer.open_offer(turn, seat)


def _bank_goes_on(turn: Turn) -> None:
    if turn.state.shoe and turn.state.shoe.last_pass:
        shoe_end.end(turn, Resume("bank"))
    else:
        turn.emit(BettingOpened(turn.state.current.number))
