"""The few statements with which a command writes, gathered in a `Batch` and sent together.

The ORM takes several times as long to compose such a statement as the database takes to run it, and PostgreSQL has one
round trip for each. Here a text is composed once for its shape, and PostgreSQL gets all in one pipeline. Tables and
columns come from the models; no input of a user becomes part of a text.
"""

# ruff: noqa: S608 - the texts are made of the models' names alone

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model

Kind = type[Model]
Names = tuple[str, ...]
Row = Mapping[str, Any]


def newest(model: Kind) -> int:
    """The highest primary key among the rows of a model, 0 where there are none: how far it has come."""
    return model._default_manager.order_by("-pk").values_list("pk", flat=True).first() or 0


class Found(NamedTuple):
    """Stands for the primary key of the row of `model` whose fields `names` equal `values`. The database looks it up
    when the statement runs, so it may be of a row that the same batch adds."""

    model: Kind
    names: Names
    values: tuple[Any, ...]


# The smaller and the larger of two values, by what each database calls them
_ENDS = {"postgresql": ("LEAST", "GREATEST"), "sqlite": ("MIN", "MAX")}
Shape = tuple[Kind, Names] | None  # of a value: what it is found by; None for a plain one


class Batch:
    """Statements that are sent together by `run`, in their order. A condition `where` names fields with the values that
    they equal."""

    def __init__(self) -> None:
        self._statements: list[tuple[str, list[Any]]] = []

    def insert(self, model: Kind, rows: Sequence[Row]) -> None:
        """Add rows, all with the same fields."""
        if rows:
            names, shapes = tuple(rows[0]), _shapes(rows[0])
            values = [value for row in rows for value in _values(model, row)]
            self._statements.append((_insert(model, names, shapes, len(rows)), values))

    def add_up(
        self, model: Kind, rows: Sequence[Row], key: Names, sums: Names, least: str = "", most: str = ""
    ) -> None:
        """Add the fields `sums` of each row to the row that equals it in its unique `key`, adding it if there is none.
        Of the fields `least` and `most` the smaller, and the larger value is kept. No two of the given rows may have
        the same key."""
        if rows:
            names = tuple(rows[0])
            values = [value for row in rows for value in _values(model, row)]
            functions = zip((least, most), _ENDS[connections[DEFAULT_DB_ALIAS].vendor], strict=True)
            ends = tuple((name, function) for name, function in functions if name)
            text = _add_up(model, names, key, sums, ends, len(rows))
            self._statements.append((text, values))

    def update(self, model: Kind, changes: Row, **where: Any) -> None:
        """Change the rows that fit `where`."""
        text = _update(model, tuple(changes), tuple(where), _shapes(where))
        self._statements.append((text, [*_values(model, changes), *_values(model, where)]))

    def add(self, model: Kind, name: str, amount: int, **where: Any) -> None:
        """Add to an integer field of the rows that fit `where`."""
        text = _add(model, name, tuple(where), _shapes(where))
        self._statements.append((text, [amount, *_values(model, where)]))

    def delete(self, model: Kind, **where: Any) -> None:
        """Remove the rows that fit `where`."""
        text = f"DELETE FROM {_table(model)} WHERE {_where(model, tuple(where), _shapes(where))}"
        self._statements.append((text, _values(model, where)))

    def run(self) -> None:
        """Send the statements, in the caller's transaction. The batch is then empty. Raises what the ORM would
        raise."""
        statements, self._statements = self._statements, []
        database = connections[DEFAULT_DB_ALIAS]
        database.validate_no_broken_transaction()
        if database.vendor == "postgresql":
            _send_in_pipeline(database, statements)
            return
        with database.cursor() as cursor:
            for text, values in statements:
                cursor.execute(text, values)


def _send_in_pipeline(database: Any, statements: Sequence[tuple[str, list[Any]]]) -> None:
    from psycopg import Cursor  # only where it is needed: it loads PostgreSQL's library

    database.ensure_connection()
    with database.wrap_database_errors, database.connection.pipeline():
        cursor = Cursor(database.connection)
        for text, values in statements:
            cursor.execute(text, values)
    if database.queries_logged:
        database.queries_log.extend({"sql": text, "time": "0"} for text, _ in statements)


@cache
def _insert(model: Kind, names: Names, shapes: tuple[Shape, ...], rows: int) -> str:
    places = ", ".join([f"({', '.join(map(_place, shapes))})"] * rows)
    return f"INSERT INTO {_table(model)} ({_columns(model, names)}) VALUES {places}"


@cache
def _add_up(
    model: Kind, names: Names, key: Names, sums: Names, ends: tuple[tuple[str, str], ...], rows: int
) -> str:
    table, plain = _table(model), (None,) * len(names)
    grown = [f"{column} = {table}.{column} + excluded.{column}" for column in _quoted(model, sums)]
    for name, function in ends:
        column = _columns(model, (name,))
        grown.append(f"{column} = {function}({table}.{column}, excluded.{column})")
    return f"{_insert(model, names, plain, rows)} ON CONFLICT ({_columns(model, key)}) DO UPDATE SET {', '.join(grown)}"


@cache
def _update(model: Kind, names: Names, where: Names, shapes: tuple[Shape, ...]) -> str:
    changes = ", ".join(f"{column} = %s" for column in _quoted(model, names))
    return f"UPDATE {_table(model)} SET {changes} WHERE {_where(model, where, shapes)}"


@cache
def _add(model: Kind, name: str, where: Names, shapes: tuple[Shape, ...]) -> str:
    column = _columns(model, (name,))
    return f"UPDATE {_table(model)} SET {column} = {column} + %s WHERE {_where(model, where, shapes)}"


def _where(model: Kind, names: Names, shapes: tuple[Shape, ...]) -> str:
    tests = zip(_quoted(model, names), shapes, strict=True)
    return " AND ".join(f"{column} = {_place(shape)}" for column, shape in tests)


def _place(shape: Shape) -> str:
    if shape is None:
        return "%s"
    model, names = shape
    return f'(SELECT "id" FROM {_table(model)} WHERE {_where(model, names, (None,) * len(names))})'


def _shapes(row: Row) -> tuple[Shape, ...]:
    return tuple((value.model, value.names) if type(value) is Found else None for value in row.values())


def _values(model: Kind, row: Row) -> list[Any]:
    """The values of a row or of a condition, as the database stores them."""
    database = connections[DEFAULT_DB_ALIAS]
    found: list[Any] = []
    for name, value in row.items():
        if type(value) is Found:
            found += value.values
        elif value is None or type(value) is str or type(value) is int:
            found.append(value)
        else:
            found.append(_field(model, name).get_db_prep_save(value, database))
    return found


def _table(model: Kind) -> str:
    return f'"{model._meta.db_table}"'


def _columns(model: Kind, names: Names) -> str:
    return ", ".join(_quoted(model, names))


def _quoted(model: Kind, names: Names) -> list[str]:
    return [f'"{_field(model, name).column}"' for name in names]


@cache
def _field(model: Kind, name: str) -> Any:
    return model._meta.get_field(name)
