"""The proof of a decision's money: what the events move is what the state says lies on the table."""

from collections.abc import Sequence
from operator import attrgetter

from casino.common.errors import Refusal
from tables.engine.event import Event
from tables.engine.state import State
from tables.engine.transfers import BANK, CAGNOTTE, STAKES, Transfer

_amount = attrgetter("amount")


def prove(before: State, events: Sequence[Event], after: State) -> None:
    """Raise Refusal (`unbalanced`) if an amount is negative, or if stakes, bank or cagnotte would differ from what the
    events have moved there."""
    moves: list[Transfer] = []
    for happened in events:
        moves += happened.transfers()
    same_place = after.current.bets is before.current.bets and after.bank is before.bank
    if not moves and same_place and after.cagnotte == before.cagnotte:
        return
    owed, lies = _balances(before), _balances(after)
    for source, target, amount, _ in moves:
        if amount < 0:
            raise Refusal("unbalanced", account=source)
        if source in owed:
            owed[source] -= amount
        if target in owed:
            owed[target] += amount
    for account, amount in lies.items():
        if amount < 0 or amount != owed[account]:
            raise Refusal("unbalanced", account=account)


def _balances(state: State) -> dict[str, int]:
    """The accounts whose balance the state repeats."""
    return {
        STAKES: sum(map(_amount, state.current.bets)),
        BANK: state.bank.stake if state.bank else 0,
        CAGNOTTE: state.cagnotte,
    }
