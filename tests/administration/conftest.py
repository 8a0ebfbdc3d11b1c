"""What the tests of the administration share."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings

from casino.house import values
from casino.house.acts import By

ANA = By("ana.admin", "10.0.0.1")


@pytest.fixture(autouse=True)
def settings_as_before() -> Iterator[None]:
    """What a test lets the house have is taken back with its transaction, and so from the process."""
    before: dict[str, Any] = {name: getattr(settings, name) for name in values.NAMES}
    yield
    for name, value in before.items():
        values._set(name, value)
    values._defaults.clear()
