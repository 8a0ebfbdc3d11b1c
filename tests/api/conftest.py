"""A house whose counter is open."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tables.door.service import create_table
from tests.support.built import built_for_a_module
from tests.support.counter import cage, table


@pytest.fixture(scope="module")
def counter_house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A cage, a table whose shift is open, another table."""
    with built_for_a_module(django_db_blocker, _build):
        yield


@pytest.fixture
def counter(counter_house: None, settings: Any) -> None:
    """In that house passphrases are hashed fast, which proves no less."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def _build() -> None:
    cage()
    table()
    create_table("otra", "Otra")
