"""SQLite with synchronous=FULL on every side: what is committed survives a power cut."""

from typing import Any

from django.db import connection
from django.db.backends.signals import connection_created

FULL = "PRAGMA synchronous=FULL"


def insist_on_durability() -> None:
    """From now on every connection of this process waits for the disk."""
    connection_created.connect(_wait_for_the_disk)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(FULL)


def _wait_for_the_disk(connection: Any, **_: Any) -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(FULL)
