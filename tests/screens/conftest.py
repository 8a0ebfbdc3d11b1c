"""A house whose counter has been at work."""

from collections.abc import Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from tests.support.built import built_for_a_module
from tests.support.counter import ask, cage, table


@pytest.fixture(scope="module")
def counter_house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A cage, and a table whose tray got 10.000 and gave 1.234 of it for money."""
    with built_for_a_module(django_db_blocker, _build):
        yield


def _build() -> None:
    cage()
    table()
    ask("buy_in", 1_234, player="ana")
