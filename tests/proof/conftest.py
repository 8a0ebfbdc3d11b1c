"""Shifts that are played once, signed with a key of the tests."""

import base64
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

import pytest

from tables.door import notify
from tables.door.service import create_table
from tables.management.commands.play import TABLE
from tables.management.memory_database import memory_database
from tests.proof.shifts import argentina_shift, cover_shift, export


class NewTable(Protocol):
    """A closed table in a database of its own."""

    def __call__(self) -> AbstractContextManager[None]: ...


@pytest.fixture(scope="session")
def new_table(django_db_blocker: Any) -> NewTable:
    @contextmanager
    def table() -> Iterator[None]:
        with django_db_blocker.unblock(), notify.silence(), memory_database():
            create_table(TABLE, TABLE)
            yield

    return table


@pytest.fixture(scope="package", autouse=True)
def own_key() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIGNING_KEY", base64.b64encode(bytes(range(32))).decode())
        yield


@pytest.fixture(scope="package")
def argentina(own_key: None, new_table: NewTable) -> bytes:
    with new_table():
        argentina_shift()
        return export()


@pytest.fixture(scope="package")
def chemin_de_fer(own_key: None, new_table: NewTable) -> bytes:
    with new_table():
        cover_shift()
        return export()
