"""The few SQL statements that every command needs, written without the ORM for speed.

The ORM takes several times as long to compose such a statement as the database takes to run it, and a script or a
simulation gives hundreds of commands a second. Tables and columns still come from the models, and values are prepared
by their fields; no user input becomes part of a statement's text.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Field, Model

Kind = type[Model]


def insert(model: Kind, rows: Sequence[Mapping[str, Any]]) -> list[int]:
    """Add rows, all with the same fields, in one statement. Returns their primary keys in that order."""
    if not rows:
        return []
    fields = [_field(model, name) for name in rows[0]]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    places = _places(len(rows), len(fields))
    values = [_value(field, row[name]) for row in rows for field, name in zip(fields, rows[0], strict=True)]
    sql = f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES {places} RETURNING "id"'  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return sorted(pk for (pk,) in cursor.fetchall())


def update(model: Kind, changes: Mapping[str, Any], **where: Any) -> None:
    """Change the rows whose fields equal `where`."""
    to = ", ".join(f'"{_field(model, name).column}" = %s' for name in changes)
    condition, values = _where(model, where)
    sql = f'UPDATE "{model._meta.db_table}" SET {to}{condition}'  # noqa: S608
    _run(sql, [*(_value(_field(model, name), value) for name, value in changes.items()), *values])


def delete(model: Kind, **where: Any) -> None:
    """Remove the rows whose fields equal `where`. A list matches any of its values."""
    condition, values = _where(model, where)
    _run(f'DELETE FROM "{model._meta.db_table}"{condition}', values)  # noqa: S608


def select(model: Kind, names: Iterable[str], lock: bool = False, **where: Any) -> list[tuple[Any, ...]]:
    """Columns of numbers and text from the rows whose fields equal `where`.

    With `lock`, the rows are locked until the end of the transaction, if the database supports row locks.
    """
    columns = ", ".join(f'"{_field(model, name).column}"' for name in names)
    condition, values = _where(model, where)
    locking = " FOR UPDATE" if lock and connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {columns} FROM "{model._meta.db_table}"{condition}{locking}', values)  # noqa: S608
        return list(cursor.fetchall())


def add(model: Kind, name: str, amounts: Iterable[tuple[int, int]]) -> None:
    """Add each amount to one integer field, for each (primary key, amount) in the order given."""
    column = _field(model, name).column
    sql = f'UPDATE "{model._meta.db_table}" SET "{column}" = "{column}" + %s WHERE "id" = %s'  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(sql, [(amount, pk) for pk, amount in amounts])


def delete_keys(model: Kind, names: Sequence[str], keys: Sequence[Sequence[Any]]) -> None:
    """Remove the rows whose fields `names` together equal one of `keys`."""
    fields = [_field(model, name) for name in names]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = [_value(field, value) for key in keys for field, value in zip(fields, key, strict=True)]
    places = _places(len(keys), len(fields))
    _run(f'DELETE FROM "{model._meta.db_table}" WHERE ({columns}) IN (VALUES {places})', values)  # noqa: S608


def add_up(model: Kind, rows: Sequence[Mapping[str, Any]], *sums: str) -> None:
    """Add the fields `sums` of each row to the row that equals it in all other fields, creating it if needed.

    The other fields must be a unique key of the model, and no two of the given rows may be equal in it.
    """
    if not rows:
        return
    fields = [_field(model, name) for name in rows[0]]
    key = ", ".join(f'"{field.column}"' for field in fields if field.name not in sums)
    columns = ", ".join(f'"{field.column}"' for field in fields)
    table = f'"{model._meta.db_table}"'
    summed = ", ".join(f'"{column}" = {table}."{column}" + excluded."{column}"' for column in sums)
    places = _places(len(rows), len(fields))
    values = [_value(field, row[name]) for row in rows for field, name in zip(fields, rows[0], strict=True)]
    adding = f"ON CONFLICT ({key}) DO UPDATE SET {summed}"
    _run(f"INSERT INTO {table} ({columns}) VALUES {places} {adding}", values)  # noqa: S608


def _places(rows: int, fields: int) -> str:
    return ", ".join([f"({', '.join(['%s'] * fields)})"] * rows)


def _run(sql: str, values: Sequence[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def _where(model: Kind, where: Mapping[str, Any]) -> tuple[str, list[Any]]:
    tests, values = [], []
    for name, value in where.items():
        many = list(value) if isinstance(value, (list, set, tuple)) else [value]
        tests.append(f'"{_field(model, name).column}" IN ({", ".join(["%s"] * len(many))})')
        values += many
    return " WHERE " + " AND ".join(tests), values


def _value(field: "Field[Any, Any]", value: Any) -> Any:
    return field.get_db_prep_save(value, connection)


@cache
def _field(model: Kind, name: str) -> "Field[Any, Any]":
    found: Field[Any, Any] = model._meta.get_field(name)  # type: ignore[assignment]
    return found
