"""The product's whole door, as `manage.py play` uses it: each game on a new table of an empty database in memory."""

import json
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from casino.accounts.permissions import Role
from tables import notify
from tables.engine import Game, decode_event, new_state
from tables.engine.reasons import now, of_events
from tables.engine.undo.events import Undone
from tables.management.commands.play import TABLE, play_line
from tables.memory_database import memory_database
from tables.service import create_table, game_of, read
from tables.snapshot import take

Json = dict[str, Any]


class Product:
    """One table of the product."""

    def __init__(self) -> None:
        self._before = game_of(new_state(), Role.JEFE)

    def give(self, payload: Any) -> Json:
        """The answer to one line, as `play --snapshots` prints it. `cited`: the articles on which it rests. `crash`:
        the end of a traceback."""
        line = payload if isinstance(payload, str) else json.dumps(payload)
        try:
            answer = play_line(line.encode())
            told = {**answer.as_dict(), "phase": answer.phase}
            game = game_of(read(TABLE)[1], Role.JEFE)
            found = {
                **told,
                "cited": _cited(self._before, told.get("events", []), game),
                "snapshot": take(TABLE, game),
            }
            self._before = game
            return found
        except Exception:  # noqa: BLE001  # crashes are what is looked for
            return {"crash": traceback.format_exc(limit=-4)}


def _cited(before: Game, events: list[Json], after: Game) -> list[str]:
    """The articles in the reasons of what has just happened, and of what comes next."""
    if not after.state.open:
        return []
    rules = after.rules
    undone = any(event["type"] == Undone.type for event in events)
    happened = [] if undone else of_events(before, rules, map(decode_event, events))
    reasons = [*happened, *now(after)]
    return sorted(
        {article for reason in reasons if (article := reason.article or rules.article(reason.rule))}
    )


@contextmanager
def new_table() -> Iterator[Product]:
    with notify.silence(), memory_database():
        create_table(TABLE, TABLE)
        yield Product()
