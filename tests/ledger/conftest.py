"""The houses of the counter's tests, each built once for all tests of a module."""

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.support.built import built_for_a_module
from tests.support.counter import cage, filled, table


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A cage with its stock."""
    with built_for_a_module(django_db_blocker, cage):
        yield


@pytest.fixture(scope="module")
def mesa(house: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A table whose shift is open, beside the cage."""
    with built_for_a_module(django_db_blocker, table):
        yield


@pytest.fixture(scope="module")
def filled_mesa(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Cage and table, of which every account holds something."""
    with built_for_a_module(django_db_blocker, filled):
        yield
