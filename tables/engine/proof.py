"""The proof of a decision's money: what the events move is what the state says lies on the table."""

from collections import Counter
from collections.abc import Sequence

from casino.common.errors import Refusal
from tables.engine.event import Event
from tables.engine.state import State
from tables.engine.transfers import BANK, CAGNOTTE, STAKES

COUNTED = (STAKES, BANK, CAGNOTTE)  # the accounts whose balance the state repeats


def prove(before: State, events: Sequence[Event], after: State) -> None:
    """Raise Refusal (`unbalanced`) if an amount is negative, or if stakes, bank or cagnotte would differ from what the
    events have moved there."""
    moved: Counter[str] = Counter()
    for happened in events:
        for move in happened.transfers():
            if move.amount < 0:
                raise Refusal("unbalanced", account=move.source)
            moved[move.source] -= move.amount
            moved[move.target] += move.amount
    for account in COUNTED:
        lies = _lies(after, account)
        if lies < 0 or lies - _lies(before, account) != moved[account]:
            raise Refusal("unbalanced", account=account)


def _lies(state: State, account: str) -> int:
    if account == STAKES:
        return sum(bet.amount for bet in state.current.bets)
    if account == BANK:
        return state.bank.stake if state.bank else 0
    return state.cagnotte
