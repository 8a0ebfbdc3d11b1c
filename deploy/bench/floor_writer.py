"""The floor of a durable command: one hand-written statement with what has to be kept, committed durably."""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import count, cycle
from pathlib import Path

import psycopg

from deploy.bench.evening import Step
from deploy.bench.writers import Write

COLUMNS = "(table_id, number, name, command, events, actor, at)"
Values = tuple[int, int, str, str, str, str]


def _values(number: int, steps: Sequence[Step]) -> Iterator[Values]:
    kept = cycle(
        [
            (step.command["command"], json.dumps(step.command), json.dumps(step.events), "julio")
            for step in steps
        ]
    )
    for made, (name, command, events, actor) in zip(count(1), kept, strict=False):
        yield number, made, name, command, events, actor


def open_in_postgres(number: int, steps: Sequence[Step]) -> Write:
    """Rows in a table of PostgreSQL's with the same kinds of columns as the record."""
    base = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)
    base.execute("SELECT pg_advisory_lock(1)")  # the first writer makes the table
    base.execute(
        "CREATE TABLE IF NOT EXISTS floor (id bigserial PRIMARY KEY, table_id bigint, number bigint, name text,"
        " command jsonb, events jsonb, actor text, at timestamptz, UNIQUE (table_id, number))"
    )
    base.execute("SELECT pg_advisory_unlock(1)")
    values = _values(number, steps)
    statement = f"INSERT INTO floor {COLUMNS} VALUES (%s, %s, %s, %s, %s, %s, now())"

    def write() -> None:
        base.execute(statement, next(values))

    return write


def open_in_sqlite(number: int, steps: Sequence[Step]) -> Write:
    """Rows in an SQLite file beside the house's."""
    path = Path(os.environ["VAR_DIR"]) / "floor.sqlite3"
    base = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=False)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("PRAGMA synchronous=FULL")
    base.execute(
        "CREATE TABLE IF NOT EXISTS floor (id INTEGER PRIMARY KEY, table_id, number, name, command, events, actor, at,"
        " UNIQUE (table_id, number))"
    )
    values = _values(number, steps)
    statement = f"INSERT INTO floor {COLUMNS} VALUES (?, ?, ?, ?, ?, ?, datetime())"

    def write() -> None:
        base.execute(statement, next(values))

    return write
