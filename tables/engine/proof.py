"""The proof of a decision's money: what the events move is what the state says lies on the table."""

from collections.abc import Mapping, Sequence

from casino.common.errors import Refusal
from tables.engine.event import Event
from tables.engine.state import Bank, Bet, State
from tables.engine.transfers import BANK, CAGNOTTE, STAKES

ON_THE_TABLE = frozenset((STAKES, BANK, CAGNOTTE))  # what the state knows; chips and tray are the ledger's


def prove(before: State, events: Sequence[Event], after: State) -> None:
    """Raise Refusal (`unbalanced`) if an amount is negative, or if stakes, bank or cagnotte would differ from what the
    events have moved there."""
    moved: dict[str, int] = {}
    for happened in events:
        for source, target, amount, _ in happened.transfers():
            if amount < 0:
                raise Refusal("unbalanced", account=source)
            if source in ON_THE_TABLE:
                moved[source] = moved.get(source, 0) - amount
            if target in ON_THE_TABLE:
                moved[target] = moved.get(target, 0) + amount
    lay, lie = before.current.bets, after.current.bets
    if lie is not lay or STAKES in moved:
        _compare(STAKES, _staked(lay), _staked(lie), moved)
    if after.bank is not before.bank or BANK in moved:
        _compare(BANK, _banked(before.bank), _banked(after.bank), moved)
    if after.cagnotte != before.cagnotte or CAGNOTTE in moved:
        _compare(CAGNOTTE, before.cagnotte, after.cagnotte, moved)


def _compare(account: str, lay: int, lies: int, moved: Mapping[str, int]) -> None:
    if lies < 0 or lies != lay + moved.get(account, 0):
        raise Refusal("unbalanced", account=account)


def _staked(bets: Sequence[Bet]) -> int:
    return sum([bet.amount for bet in bets])


def _banked(bank: Bank | None) -> int:
    return bank.stake if bank else 0
