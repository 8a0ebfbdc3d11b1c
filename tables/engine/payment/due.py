"""What is due once all cards are known: the payment that `settle` confirms, before anything has moved."""

from dataclasses import dataclass

from tables.engine.game import Game
from tables.engine.last_pass import Settlement
from tables.engine.payment.settlement import result_of, settlement
from tables.rules.cards import total_of
from tables.rules.drawing import is_natural


@dataclass(frozen=True, slots=True)
class DueLine:
    """One line of the payment. `net`: what moves to the player, or from him if negative; `stays`: whether the stake
    lies on the table afterwards as a bet."""

    settled: Settlement
    net: int
    stays: bool


@dataclass(frozen=True, slots=True)
class Due:
    """The payment. `natural`: the winner, or both on a tie, had eight or nine on two cards. `collected`, `paid`: what
    the croupier takes from the bets and pays to them; `deducted`: what goes to the cagnotte. `bank`: the bank's stake
    afterwards, before it falls; None without a bank. `excess`: what its owner gets back above the maximum."""

    result: str
    natural: bool
    lines: tuple[DueLine, ...]
    collected: int
    paid: int
    deducted: int
    bank: int | None
    excess: int


def due(game: Game) -> Due | None:
    """What `settle` would pay now; None while cards are missing."""
    if game.state.phase != "resolved":
        return None
    result = result_of(game)
    found = settlement(game, result)
    staying = {(bet.player, bet.chance) for bet in found.staying}
    lines = tuple(
        DueLine(line, line.win - line.deduction, (line.player, line.chance) in staying)
        for line in found.settlements
    )
    bets = [line for line in lines if line.settled.chance != "bank"]
    return Due(
        result,
        _is_natural(game, result),
        lines,
        collected=sum(-line.net for line in bets if line.net < 0),
        paid=sum(line.net for line in bets if line.net > 0),
        deducted=sum(line.settled.deduction for line in lines),
        bank=found.bank_stake if game.state.bank else None,
        excess=found.excess,
    )


def _is_natural(game: Game, result: str) -> bool:
    current = game.state.current
    if current.forfeit:
        return False
    cards = current.banca if result == "banca" else current.punto
    return len(cards) == 2 and is_natural(total_of(cards))
