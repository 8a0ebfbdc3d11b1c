"""An in-memory database with only the tables and the ledger. The first of a process is migrated, which takes a second
or two; each later one is a copy of it, ready in a few milliseconds."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import ConnectionHandler

APPS = ("tables", "ledger", "cage", "journal")
PEOPLE = ("accounts", "auth", "axes", "contenttypes")  # for what names those who work here


class MemoryDatabase(DatabaseWrapper):
    """SQLite in memory. It keeps no query log, which would grow without limit under DEBUG."""

    queries_logged = False


@contextmanager
def memory_database(*more: str) -> Iterator[MemoryDatabase]:
    """Within this context, the default database of this thread is a new, empty one in memory. `more`: apps that it has
    beside the tables and the ledger."""
    database = _new()
    _migrated(more).connection.backup(database.connection)
    before = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = database
    try:
        yield database
    finally:
        connections[DEFAULT_DB_ALIAS] = before
        database.connection.close()


def _new() -> MemoryDatabase:
    handler = ConnectionHandler(
        {DEFAULT_DB_ALIAS: {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
    )
    database = MemoryDatabase(handler.settings[DEFAULT_DB_ALIAS], DEFAULT_DB_ALIAS)
    database.ensure_connection()
    return database


@cache
def _migrated(more: tuple[str, ...]) -> MemoryDatabase:
    """A migrated database, made once per process. Every later database is a copy of it."""
    database, wanted = _new(), {*APPS, *more}
    before, others = connections[DEFAULT_DB_ALIAS], _others_than(wanted)
    modules = settings.MIGRATION_MODULES
    connections[DEFAULT_DB_ALIAS], settings.MIGRATION_MODULES = database, {**modules, **others}
    try:
        executor = MigrationExecutor(database)
        executor.migrate([node for node in executor.loader.graph.leaf_nodes() if node[0] in wanted])
    finally:
        connections[DEFAULT_DB_ALIAS], settings.MIGRATION_MODULES = before, modules
    return database


def _others_than(wanted: set[str]) -> dict[str, None]:
    # Their migrations are not loaded at all: loading them takes longer than the rest of a short script.
    from django.apps import apps

    return {app.label: None for app in apps.get_app_configs() if app.label not in wanted}
