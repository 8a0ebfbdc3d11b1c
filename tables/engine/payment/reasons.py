"""Reasons why a pass was paid as it was (argentina arts. 25, 29, 30; chemin-de-fer art. 16)."""

from collections.abc import Iterator
from fractions import Fraction

from tables.engine.bank.kinds import kind_of
from tables.engine.dealing.drawing import banca_total
from tables.engine.game import Fact, Game, Reason, facts
from tables.engine.payment.commission import is_noted
from tables.engine.payment.events import PassSettled
from tables.engine.state import Bank, Settlement
from tables.rules.cards import total_of
from tables.rules.reglamento import BankTax


def of_payment(game: Game, paid: PassSettled) -> Iterator[Reason]:
    """Each line that was won, or that stays by the house's own words, then the result. `game`: the table before the
    payment."""
    for line in paid.settlements:
        if line.chance == "bank":
            if line.win > 0:
                yield _of_bank(game, line)
        elif line.win > 0:
            yield _of_bet(game, line)
        elif stays := _stays_by(game, line):
            yield stays
    yield _of_result(game, paid.result)


def of_next_win(game: Game) -> Iterator[Reason]:
    """The deduction that the bank would pay on its next win."""
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
    stake, chance = Fact("stake", line.stake, "money"), game.rules.chance(line.chance)
    if line.line is None:
        raise AssertionError(f"a win on {chance.slug} without a line")
    paying = chance.pays[line.line - 1]
    rate, to_one = chance.commission_of(paying), paying.to_one or Fraction(0)
    if not chance.own_lines:
        if rate:
            found = (stake, Fact("rate", rate, "share"), *_of_deduction(game, line, rate))
            return Reason("banca_tax", found, line.player)
        won = Fact("won", line.win, "money")
        return Reason(f"{chance.slug}_payout", (stake, Fact("payout", int(to_one)), won), line.player)
    noted = rate and not line.deduction and chance.main and is_noted(game)
    kept = (Fact("rate", rate, "share"), *_of_deduction(game, line, None if noted else rate)) if rate else ()
    rounded = (Fact("chip", game.state.limits.chip, "money"),) if line.win != line.stake * to_one else ()
    found = (
        Fact("chance", chance.slug, "chance"),
        Fact("line", paying, "line"),
        stake,
        Fact("payout", to_one, "odds"),
        *(kept or (Fact("won", line.win, "money"), *rounded)),
    )
    return Reason("banca_tax" if chance.main and rate else "chance_payout", found, line.player)


def _stays_by(game: Game, line: Settlement) -> Reason | None:
    """A stake that stays by a line of the house's file, though the side may have won; a tie needs no word."""
    chance = game.rules.chance(line.chance)
    if line.win or line.line is None or not chance.own_lines:
        return None
    paying = chance.pays[line.line - 1]
    if dict(paying.conditions) == {"winner": frozenset({"tie"})}:
        return None
    found = (
        Fact("chance", chance.slug, "chance"),
        Fact("line", paying, "line"),
        Fact("stake", line.stake, "money"),
    )
    return Reason("chance_payout", found, line.player)


def _of_deduction(game: Game, line: Settlement, rate: Fraction | None) -> Iterator[Fact]:
    """The win, and how its deduction was rounded where that made a difference. `rate`: None if nothing was due."""
    yield Fact("won", line.win, "money")
    if rate is not None and line.win * rate != line.deduction:
        yield Fact("exact", line.win * rate, "money")
        yield Fact("chip", game.state.limits.chip, "money")
    yield Fact("deduction", line.deduction, "money")
