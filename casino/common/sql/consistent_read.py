"""Several queries that all see the database as of one moment, without blocking writers."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

# Whoever reads so may read a year. Its sums fit into this memory; with the usual 4 MB they are sorted on the disk. To
# compile a query takes longer than it saves.
READING = "SET LOCAL work_mem = '32MB'; SET LOCAL jit = off"


@contextmanager
def one_moment() -> Iterator[None]:
    """Queries in this block see the database as of the first one; nothing may be written in it. Within a transaction
    that is under way, such as another block of this kind, they see what that transaction sees."""
    if connection.in_atomic_block or _has_begun():
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            _run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            _run(READING)
            yield
    else:
        # A plain BEGIN: in WAL mode a reader has a snapshot of its own. Django's BEGIN IMMEDIATE would block writers.
        _run("BEGIN")
        try:
            yield
        finally:
            _run("ROLLBACK")


def _has_begun() -> bool:
    """Whether a plain BEGIN of ours is under way, of which Django knows nothing."""
    return connection.vendor == "sqlite" and bool(
        connection.connection and connection.connection.in_transaction
    )


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
