"""A house whose counter is open."""

from typing import Any

import pytest

from tables.service import create_table
from tests.counter import cage, table


@pytest.fixture
def counter(db: None, settings: Any) -> None:
    """A cage, a table whose shift is open, another table; passphrases are hashed fast, which proves no less."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cage()
    table()
    create_table("otra", "Otra")
