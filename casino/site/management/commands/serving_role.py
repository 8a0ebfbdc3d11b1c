"""`manage.py serving_role NAME`: give a PostgreSQL role what the server needs, and no more."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from casino.common.sql import limits
from casino.common.sql.in_turn import in_turn
from tables.record.database_rights import grant


class Command(BaseCommand):
    """Grant the rights; run it as the owner of the tables after each migration. Exits with 1 on SQLite."""

    help = "Makes a PostgreSQL role for the server, which does not own the tables. SERVING_PASSWORD: its password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="of the role, made if there is none")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError(
                "SQLite has no roles: whoever may write to its file may change everything in it."
            )
        limits.lift()
        with in_turn():
            grant(name, os.environ.get("SERVING_PASSWORD"))
        self.stdout.write(f"{name} may serve: it adds to the record and the journal, and changes neither.")
