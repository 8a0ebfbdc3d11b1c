"""A cage with its stock, and a table beside it."""

import pytest

from tests.counter import cage, table


@pytest.fixture
def house(db: None) -> None:
    """A cage with its stock."""
    cage()


@pytest.fixture
def mesa(house: None) -> None:
    """A table whose shift is open, beside the cage."""
    table()
