"""The product's whole door, as `manage.py play` uses it: each game on a new table of an empty database in memory."""

import json
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from casino.accounts.permissions import Role
from tables import notify
from tables.management.commands.play import TABLE, play_line
from tables.memory_database import memory_database
from tables.service import create_table, game_of, read
from tables.snapshot import take

Json = dict[str, Any]


class Product:
    """One table of the product."""

    def give(self, payload: Any) -> Json:
        """The answer to one line, as `play --snapshots` prints it; `crash` holds the end of a traceback."""
        line = payload if isinstance(payload, str) else json.dumps(payload)
        try:
            answer = play_line(line.encode())
            told = {**answer.as_dict(), "phase": answer.phase}
            return {**told, "snapshot": take(TABLE, game_of(read(TABLE)[1], Role.JEFE))}
        except Exception:  # noqa: BLE001  # crashes are what is looked for
            return {"crash": traceback.format_exc(limit=-4)}


@contextmanager
def new_table() -> Iterator[Product]:
    with notify.silence(), memory_database():
        create_table(TABLE, TABLE)
        yield Product()
