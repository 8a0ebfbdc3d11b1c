"""A summary of the floor: one line per table."""

from casino.common.json_input import Json
from tables.engine import State
from tables.models import Table
from tables.record.stored import state_of

SHOWN_RESULTS = 12  # also in the head of a console and on a tile


def lines(only: str | None = None) -> list[Json]:
    """A line for every table that is not retired, in the order of the floor, or for `only` one."""
    there = Table.objects.filter(retired=None)
    tables = there if only is None else there.filter(slug=only)
    return [line_of(table, state_of(table)) for table in sorted(tables, key=lambda table: table.place)]


def line_of(table: Table, state: State) -> Json:
    """A table's line: no player, no single bet. `since`: when its phase began, ISO 8601."""
    bank = state.bank
    return {
        "table": table.slug,
        "name": table.name,
        "version": state.version,
        "reglamento": state.reglamento or None,
        "open": state.open,
        "suspended": state.suspended,
        "phase": state.phase,
        "since": table.since.isoformat() if table.since else None,
        "minimum": state.limits.minimum if state.open else None,
        "maximum": state.limits.maximum if state.open else None,
        "seated": sum(1 for player in state.seats.values() if player),
        "bank": bank.stake if bank else None,
        "pass": state.current.number,
        "results": state.results[-SHOWN_RESULTS:],
    }
