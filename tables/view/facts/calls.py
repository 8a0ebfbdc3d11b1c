"""The call of the jefe that stands at a table."""

from collections.abc import Sequence

from tables.door import calls
from tables.door.calls import Call
from tables.view.screen import KeptFact, TableView


@KeptFact
def call_of(view: TableView) -> Call | None:
    """None where nobody has called him, or he was there."""
    return calls.at_table(view.table.pk) if view.table else None


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together."""
    found = calls.at_tables(view.table.pk for view in views if view.table)
    for view in views:
        if view.table:
            call_of.learn(view, found.get(view.table.pk))
