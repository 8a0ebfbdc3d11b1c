"""This process's own connections to the house's database."""

from django.db import connections


def let_go() -> None:
    """Close them, with those that wait in Django's pool."""
    for connection in connections.all(initialized_only=True):
        connection.close()
        if close_pool := getattr(connection, "close_pool", None):
            close_pool()
