"""What one machine of a house does to the database at a time, while another that has the same to do waits."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

LOCK = 7_168_210  # any number that no other lock of PostgreSQL's has


@contextmanager
def in_turn() -> Iterator[None]:
    """Of a session, so that it may have several transactions. The embedded database has one machine."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
    try:
        yield
    finally:
        if connection.is_usable():  # otherwise the lock went with it
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
