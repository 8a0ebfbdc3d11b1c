"""Django's `migrate`, which waits for its locks and takes its time."""

from typing import Any

from django.core.management.commands.migrate import Command as Migrate

from casino.common.sql import limits


class Command(Migrate):
    """Migrate without the limits of a server's connections."""

    def handle(self, *args: Any, **options: Any) -> None:
        limits.lift()
        super().handle(*args, **options)
