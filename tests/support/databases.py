"""Tests of what only PostgreSQL has."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import connection


def on_postgresql(test: Callable[..., None]) -> Callable[..., None]:
    """The test, which has nothing to try on SQLite."""

    @wraps(test)
    def tried(*args: Any, **fixtures: Any) -> None:
        if connection.vendor == "postgresql":
            test(*args, **fixtures)

    return tried
