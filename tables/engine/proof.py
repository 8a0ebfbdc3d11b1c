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
    moved = {STAKES: 0, BANK: 0, CAGNOTTE: 0}
    for source, target, amount, _ in moves:
        if amount < 0:
            raise Refusal("unbalanced", account=source)
        if source in moved:
            moved[source] -= amount
        if target in moved:
            moved[target] += amount
    for account, lay, lies in (
        (STAKES, _staked(before), _staked(after)),
        (BANK, _banked(before), _banked(after)),
        (CAGNOTTE, before.cagnotte, after.cagnotte),
    ):
        if lies < 0 or lies != lay + moved[account]:
            raise Refusal("unbalanced", account=account)


def _staked(state: State) -> int:
    return sum(map(_amount, state.current.bets))


def _banked(state: State) -> int:
    return state.bank.stake if state.bank else 0
