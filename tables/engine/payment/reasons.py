"""Why a pass was paid as it was (argentina arts. 25, 29, 30; chemin-de-fer art. 16)."""

from collections.abc import Iterator
from fractions import Fraction

from tables.engine.bank.kinds import kind_of
from tables.engine.dealing.drawing import banca_total
from tables.engine.game import Game
from tables.engine.last_pass import Settlement
from tables.engine.payment.events import PassSettled
from tables.engine.reason import Fact, Reason, facts
from tables.engine.state import Bank
from tables.rules.cards import total_of
from tables.rules.reglamento import BankTax


def of_payment(game: Game, paid: PassSettled) -> Iterator[Reason]:
    """Each line that was won, then the result. `game`: the table before the payment."""
    for line in paid.settlements:
        if line.win > 0:
            yield _of_bank(game, line) if line.chance == "bank" else _of_bet(game, line)
    yield _of_result(game, paid.result)


def of_next_win(game: Game) -> Iterator[Reason]:
    """What the bank would pay on its next win."""
    held, tax = game.state.bank, game.rules.bank_tax
    if held and held.holder and tax:
        yield Reason("bank_tax", _of_tax(held, tax), held.holder, to_come=True)


def _of_result(game: Game, result: str) -> Reason:
    current = game.state.current
    if current.forfeit:
        return Reason(
            "winner", facts(Fact("forfeit", current.forfeit, "word"), Fact("result", result, "word"))
        )
    return Reason(
        "winner",
        facts(
            Fact("punto_cards", current.punto, "cards"),
            Fact("punto_total", total_of(current.punto)),
            Fact("banca_cards", current.banca, "cards"),
            Fact("banca_total", banca_total(current)),
            Fact("result", result, "word"),
        ),
    )


def _of_bank(game: Game, line: Settlement) -> Reason:
    held, tax = game.bank, game.rules.bank_tax
    if tax is None or line.player is None:
        return Reason("suite_offer", (Fact("won", line.win, "money"), Fact("origin", held.origin, "word")))
    covered = line.win if kind_of(game).covers else None
    due = tax.falls_on(held.wins + 1, held.opening, held.opening_maximum)
    found = (*_of_tax(held, tax), *facts(Fact("covered", covered, "money")))
    return Reason("bank_tax", (*found, *_of_deduction(game, line, tax.rate if due else None)), line.player)


def _of_tax(held: Bank, tax: BankTax) -> tuple[Fact, ...]:
    which = tax.taxed_wins(held.opening, held.opening_maximum)
    due = tax.falls_on(held.wins + 1, held.opening, held.opening_maximum)
    by_parity = (
        Fact("opening", held.opening, "money"),
        Fact("half_of_the_maximum", Fraction(held.opening_maximum, 2), "money"),
    )
    return (
        Fact("win_number", held.wins + 1),
        *(by_parity if tax.by_parity else ()),
        Fact("taxed_wins", which, "word"),
        Fact("rate", tax.rate if due else Fraction(0), "share"),
    )


def _of_bet(game: Game, line: Settlement) -> Reason:
    stake = Fact("stake", line.stake, "money")
    if line.chance == "banca":
        rate = game.rules.banca_rate
        found = (stake, Fact("rate", rate, "share"), *_of_deduction(game, line, rate))
        return Reason("banca_tax", found, line.player)
    payout = game.rules.tie_payout if line.chance == "tie" else 1
    rule = f"{line.chance}_payout"
    return Reason(rule, (stake, Fact("payout", payout), Fact("won", line.win, "money")), line.player)


def _of_deduction(game: Game, line: Settlement, rate: Fraction | None) -> Iterator[Fact]:
    """The win, and how its deduction was rounded where that made a difference. `rate`: None if nothing was due."""
    yield Fact("won", line.win, "money")
    if rate is not None and line.win * rate != line.deduction:
        yield Fact("exact", line.win * rate, "money")
        yield Fact("chip", game.state.limits.chip, "money")
    yield Fact("deduction", line.deduction, "money")
