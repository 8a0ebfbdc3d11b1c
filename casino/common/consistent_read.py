"""Reading at one moment: many statements that all see the same state, while the game goes on and waits for nobody."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """What is read meanwhile is the state at the first statement. Nothing may be written. Within a transaction that is
    under way already it is that transaction's."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            _say("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield
    else:
        # A plain BEGIN: in SQLite's journal a reader has a state of his own. Django's own would lock out every writer.
        _say("BEGIN")
        try:
            yield
        finally:
            _say("ROLLBACK")


def _say(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
