"""Triggers that keep fractions and text out of a money column of SQLite, whose types would let them in.

PostgreSQL's types refuse them already.
"""

from collections.abc import Callable, Sequence
from typing import Any

Column = tuple[str, str]  # table, column


def operation(columns: Sequence[Column]) -> tuple[Callable[..., None], Callable[..., None]]:
    """The forwards and backwards functions of a migration's RunPython for these columns."""

    def forwards(apps: Any, schema_editor: Any) -> None:
        _run(schema_editor, [statement for column in columns for statement in _protect(*column)])

    def backwards(apps: Any, schema_editor: Any) -> None:
        _run(schema_editor, [f"DROP TRIGGER {_name(*column, act)}" for column in columns for act in _ACTS])

    return forwards, backwards


_ACTS = ("insert", "update")


def _protect(table: str, column: str) -> list[str]:
    return [
        f"CREATE TRIGGER {_name(table, column, act)} BEFORE {act.upper()} ON {table} "
        f"WHEN typeof(NEW.{column}) <> 'integer' BEGIN SELECT RAISE(ABORT, 'money is in whole numbers'); END"
        for act in _ACTS
    ]


def _name(table: str, column: str, act: str) -> str:
    return f"{table}_{column}_whole_{act}"


def _run(schema_editor: Any, statements: Sequence[str]) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for statement in statements:
            schema_editor.execute(statement, params=None)
