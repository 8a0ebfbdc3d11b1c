"""What one machine of a house does to the database at a time, while another that has the same to do waits."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep

from django.db import connection

LOCK = 7_168_210  # any number that no other lock of PostgreSQL's has
PAUSE = 0.2  # seconds between two looks at whether it is free


@contextmanager
def in_turn() -> Iterator[None]:
    """Of a session, so that it may have several transactions. The embedded database has one machine."""
    if connection.vendor != "postgresql":
        yield
        return
    # Whoever waits inside a statement holds up an index that is built meanwhile: each would wait for the other.
    while not _is_ours():
        sleep(PAUSE)
    try:
        yield
    finally:
        if connection.is_usable():  # otherwise the lock went with it
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def _is_ours() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        [(is_ours,)] = cursor.fetchall()
    return bool(is_ours)
