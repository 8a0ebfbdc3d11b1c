"""Django's `flush` for a database with append-only tables.

Emptying the whole database is the only operation that may lift that protection. It is restored afterwards.
"""

from typing import Any

from django.core.management.commands.flush import Command as Flush
from django.db import connections

from casino.common.sql import append_only, limits
from tables.record.audit.house import APPEND_ONLY


class Command(Flush):
    """Lift the protection of the append-only tables, flush, and restore it."""

    def handle(self, **options: Any) -> None:
        limits.lift()
        connection = connections[options["database"]]
        self._run(connection, append_only.release)
        try:
            super().handle(**options)
        finally:
            self._run(connection, append_only.protect)

    def _run(self, connection: Any, sql: Any) -> None:
        with connection.cursor() as cursor:
            for model in APPEND_ONLY:
                for statement in sql(connection, model._meta.db_table):
                    cursor.execute(statement)
