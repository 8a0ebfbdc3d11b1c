"""An open table, and threads that work beside the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection, connections

from tables.management.memory_database import memory_database
from tests.door.mesa import MESA, open_mesa
from tests.door.threads import Elsewhere, file_database, started


@pytest.fixture
def mesa() -> str:
    """A table, open, with four seated players and one standing."""
    open_mesa()
    return MESA


@pytest.fixture
def elsewhere(transactional_db: None, tmp_path: Path) -> Iterator[Elsewhere]:
    """Starts work in a thread with a connection of its own. SQLite's test database lies in memory, where writers do
    not wait for each other as they do on disk: so there all work on a file, with the options of the settings."""
    if connection.vendor == "postgresql":
        yield lambda work: started(work, None)
        return
    before, file = connections["default"], file_database(tmp_path / "casino.sqlite3")
    before.connection.backup(file.connection)
    connections["default"] = file
    yield lambda work: started(work, tmp_path / "casino.sqlite3")
    connections["default"] = before
    file.close()


@pytest.fixture
def file(tmp_path: Path, transactional_db: None) -> Iterator[Path]:
    """An empty SQLite database on disk, with the options of the settings, in place of the tests' own."""
    path = tmp_path / "casino.sqlite3"
    before, database = connections["default"], file_database(path)
    with memory_database() as empty:
        empty.connection.backup(database.connection)
    connections["default"] = database
    yield path
    connections["default"] = before
    database.close()
