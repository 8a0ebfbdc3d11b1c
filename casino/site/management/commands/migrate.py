"""Django's `migrate`, which waits for its locks and takes its time, and makes the views of the house's figures anew."""

from typing import Any

from django.core.management.commands.migrate import Command as Migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from casino.common.sql import limits
from tables.reports.figures import views


class Command(Migrate):
    """Migrate without the limits of a server's connections."""

    def handle(self, *args: Any, **options: Any) -> None:
        limits.lift()
        super().handle(*args, **options)
        is_done = not (options.get("plan") or options.get("check_unapplied")) and _is_whole()
        if is_done and (fault := views.make()):
            self.stderr.write(f"The views of figures (docs/figures.md) are not made: {fault}")


def _is_whole() -> bool:
    """Whether no migration is left."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
