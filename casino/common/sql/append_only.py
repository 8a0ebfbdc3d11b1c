"""Triggers that make a table append-only: the database refuses to change or delete its rows."""

from collections.abc import Callable
from typing import Any, Protocol


class Vendor(Protocol):
    """The part of a database connection that is used here."""

    vendor: str


Statements = Callable[[str], list[str]]


def protect(connection: Vendor, table: str) -> list[str]:
    """The SQL that makes `table` append-only. Raises KeyError for an unsupported database."""
    return _PROTECT[connection.vendor](table)


def release(connection: Vendor, table: str) -> list[str]:
    """The SQL that removes these triggers."""
    return _RELEASE[connection.vendor](table)


def is_protected(connection: Any, table: str) -> bool:
    """Whether these triggers are in place, as they were created."""
    return _IS_PROTECTED[connection.vendor](connection, table)


def operation(tables: list[str]) -> tuple[Callable[..., None], Callable[..., None]]:
    """The forwards and backwards functions of a migration's RunPython for these tables."""

    def forwards(apps: Any, schema_editor: Any) -> None:
        _run(schema_editor, protect, tables)

    def backwards(apps: Any, schema_editor: Any) -> None:
        _run(schema_editor, release, tables)

    return forwards, backwards


def _run(schema_editor: Any, sql: Callable[[Vendor, str], list[str]], tables: list[str]) -> None:
    for table in tables:
        for statement in sql(schema_editor.connection, table):
            schema_editor.execute(statement, params=None)


def _sqlite_protect(table: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_no_{act} BEFORE {act} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for act in ("update", "delete")
    ]


def _sqlite_release(table: str) -> list[str]:
    return [f"DROP TRIGGER IF EXISTS {table}_no_{act}" for act in ("update", "delete")]


def _postgresql_protect(table: str) -> list[str]:
    return [
        f"CREATE OR REPLACE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'restrict_violation'; END $$",
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()",
    ]


def _postgresql_release(table: str) -> list[str]:
    return [
        f"DROP TRIGGER IF EXISTS {table}_append_only ON {table}",
        f"DROP FUNCTION IF EXISTS {table}_refuse()",
    ]


def _sqlite_is_protected(connection: Any, table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
        return {sql for (sql,) in cursor.fetchall()} >= set(_sqlite_protect(table))


def _postgresql_is_protected(connection: Any, table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT p.prosrc FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgrelid = %s::regclass "
            "AND t.tgname = %s AND t.tgenabled IN ('O', 'A') AND t.tgtype = %s",
            [table, f"{table}_append_only", _BEFORE_ALL],
        )
        function, _trigger = _postgresql_protect(table)
        return [body for (body,) in cursor.fetchall()] == [function.split("$$")[1]]


_BEFORE_ALL = 2 + 8 + 16 + 32  # PostgreSQL's bits for BEFORE, DELETE, UPDATE and TRUNCATE
_IS_PROTECTED: dict[str, Callable[[Any, str], bool]] = {
    "sqlite": _sqlite_is_protected,
    "postgresql": _postgresql_is_protected,
}
_PROTECT: dict[str, Statements] = {"sqlite": _sqlite_protect, "postgresql": _postgresql_protect}
_RELEASE: dict[str, Statements] = {"sqlite": _sqlite_release, "postgresql": _postgresql_release}
