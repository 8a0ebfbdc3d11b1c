"""Threads with a database connection of their own."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.utils import ConnectionHandler

from casino.common import environment

Elsewhere = Callable[[Callable[[], None]], Thread]


def file_database(path: Path) -> DatabaseWrapper:
    """A connection to a SQLite database on disk, with the options of the settings."""
    embedded = ConnectionHandler({"default": environment.database(None, path)})
    database = DatabaseWrapper(embedded.settings["default"], "default")
    database.ensure_connection()
    return database


def started(work: Callable[[], None], file: Path | None) -> Thread:
    """A running thread that works on a connection of its own, to `file` or else to the default database."""

    def run() -> None:
        if file:
            connections["default"] = file_database(file)
        try:
            work()
        finally:
            connections.close_all()

    thread = Thread(target=run)
    thread.start()
    return thread
