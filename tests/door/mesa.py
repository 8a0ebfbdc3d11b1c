"""The table that the tests of the service play on, and all that the database holds of it."""

from typing import Any

from ledger import selectors as ledger
from tables.door.service import create_table, execute
from tables.models import Bet, Pass, Record, Reply, Seat, Shoe, Table
from tests.support.house import JEFE, SETTINGS, opening

MESA = "mesa-4"
OPEN = {"command": "open_table", **SETTINGS}


def open_mesa() -> None:
    """A table, open, with four seated players and one standing."""
    create_table(MESA, "Mesa 4")
    assert all(execute(MESA, command, JEFE).ok for command in opening())


def everything() -> list[Any]:
    """All that the database holds of tables and money."""
    models = (Table, Record, Reply, Seat, Shoe, Pass, Bet)
    return [list(model.objects.order_by("pk").values()) for model in models] + [
        ledger.balances(f"table:{MESA}")
    ]


def without_ids(rows: list[Any]) -> list[Any]:
    """The rows of `everything` compared by what they say: an undo writes them anew."""
    tables = [
        sorted(({k: v for k, v in row.items() if k not in ("id", "hand_id")} for row in table), key=str)
        for table in rows[:-1]
    ]
    return [*tables, {account: amount for account, amount in rows[-1].items() if amount}]
