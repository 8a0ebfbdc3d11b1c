"""Long CHECK constraints of PostgreSQL, as calls of a function.

PostgreSQL reads and prepares the stored expressions of a table's CHECK constraints again for every statement that adds
or changes a row. For a list of forty codes that takes several times as long as the row itself. The expressions of a
PL/pgSQL function are prepared once for a connection. A constraint keeps its name and its meaning, so Django's models
and migrations know nothing of it; SQLite compiles its constraints with the statement, which is kept.
"""

from collections.abc import Callable, Sequence
from typing import Any

LONGEST = 1_000  # characters of the stored form of an expression; a call takes about as long as these
Check = tuple[str, str]  # table, constraint

BEGIN, END = "BEGIN RETURN ", "; END"

LONG = """
SELECT conrelid::regclass::text, conname FROM pg_constraint
WHERE contype = 'c' AND connamespace = current_schema()::regnamespace AND length(conbin::text) > %s
ORDER BY 1, 2
"""
_COLUMNS = """
SELECT quote_ident(attname), format_type(atttypid, NULL)
FROM pg_constraint
CROSS JOIN unnest(conkey) WITH ORDINALITY AS part (number, place)
JOIN pg_attribute ON attrelid = conrelid AND attnum = part.number
WHERE conrelid = %s::regclass AND conname = %s
ORDER BY part.place
"""
_EXPRESSION = (
    "SELECT pg_get_expr(conbin, conrelid) FROM pg_constraint WHERE conrelid = %s::regclass AND conname = %s"
)
_BODY = "SELECT prosrc FROM pg_proc WHERE proname = %s AND pronamespace = current_schema()::regnamespace"


def operation(checks: Sequence[Check]) -> tuple[Callable[..., None], Callable[..., None]]:
    """The forwards and backwards functions of a migration's RunPython for these constraints."""

    def forwards(apps: Any, schema_editor: Any) -> None:
        _run(schema_editor, _call, checks)

    def backwards(apps: Any, schema_editor: Any) -> None:
        _run(schema_editor, _inline, checks)

    return forwards, backwards


def _run(
    schema_editor: Any, change: Callable[[Any, str, str], Sequence[str]], checks: Sequence[Check]
) -> None:
    if schema_editor.connection.vendor != "postgresql":
        return
    for table, name in checks:
        with schema_editor.connection.cursor() as cursor:
            statements = change(cursor, table, name)
        for statement in statements:
            schema_editor.execute(statement, params=None)


def _call(cursor: Any, table: str, name: str) -> Sequence[str]:
    """What the constraint says now becomes the body of a function whose parameters are named as its columns."""
    columns = cursor.execute(_COLUMNS, [table, name]).fetchall()
    ((expression,),) = cursor.execute(_EXPRESSION, [table, name]).fetchall()
    parameters, given = ", ".join(map(" ".join, columns)), ", ".join(column for column, _ in columns)
    return [
        f"CREATE OR REPLACE FUNCTION {name}({parameters}) RETURNS boolean "
        f"LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $check$ {BEGIN}{expression}{END} $check$",
        _replaced(table, name, f"{name}({given})"),
    ]


def _inline(cursor: Any, table: str, name: str) -> Sequence[str]:
    ((body,),) = cursor.execute(_BODY, [name]).fetchall()
    return [_replaced(table, name, body.strip()[len(BEGIN) : -len(END)]), f"DROP FUNCTION {name}"]


def _replaced(table: str, name: str, condition: str) -> str:
    return f"ALTER TABLE {table} DROP CONSTRAINT {name}, ADD CONSTRAINT {name} CHECK ({condition})"
