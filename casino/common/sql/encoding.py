"""Checks of `manage.py check` and `migrate` beside Django's own checks."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

ENCODING = Error(
    "The database is not in UTF-8, so that it cannot hold every name.",
    hint="Make it anew: createdb --template template0 --encoding UTF8 NAME",
    id="casino.E001",
)


@register(Tags.database)
def database_is_utf8(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """An error for each PostgreSQL database in another encoding. `migrate` runs this before it changes anything."""
    return [ENCODING for alias in databases or () if encoding_of(alias) not in {"UTF8", None}]


def encoding_of(alias: str) -> str | None:
    """The encoding in which a PostgreSQL server keeps a database; None for SQLite, which knows no other than UTF-8."""
    connection = connections[alias]
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_encoding")
        return str(cursor.fetchone()[0])
