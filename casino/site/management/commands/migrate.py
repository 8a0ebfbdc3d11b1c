"""Django's `migrate`, which waits for its locks and takes its time, and makes the views of the house's figures anew. Of
two machines of a house one migrates, and the other finds nothing left to do."""

import time
from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands.migrate import Command as Migrate
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from casino.common.sql import limits
from casino.common.sql.in_turn import in_turn
from tables.reports.figures import views

BETWEEN = 0.5  # seconds between two attempts to reach the database


class Command(Migrate):
    """Migrate without the limits of a server's connections."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--wait", action="store_true", help="wait for the database for as long as it is away"
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Django's checks, which come first, ask the database already."""
        if options.get("wait"):
            self._wait()
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        limits.lift()
        with in_turn():
            super().handle(*args, **options)
            is_done = not (options.get("plan") or options.get("check_unapplied")) and _is_whole()
            if is_done and (fault := views.make()):
                self.stderr.write(f"The views of figures (docs/figures.md) are not made: {fault}")

    def _wait(self) -> None:
        """A machine may start before any has become the primary."""
        said = ""
        while True:
            try:
                connection.ensure_connection()
            except OperationalError as error:
                if str(error) != said:
                    said = str(error)
                    self.stderr.write(f"Waiting for the database: {said}")
                time.sleep(BETWEEN)
            else:
                return


def _is_whole() -> bool:
    """Whether no migration is left."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
