"""The result of a pass and its payment: a line for the bank and one for each bet (argentina arts. 25, 29, 30)."""

from fractions import Fraction

from tables.engine.bank.kinds import kind_of
from tables.engine.betting.stakes import is_open
from tables.engine.dealing.drawing import banca_total
from tables.engine.game import Game
from tables.engine.merging import with_owed
from tables.engine.payment.commission import is_noted
from tables.engine.payment.events import PassSettled
from tables.engine.state import Bet, Owed, Settlement
from tables.rules.cards import total_of
from tables.rules.chances import Outcome, outcome_of
from tables.rules.money import deduction, win


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
    outcome = outcome_of(result, current.punto, current.banca)
    bank = _bank_line(game, result, taxed)
    stake, excess = _bank_after(game, bank) if bank else (0, 0)
    banco = current.banco
    bets = [_bet_line(game, bet, outcome) for bet in current.bets]
    return PassSettled(
        number=current.number,
        result=result,
        settlements=(*((bank,) if bank else ()), *bets),
        staying=tuple([bet for bet, line in zip(current.bets, bets, strict=True) if _stays(game, line)]),
        bank_stake=stake,
        excess=excess,
        bank_taxed=taxed,
        suivi=banco.player if banco and result == "banca" else None,
        mark="" if current.forfeit or current.banca_counts_nothing else _mark(outcome),
        owed=_owed(game, bets) if is_noted(game) else (),
    )


def _mark(outcome: Outcome) -> str:
    """What roads show beside a result: pairs of punto and of banca, a natural."""
    shown = {"p": outcome.punto_pair, "b": outcome.banca_pair, "n": any(outcome.naturals)}
    return "".join(letter for letter, there in shown.items() if there)


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


def _bet_line(game: Game, bet: Bet, outcome: Outcome) -> Settlement:
    """The first line of the chance whose conditions hold decides; without one the bet loses."""
    player, amount, chance = bet.player, bet.amount, game.rules.chance(bet.chance)
    number = chance.decided_by(outcome)
    if number is None:
        return Settlement(player, chance.slug, amount, -amount, 0, None)
    line, limits = chance.pays[number - 1], game.state.limits
    if line.to_one is None:
        return Settlement(player, chance.slug, amount, 0, 0, None, number)
    won = win(amount, line.to_one, limits.chip, str(game.state.settings["rounding"]))
    rate = chance.commission_of(line)
    if not rate or (chance.main and is_noted(game)):
        return Settlement(player, chance.slug, amount, won, 0, None, number)
    article = game.rules.article("banca_tax") if chance.main else None
    return Settlement(player, chance.slug, amount, won, deducted(game, won, rate), article, number)


def _owed(game: Game, lines: list[Settlement]) -> tuple[Owed, ...]:
    """The commission on wins of the two sides, to be collected at the end of the shoe."""
    owed: tuple[Owed, ...] = ()
    for line in lines:
        chance = game.rules.chance(line.chance)
        if chance.main and line.player and line.line and line.win > 0:
            rate = chance.commission_of(chance.pays[line.line - 1])
            owed = with_owed(owed, (Owed(line.player, str(rate), line.win),) if rate else ())
    return owed


def _stays(game: Game, line: Settlement) -> bool:
    """Whether the stake lies there as a bet of the next pass: a stake that neither wins nor loses, and a winning one
    where the house leaves them (spain), unless its chance is closed by then."""
    if line.line is None or not is_open(game, line.chance, passes_on=1):
        return False
    pushed = game.rules.chance(line.chance).pays[line.line - 1].to_one is None
    return pushed or game.rules.winning_stakes_stay
