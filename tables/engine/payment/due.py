"""The payment that is due once all cards are known, which `settle` confirms, before anything has moved."""

from collections.abc import Mapping
from dataclasses import dataclass

from tables.engine.bank.kinds import kind_of
from tables.engine.game import Game
from tables.engine.payment.events import PassSettled
from tables.engine.payment.settlement import result_of, settlement
from tables.engine.state import Settlement
from tables.engine.table.limits import under
from tables.rules.cards import total_of
from tables.rules.drawing import is_natural


@dataclass(frozen=True, slots=True)
class DueLine:
    """One line of the payment. `net`: what moves to the player, or from him if negative; `stays`: whether the stake
    lies on the table afterwards as a bet, and `left`, how much of it does: limits that wait for the payment trim it."""

    settled: Settlement
    net: int
    stays: bool
    left: int


@dataclass(frozen=True, slots=True)
class Due:
    """The payment. `natural`: the winner, or both on a tie, had eight or nine on two cards. `collected`, `paid`: what
    the croupier takes from the bets and pays to them; `deducted`: what goes to the cagnotte. `bank`: the bank's stake
    afterwards, before it falls; None without a bank. `excess`: what its owner gets back above the maximum, that which
    waits too."""

    result: str
    natural: bool
    lines: tuple[DueLine, ...]
    collected: int
    paid: int
    deducted: int
    bank: int | None
    excess: int


def due(game: Game) -> Due | None:
    """The payment that `settle` would make now; None while cards are missing."""
    if game.state.phase != "resolved":
        return None
    result = result_of(game)
    found = settlement(game, result)
    left, trimmed = _under_waiting_limits(game, found)
    lines = tuple(_line(line, left.get((line.player, line.chance))) for line in found.settlements)
    bets = [line for line in lines if line.settled.chance != "bank"]
    return Due(
        result,
        _is_natural(game, result),
        lines,
        collected=sum(-line.net for line in bets if line.net < 0),
        paid=sum(line.net for line in bets if line.net > 0),
        deducted=sum(line.settled.deduction for line in lines),
        bank=found.bank_stake - trimmed if game.state.bank else None,
        excess=found.excess + trimmed,
    )


def _line(line: Settlement, left: int | None) -> DueLine:
    return DueLine(line, line.win - line.deduction, left is not None, left or 0)


Stakes = Mapping[tuple[str | None, str], int]


def _under_waiting_limits(game: Game, found: PassSettled) -> tuple[Stakes, int]:
    """What lies there after the payment: of each stake that stays, by player and chance, how much; and what the bank
    has above the maximum then."""
    left: dict[tuple[str | None, str], int] = {(bet.player, bet.chance): bet.amount for bet in found.staying}
    waiting = game.state.limits.next
    if waiting is None:
        return left, 0
    then = under(Game(found.evolve(game.state), game.rules, game.role), waiting)
    for bet in kind_of(then).excess_bets(then):
        left[bet.player, bet.chance] -= bet.amount
    bank = then.state.bank
    return left, kind_of(then).above(bank, waiting.maximum) if bank else 0


def _is_natural(game: Game, result: str) -> bool:
    current = game.state.current
    if current.forfeit:
        return False
    cards = current.banca if result == "banca" else current.punto
    return len(cards) == 2 and is_natural(total_of(cards))
