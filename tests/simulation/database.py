"""The one database of all processes: SQLite in memory, which fails when it is told to."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.sqlite3 import base
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import ConnectionHandler

from casino.accounts import displays
from casino.accounts.models import StaffSession, Token, User, digest_of
from casino.common import clock
from tables.service import create_table, execute
from tests.house import JEFE, game, opening
from tests.simulation.moment import BEGINNING, LATER

TABLES = ("mesa", "otra")
MOST_CLIENTS = 4
# Each client has a session of its own, or a token; "jefe" posts commands.
PEOPLE = ("jefe", *(f"{role}-{n}" for role in ("croupier", "jefe", "inspector") for n in range(MOST_CLIENTS)))
TOKENS = tuple(f"{kind}-{table}" for kind in ("device", "display") for table in TABLES)
PLAYED = 9  # commands at the second table before anything is simulated

Before = Callable[[str], None]


class Trouble:
    """What the database asks before each of its acts, and tells after a commit. Whoever makes trouble replaces these
    functions; they raise sqlite3's errors."""

    def __init__(self) -> None:
        self.statement: Callable[[str, bool], None] = lambda text, is_within: None
        self.before_commit: Callable[[], None] = lambda: None
        self.after_commit: Callable[[], None] = lambda: None
        self.committed: Callable[[], None] = lambda: None


class Connection(sqlite3.Connection):
    """A connection to which trouble may come."""

    trouble = Trouble()

    def execute(self, text: str, values: Any = ()) -> sqlite3.Cursor:
        self.trouble.statement(text, self.in_transaction)
        was_within = self.in_transaction
        found = super().execute(text, values)
        if not was_within and not self.in_transaction and is_writing(text):
            self.trouble.committed()
        return found

    def commit(self) -> None:
        if not self.in_transaction:
            super().commit()
            return
        self.trouble.before_commit()
        super().commit()
        self.trouble.committed()
        self.trouble.after_commit()


class Cursor(base.SQLiteCursorWrapper):
    """The ORM's statements meet the same trouble."""

    connection: Connection

    def execute(self, query: str, params: Any = None) -> Any:
        self.connection.trouble.statement(query, self.connection.in_transaction)
        was_within = self.connection.in_transaction
        found = super().execute(query, params)
        if not was_within and not self.connection.in_transaction and is_writing(query):
            self.connection.trouble.committed()
        return found


class MemoryDatabase(base.DatabaseWrapper):
    """Django's connection. All processes share it: each of their reads and transactions runs in one piece."""

    queries_logged = False

    def get_new_connection(self, conn_params: Any) -> Any:
        return super().get_new_connection({**conn_params, "factory": Connection})

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=Cursor)


def is_writing(text: str) -> bool:
    """Whether the statement changes rows."""
    return text.lstrip()[:6].upper() in ("INSERT", "UPDATE", "DELETE")


@contextmanager
def casino_database() -> Iterator[Connection]:
    """Within this context every process's database is a new copy of the house."""
    database = _new()
    house().connection.backup(database.connection)
    database.connection.trouble = Trouble()
    before = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = database
    try:
        yield database.connection
    finally:
        connections[DEFAULT_DB_ALIAS] = before
        database.connection.close()


@cache
def house() -> MemoryDatabase:
    """Two open tables, one of each role with a session, made once in a process."""
    database = _new()
    before, connections[DEFAULT_DB_ALIAS] = connections[DEFAULT_DB_ALIAS], database
    try:
        with clock.on_machine(clock.Machine(lambda: BEGINNING, lambda: 0.0)):
            _furnish(database)
    finally:
        connections[DEFAULT_DB_ALIAS] = before
    return database


def _furnish(database: MemoryDatabase) -> None:
    executor = MigrationExecutor(database)
    executor.migrate(executor.loader.graph.leaf_nodes())
    _open_tables()
    _let_people_in()


def session_of(name: str) -> str:
    """The key of that person's session."""
    return f"{name.replace('-', '0'):x<32}"


def secret_of(name: str) -> str:
    """The secret of the device or display of that name."""
    return f"secret of {name}"


@cache
def cookie_of_display(name: str) -> str:
    """With which a wall is known as that display."""
    return displays.sealed(Token(pk=1 + TOKENS.index(name), digest=digest_of(secret_of(name))))


def _new() -> MemoryDatabase:
    handler = ConnectionHandler(
        {DEFAULT_DB_ALIAS: {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
    )
    database = MemoryDatabase(handler.settings[DEFAULT_DB_ALIAS], DEFAULT_DB_ALIAS)
    database.ensure_connection()
    return database


def _open_tables() -> None:
    for slug in TABLES:
        create_table(slug, slug.title())
        for command in opening():
            execute(slug, command, JEFE)
    game(TABLES[1], PLAYED)


def _let_people_in() -> None:
    for name in PEOPLE:
        user = User.objects.create(username=name, role=name.split("-")[0], password="!")
        store = SessionStore()
        store[SESSION_KEY] = str(user.pk)
        store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
        store[HASH_SESSION_KEY] = user.get_session_auth_hash()
        key = session_of(name)
        Session.objects.create(session_key=key, session_data=store.encode(store._session), expire_date=LATER)
        StaffSession.objects.create(session_key=key, user=user, began=BEGINNING, active=BEGINNING)
    for number, name in enumerate(TOKENS, 1):
        kind, table = name.split("-")
        digest = digest_of(secret_of(name))
        Token.objects.create(pk=number, name=name, kind=kind, table=table, digest=digest, created=BEGINNING)
