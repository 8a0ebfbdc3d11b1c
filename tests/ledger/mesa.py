"""A table's tray and papers, for the tests of the counter."""

from typing import Any

from ledger.cage import selectors
from ledger.cage.models import Closing, Shift, Slip, Step, UndoBarrier
from ledger.models import Transfer
from tables.models import Record, Reply, Table
from tests.support.counter import MESA, done, held
from tests.support.house import Croupier, game

BOOK = f"table:{MESA}"


def tray() -> int:
    """What should lie in the tray."""
    return selectors.balances(BOOK)["tray"]


def closed(**said: Any) -> None:
    """The shift is closed with what should lie in the tray."""
    done("closing", tray(), **said)


def everything() -> tuple[Any, ...]:
    """Balances and rows: all that a refused act may not change."""
    models = (Table, Record, Reply, Transfer, Slip, Step, Shift, Closing, UndoBarrier)
    return held(), [list(model.objects.order_by("pk").values()) for model in models]


def until_the_tray_moves() -> None:
    """The game goes on until a pass is won or lost against the tray."""
    before, croupier = tray(), Croupier()
    while tray() == before:
        game(MESA, 1, croupier)


def waits(slip: Slip) -> str | None:
    """The step that `slip` waits for; none when it is done or void."""
    return selectors.next_step(slip)
