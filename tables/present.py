"""A table as it is now: its row, and its state, which is decoded only after another process has written
(`tables.record.states`)."""

from casino.common import sql
from casino.common.errors import Refusal
from tables.engine import State
from tables.models import Table
from tables.record import commits
from tables.record.decoding import stored_state
from tables.record.states import keep, kept

_WHOLE = tuple(field.attname for field in Table._meta.concrete_fields)
_BESIDE_STATE = tuple(name for name in _WHOLE if name != "state")


def read(slug: str) -> tuple[Table, State]:
    """A table's row, without the text of its state, and the state. Raises Refusal (`no_such_table`)."""
    table = _row(slug, _BESIDE_STATE)
    state = kept(table.head)
    if state is None:
        whole = _row(slug, _WHOLE)  # the row may have changed meanwhile, so it is read with its state
        return whole, state_of(whole)
    return table, state


def followed(known: Table, head: str) -> tuple[Table, State] | None:
    """A row that was read before, as the record with the digest `head` has left it, and the state then. None where this
    process has not written all that came between."""
    state, written = kept(head), commits.between(known.head, head)
    if state is None or written is None:
        return None
    values = vars(known)
    for commit in reversed(written):
        values = {**values, **commit.row}
    return Table.from_db(sql.alias(), _BESIDE_STATE, [values[name] for name in _BESIDE_STATE]), state


def read_all() -> list[tuple[Table, State]]:
    """The same of the tables of the floor, in no order: one statement, and a second for the states that are not known
    yet."""
    known = [(table, kept(table.head)) for table in Table.objects.filter(retired=None).defer("state")]
    unknown = [table.pk for table, state in known if state is None]
    whole = Table.objects.filter(pk__in=unknown)
    return [(table, state) for table, state in known if state] + [(row, state_of(row)) for row in whole]


def state_of(table: Table) -> State:
    """The state of a table whose row has been read."""
    found = kept(table.head)
    if found is None:
        found = stored_state(table.state, table.schema)
        keep(table.head, found)
    return found


def _row(slug: str, names: tuple[str, ...]) -> Table:
    rows = sql.select(Table, names, slug=slug)
    if not rows:
        raise Refusal("no_such_table")
    return Table.from_db(sql.alias(), names, rows[0])
