"""The result of a pass and its payment: a line for the bank and one for each bet (argentina arts. 25, 29, 30)."""

from fractions import Fraction

from tables.engine.bank.kinds import kind_of
from tables.engine.dealing.drawing import banca_total
from tables.engine.game import Game
from tables.engine.last_pass import Settlement
from tables.engine.payment.events import PassSettled
from tables.engine.state import Bet
from tables.rules.cards import total_of
from tables.rules.money import deduction


def result_of(game: Game) -> str:
    """`punto`, `banca` or `tie`: the higher total wins (art. 25). A forfeited hand loses."""
    current = game.state.current
    if current.forfeit:
        return "banca" if current.forfeit == "punto" else "punto"
    punto, banca = total_of(current.punto), banca_total(current)
    if punto == banca:
        return "tie"
    return "punto" if punto > banca else "banca"


def settlement(game: Game, result: str) -> PassSettled:
    """The payment of the pass on the table: the bank first, then the bets in their order."""
    current, taxed = game.state.current, _bank_is_taxed(game, result)
    bank = _bank_line(game, result, taxed)
    stake, excess = _bank_after(game, bank) if bank else (0, 0)
    banco = current.banco
    return PassSettled(
        number=current.number,
        result=result,
        settlements=(*((bank,) if bank else ()), *[_bet_line(game, bet, result) for bet in current.bets]),
        staying=_staying(game, result),
        bank_stake=stake,
        excess=excess,
        bank_taxed=taxed,
        suivi=banco.player if banco and result == "banca" else None,
    )


def deducted(game: Game, win: int, rate: Fraction) -> int:
    """The house's share of a win, rounded to the chip as the house's `rounding` setting says."""
    return deduction(win, rate, game.state.limits.chip, str(game.state.settings["rounding"]))


def _bank_is_taxed(game: Game, result: str) -> bool:
    """Whether the bank's win in this pass pays a deduction (art. 29)."""
    held, tax = game.state.bank, game.rules.bank_tax
    if held is None or held.holder is None or tax is None or result != "banca":
        return False
    return tax.falls_on(held.wins + 1, held.opening, held.opening_maximum)


def _bank_line(game: Game, result: str, taxed: bool) -> Settlement | None:
    held, tax = game.state.bank, game.rules.bank_tax
    if held is None:
        return None
    played = kind_of(game).played(game, held)
    win = {"banca": played, "punto": -played, "tie": 0}[result]
    if tax is None or not taxed:
        return Settlement(held.holder, "bank", held.stake, win, 0, None)
    kept = deducted(game, win, tax.rate)
    return Settlement(held.holder, "bank", held.stake, win, kept, game.rules.article("bank_tax"))


def _bank_after(game: Game, line: Settlement) -> tuple[int, int]:
    """The bank after the pass, and the excess above the maximum that its owner gets back."""
    grown = game.bank.stake + line.win - line.deduction
    stake = kind_of(game).kept(game, game.bank, grown)
    return stake, grown - stake


def _bet_line(game: Game, bet: Bet, result: str) -> Settlement:
    if result == "tie" and bet.chance != "tie":
        return Settlement(bet.player, bet.chance, bet.amount, 0, 0, None)
    if bet.chance != result:
        return Settlement(bet.player, bet.chance, bet.amount, -bet.amount, 0, None)
    if bet.chance == "banca":
        kept = deducted(game, bet.amount, game.rules.banca_rate)
        return Settlement(bet.player, "banca", bet.amount, bet.amount, kept, game.rules.article("banca_tax"))
    payout = game.rules.tie_payout if bet.chance == "tie" else 1
    return Settlement(bet.player, bet.chance, bet.amount, bet.amount * payout, 0, None)


def _staying(game: Game, result: str) -> tuple[Bet, ...]:
    """The stakes that stay: punto and banca on a tie, and winning stakes where the house leaves them (spain)."""
    tied = ("punto", "banca") if result == "tie" else ()
    chances = (*tied, result) if game.rules.winning_stakes_stay else tied
    return tuple([bet for bet in game.state.current.bets if bet.chance in chances])
