"""The few SQL statements that every command needs, written without the ORM for speed.

The ORM takes several times as long to compose such a statement as the database takes to run it. Here a statement is
composed once, and statements are gathered in a `Batch` that is sent as a whole: PostgreSQL gets it in one round trip
(`casino.common.pipeline`). Tables and columns still come from the models; no user input becomes part of a text.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple, TypeVar, cast

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateTimeField, JSONField
from django.db.utils import DEFAULT_DB_ALIAS

from casino.common import sql_texts
from casino.common.sql_texts import Kind, Names, Shapes, field_of
from casino.common.statements import Loaders, Row, Statement, log

T = TypeVar("T")


class Found(NamedTuple):
    """Stands for the primary key of the row of `model` whose fields `names` equal `values`. The database looks it up
    when the statement runs, so it may be of a row that the same batch adds."""

    model: Kind
    names: Names
    values: Row


class Batch:
    """Statements that are sent together by `run`, in their order.

    A condition `where` names fields, each with the value that it equals or, in a `select`, with a list of which it
    equals one; FIELD__gt and FIELD__lte compare."""

    def __init__(self) -> None:
        self._database: BaseDatabaseWrapper = connections[DEFAULT_DB_ALIAS]
        self._vendor = self._database.vendor
        self._statements: list[Statement] = []

    def insert(self, model: Kind, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows, all with the same fields."""
        if rows:
            names = tuple(rows[0])
            text = sql_texts.insert(self._vendor, model, names, _shapes(rows[0]), len(rows))
            self._add(text, self._values(model, names, rows), len(rows))

    def insert_for_each(self, model: Kind, link: str, row: Mapping[str, Any], **where: Any) -> None:
        """Add a row for each row that its field `link` may refer to, that fits `where`, and that has none yet."""
        names = tuple(row)
        text = sql_texts.insert_for_each(self._vendor, model, link, names, tuple(where))
        self._add(text, [*self._values(model, names, (row,)), *where.values()])

    def add_up(self, model: Kind, rows: Sequence[Mapping[str, Any]], key: Names, sums: Names) -> None:
        """Add the fields `sums` of each row to the row that equals it in its unique `key`, adding it if there is
        none. No two of the given rows may have the same key."""
        if rows:
            names = tuple(rows[0])
            text = sql_texts.add_up(self._vendor, model, names, key, sums, len(rows))
            self._add(text, self._values(model, names, rows), len(rows))

    def update(self, model: Kind, changes: Mapping[str, Any], **where: Any) -> None:
        """Change the rows whose fields equal `where`."""
        names = tuple(changes)
        text = sql_texts.update(self._vendor, model, names, tuple(where), _tests(where))
        self._add(text, [*self._values(model, names, (changes,)), *_tested(where)])

    def add(self, model: Kind, name: str, amount: int, **where: Any) -> None:
        """Add to an integer field of the rows whose fields equal `where`."""
        self._add(
            sql_texts.add(self._vendor, model, name, tuple(where), _tests(where)),
            [amount, *_tested(where)],
        )

    def delete(self, model: Kind, **where: Any) -> None:
        """Remove the rows whose fields equal `where`."""
        text = sql_texts.delete(self._vendor, model, tuple(where), _tests(where))
        self._add(text, _tested(where))

    def select(
        self, model: Kind, names: Names, *, lock: bool = False, newest: str = "", most: int = 1, **where: Any
    ) -> None:
        """Read columns of the rows that fit `where`. `newest`: the field by which only so many are read, the highest
        first. With `lock`, the rows are locked until the end of the transaction, if the database locks rows."""
        ends = sql_texts.newest(model, newest, most) if newest else ""
        if lock and self._database.features.has_select_for_update:
            ends += " FOR UPDATE"
        text = sql_texts.select(self._vendor, model, names, tuple(where), _tests(where), ends)
        values = _tested(where)
        self._add(text, values, len(values), _loaders(self._vendor, model, names))

    def add_query(self, text: str, values: Sequence[Any], reads: Loaders) -> None:
        """A query composed elsewhere, its values marked as in `sql_texts` and given as the database stores them."""
        self._add(text, list(values), reads=reads)

    def run(self, *, commit: bool = False) -> list[list[Row]]:
        """Send the statements; gives the rows that each `select` found. The batch is then empty.

        `commit`: the transaction ends with it, so nothing may follow. Raises what the ORM would raise.
        """
        statements, self._statements = self._statements, []
        database = self._database
        database.validate_no_broken_transaction()
        send = _sender(self._vendor)
        with database.wrap_database_errors:
            found = send(database, statements, commit)
        return [
            loaded(statement.reads, rows)
            for statement, rows in zip(statements, found, strict=True)
            if statement.reads is not None
        ]

    def _add(self, text: str, values: list[Any], rows: int = 1, reads: Loaders | None = None) -> None:
        self._statements.append(Statement(text, values, rows, reads))

    def _values(self, model: Kind, names: Names, rows: Iterable[Mapping[str, Any]]) -> list[Any]:
        dumpers, found = _dumpers(self._vendor, model, names), []
        for row in rows:
            values = list(row.values())
            for place, dump in dumpers:
                if values[place] is not None:
                    values[place] = dump(values[place])
            found += values
        if Found in map(type, found):
            return [part for value in found for part in (value.values if type(value) is Found else (value,))]
        return found


