"""What the tests of the administration share."""

from collections.abc import Iterator

import pytest

from casino.common.house import hold
from casino.house.acts import By

ANA = By("ana.admin", "10.0.0.1")


@pytest.fixture(autouse=True)
def settings_as_before() -> Iterator[None]:
    """What a test lets the house have is taken back with its transaction, and so from the process."""
    yield
    hold({})
