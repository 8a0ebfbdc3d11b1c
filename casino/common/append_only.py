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


_PROTECT: dict[str, Statements] = {"sqlite": _sqlite_protect, "postgresql": _postgresql_protect}
_RELEASE: dict[str, Statements] = {"sqlite": _sqlite_release, "postgresql": _postgresql_release}
