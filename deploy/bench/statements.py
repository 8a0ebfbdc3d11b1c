"""The statements of the product's commands without the product: taken down once, then sent again by libpq alone.

That is the least time in which a command can be kept with its record, its money and its read models, whoever decides it:
nothing is left but the database, the disk, and as little of Python as sends bytes that are ready.
"""

import os
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from select import select
from typing import Any
from unittest.mock import patch

import psycopg
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn

from casino.common import pipeline
from casino.environment import PLANNED_ONCE
from deploy.bench.product_writer import WARMING_UP, Table
from deploy.bench.writers import Write
from tables import notify
from tables.service import create_table

Sent = tuple[bytes, list[bytes | None], bool]  # a statement, its values, and whether it is prepared
Command = list[list[Sent]]  # its round trips


def take_down(tables: int, evening: bytes, first: float, each: float) -> Iterator[list[Command]]:
    """The commands of each table in turn, as many as are given in `each` seconds; at the first table in `first`."""
    steps = pickle.loads(evening)  # noqa: S301  # our own
    with notify.silence():
        played = [Table(_slug(number), steps) for number in range(tables)]
        for table in played:
            yield _taken_down(table.give, first if table is played[0] else each)


def _taken_down(give: Callable[[], None], seconds: float) -> list[Command]:
    commands: list[Command] = []
    run = pipeline._run

    def noted(server: Any, statements: Sequence[Any]) -> Any:
        commands[-1].append(
            [
                (one.text.encode(), list(map(pipeline._text, one.values)), one.rows <= pipeline.MOST_ROWS)
                for one in statements
            ]
        )
        return run(server, statements)

    end = time.perf_counter() + seconds
    with patch.object(pipeline, "_run", noted):
        while time.perf_counter() < end or len(commands) <= WARMING_UP:
            commands.append([])
            give()
    return commands


def create(tables: int) -> Iterator[None]:
    """The same tables in another house, with the same keys, before anything has been played there."""
    for number in range(tables):
        create_table(_slug(number), _slug(number))
    yield None


def _slug(number: int) -> str:
    return f"mesa-{number}"


def open_in_postgres(number: int, taken_down: Sequence[list[Command]]) -> Write:
    """What sends the next command of a table of its own. Raises RuntimeError where all have been sent."""
    server = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, options=PLANNED_ONCE)
    commands, names = iter(taken_down[number]), dict[bytes, bytes]()

    def write() -> None:
        for statements in _next(commands):
            _prepare(server.pgconn, statements, names)
            _send(server.pgconn, statements, names)

    for _ in range(WARMING_UP):
        write()
    return write


def _next(commands: Iterator[Command]) -> Command:
    for command in commands:
        return command
    raise RuntimeError("more commands were sent than had been taken down")


def _prepare(libpq: PGconn, statements: Sequence[Sent], names: dict[bytes, bytes]) -> None:
    for text, _, is_prepared in statements:
        if is_prepared and text not in names:
            names[text] = b"statement_%d" % len(names)
            _check(libpq.prepare(names[text], text))


def _send(libpq: PGconn, statements: Sequence[Sent], names: dict[bytes, bytes]) -> None:
    """One round trip."""
    libpq.enter_pipeline_mode()
    for text, values, is_prepared in statements:
        if is_prepared:
            libpq.send_query_prepared(names[text], values)
        else:
            libpq.send_query_params(text, values)
    libpq.pipeline_sync()
    while (result := _result(libpq)) is None or result.status != ExecStatus.PIPELINE_SYNC:
        _check(result)
    libpq.exit_pipeline_mode()


def _result(libpq: PGconn) -> Any:
    """The next one. To wait for it in libpq would stop the other threads of this process."""
    while libpq.is_busy():
        select([libpq.socket], (), ())
        libpq.consume_input()
    return libpq.get_result()


def _check(result: Any) -> None:
    """Raises RuntimeError."""
    if result is not None and result.status == ExecStatus.FATAL_ERROR:
        raise RuntimeError(result.error_message.decode())
