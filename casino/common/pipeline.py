"""Statements that reach PostgreSQL together: prepared once for a connection, sent in one round trip.

This is libpq's pipeline mode, through psycopg's own binding of libpq; a cursor of psycopg costs four times as much for
a statement (`docs/decisions/0021-a-command-is-two-round-trips.md`).
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Connection, DataError
from psycopg.abc import PQGen
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.generators import fetch_many
from psycopg.generators import send as flushed
from psycopg.pq import ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult

from casino.common.statements import Row, Statement, log

Server = Connection[Any]

MOST_ROWS = 20  # in a prepared statement: each number of rows makes another one
_names: WeakKeyDictionary[Server, dict[str, bytes]] = WeakKeyDictionary()  # text → prepared statement
_number = count()


BEGIN, COMMIT = Statement("BEGIN", ()), Statement("COMMIT", ())


def send(database: BaseDatabaseWrapper, statements: Sequence[Statement], commit: bool) -> list[list[Row]]:
    """Run the statements, and with `commit` end the transaction; gives the rows that each of them returned. Where
    Django is in a transaction that the server has not begun yet, it begins here. Raises psycopg's errors."""
    database.ensure_connection()
    log(database, statements)
    server: Server = database.connection
    waits_to_begin = not server.autocommit and server.pgconn.transaction_status == TransactionStatus.IDLE
    whole = [*[BEGIN] * waits_to_begin, *statements, *[COMMIT] * commit]
    results = _run(server, whole)[waits_to_begin:]
    return [_rows(server, result) for result, _ in zip(results, statements, strict=False)]


def _run(server: Server, statements: Sequence[Statement]) -> list[PGresult]:
    """The result of each statement. Raises the error of the first that failed; those after it have not run then."""
    values = [[_text(value) for value in statement.values] for statement in statements]
    names = _prepared(server, statements)
    libpq = server.pgconn

    def queue() -> None:
        for statement, given in zip(statements, values, strict=True):
            if name := names.get(statement.text):
                libpq.send_query_prepared(name, given)
            else:
                libpq.send_query_params(statement.text.encode(), given)

    return _checked(_piped(server, queue))


def _prepared(server: Server, statements: Sequence[Statement]) -> dict[str, bytes]:
    """The names of the statements by their texts, after preparing those that this connection has not met yet. A
    statement with many rows has none."""
    names = _names.get(server)
    if names is None:
        names = _names[server] = {}
    new = {one.text for one in statements if one.text not in names and one.rows <= MOST_ROWS}
    if new:
        added = {text: b"sql_%d" % next(_number) for text in new}

        def queue() -> None:
            for text, name in added.items():
                server.pgconn.send_prepare(name, text.encode())

        _checked(_piped(server, queue))
        names |= added
    return names


def _piped(server: Server, queue: Callable[[], None]) -> list[PGresult]:
    """The results of what `queue` sends, in one round trip."""
    libpq = server.pgconn
    try:
        libpq.enter_pipeline_mode()
        queue()
        libpq.pipeline_sync()
        results = server.wait(_results(libpq))
        libpq.exit_pipeline_mode()
    except BaseException:
        server.close()  # nobody would read what it still answers
        raise
    return results


def _results(libpq: PGconn) -> PQGen[list[PGresult]]:
    yield from flushed(libpq)
    found: list[PGresult] = []
    while True:
        results = yield from fetch_many(libpq)
        if results and results[0].status == ExecStatus.PIPELINE_SYNC:
            return found
        found += results[-1:]


def _checked(results: list[PGresult]) -> list[PGresult]:
    for result in results:
        if result.status == ExecStatus.FATAL_ERROR:
            raise error_from_result(result)
    return results


def _rows(server: Server, result: PGresult) -> list[Row]:
    if not result.ntuples:
        return []
    read = Transformer(server)
    read.set_pgresult(result)
    return list(read.load_rows(0, result.ntuples, tuple))


def _text(value: Any) -> bytes | None:
    """A value as PostgreSQL reads it."""
    kind = type(value)
    if kind is int:
        return b"%d" % value
    if value is None:
        return None
    if isinstance(value, datetime):
        return value.isoformat().encode()
    text = (value if kind is str else str(value)).encode()
    if b"\x00" in text:
        raise DataError("PostgreSQL's text has no NUL character")
    return text
