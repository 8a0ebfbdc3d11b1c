"""The tests' database, migrated once for all mutants of what is done on import: each would wait longer for that than
for its tests."""

import sqlite3
from typing import Any

from tests.mutants.mutant import Mutant
from tests.mutants.places import Group

FILE = "database"
OF_MIGRATIONS = "ledger/triggers.py"  # the only mutated file that migrations read


def keep(group: Group) -> None:
    """The database of this process, which is open, and in which nothing is entered yet."""
    from django.db import connection

    (group.kept / FILE).unlink(missing_ok=True)
    kept = sqlite3.connect(group.kept / FILE)
    connection.connection.backup(kept)
    kept.close()


def take(group: Group, mutant: Mutant) -> None:
    """From now on a database for tests is a copy of the kept one, where the mutant can change nothing of it."""
    from django.core.management.commands import migrate

    def copy(_command: Any, *, database: str, **_options: Any) -> None:
        from django.db import connections

        connections[database].ensure_connection()
        kept = sqlite3.connect(f"file:{group.kept / FILE}?mode=ro", uri=True)
        kept.backup(connections[database].connection)
        kept.close()

    if mutant.path != OF_MIGRATIONS:
        migrate.Command.handle = copy  # type: ignore[method-assign]