def write(work: Callable[[Batch], T]) -> T:
    """What `work` returns, called in a transaction with a batch that is sent at its end: on PostgreSQL with the
    commit, in one round trip. Within another transaction it is a part of that one.

    On the embedded database the transaction may be shared with the work of other threads. Work that raises is then
    called once more by itself, so what it does outside the database must be harmless.
    """
    database = connections[DEFAULT_DB_ALIAS]
    is_whole = not database.in_atomic_block
    if is_whole and (share := getattr(database, "written_together", None)):
        return cast(T, share(partial(_gathered, work)))
    with transaction.atomic():
        return _gathered(work, commit=is_whole)


def _gathered(work: Callable[[Batch], T], *, commit: bool = False) -> T:
    batch = Batch()
    found = work(batch)
    batch.run(commit=commit)
    return found


def alias() -> str:
    """The name of the database that all this goes to."""
    return DEFAULT_DB_ALIAS


def select(model: Kind, names: Iterable[str], **where: Any) -> list[Row]:
    """Read at once: `Batch.select`, alone."""
    batch = Batch()
    batch.select(model, tuple(names), **where)
    return batch.run()[0]


def newest(*models: Kind) -> list[int]:
    """How far each of these has come: the highest number among its rows, 0 where there are none."""
    batch = Batch()
    for model in models:
        number = model._meta.pk.attname
        batch.select(model, (number,), newest=number)
    return [rows[0][0] if rows else 0 for rows in batch.run()]


@cache
def _sender(vendor: str) -> Callable[[BaseDatabaseWrapper, Sequence[Statement], bool], list[list[Row]]]:
    if vendor != "postgresql":
        return _send_one_by_one
    # Imported here: a script on the embedded database does not wait for psycopg to load.
    from casino.common.pipeline import send

    return send


def _send_one_by_one(
    database: BaseDatabaseWrapper, statements: Sequence[Statement], commit: bool
) -> list[list[Row]]:
    """For a database in this process, where a statement is no round trip. The commit stays with the caller."""
    database.ensure_connection()
    run = database.connection.execute
    log(database, statements)
    return [run(statement.text, statement.values).fetchall() for statement in statements]


def loaded(loaders: Loaders, rows: list[Row]) -> list[Row]:
    """The rows as Python values, where the database stores another kind than the field has."""
    if not any(loaders):
        return rows
    return [
        tuple(load(value) if load else value for load, value in zip(loaders, row, strict=True))
        for row in rows
    ]


def _shapes(row: Mapping[str, Any]) -> Shapes:
    if Found not in map(type, row.values()):
        return (None,) * len(row)
    return tuple((value.model, value.names) if type(value) is Found else None for value in row.values())


def _tests(where: Mapping[str, Any]) -> Shapes:
    if _OF_MORE.isdisjoint(map(type, where.values())):
        return (None,) * len(where)
    return tuple(
        len(value) if type(value) is list else shape
        for value, shape in zip(where.values(), _shapes(where), strict=True)
    )


def _tested(where: Mapping[str, Any]) -> list[Any]:
    """The values of a condition."""
    if _OF_MORE.isdisjoint(map(type, where.values())):
        return list(where.values())
    values: list[Any] = []
    for value in where.values():
        values += value.values if type(value) is Found else value if type(value) is list else [value]
    return values


_OF_MORE = frozenset((Found, list))  # values of a condition that stand for several


@cache
def _dumpers(vendor: str, model: Kind, names: Names) -> list[tuple[int, Callable[[Any], Any]]]:
    """The places of the values that are not given to the database as they are, and how they are."""
    found = [(place, _dumper(vendor, model, name)) for place, name in enumerate(names)]
    return [(place, dump) for place, dump in found if dump]


def _dumper(vendor: str, model: Kind, name: str) -> Callable[[Any], Any] | None:
    field = field_of(model, name)
    if isinstance(field, JSONField):
        return json.dumps  # as Django does: searches of the embedded database know how it is written
    if isinstance(field, DateTimeField) and vendor == "sqlite":
        return _adapted
    return None


@lru_cache(maxsize=64)
def _adapted(moment: datetime) -> str | None:
    """As SQLite stores it. Several rows of a command have the same moment."""
    return connections[DEFAULT_DB_ALIAS].ops.adapt_datetimefield_value(moment)


@cache
def _loaders(vendor: str, model: Kind, names: Names) -> Loaders:
    """For each column how its value becomes the field's, or None where it is that already."""
    fields = (field_of(model, name) for name in names)
    return tuple(loader_of(field.get_col(field.model._meta.db_table)) for field in fields)


def loader_of(column: Any) -> Callable[[Any], Any] | None:
    """How the value of a column, or of another expression, is read; None where it is as the database gives it."""
    database = connections[DEFAULT_DB_ALIAS]
    converters = [*database.ops.get_db_converters(column), *column.get_db_converters(database)]
    if not converters:
        return None

    def load(value: Any) -> Any:
        for convert in converters:
            value = convert(value, column, database)
        return value

    return load
