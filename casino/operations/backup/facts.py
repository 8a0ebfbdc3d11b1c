"""The ends of the chains and the number of rows, by which one house is compared with another."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps

from casino.common.json_input import Json

ENDS = """
    SELECT t.slug, r.number, r.digest FROM tables_table t JOIN tables_record r ON r.table_id = t.id
    WHERE r.number = (SELECT max(number) FROM tables_record WHERE table_id = t.id) ORDER BY t.slug
"""
JOURNAL = "SELECT name, number, digest FROM journal_head"
# Logins under way and counted failures: they change all the time and prove nothing.
PASSING = {"sessions", "axes", "contenttypes"}


def facts(cursor: Any, counted: Iterable[str] | None = None) -> Json:
    """The ends of the chains, of each table's record and of the journal, and the number of rows of each model.
    `counted`: the tables whose rows are counted, if they are not all."""
    ends: Json = {}
    for query, name in ((ENDS, "{}"), (JOURNAL, "journal {}")):
        cursor.execute(query)
        ends |= {name.format(of): [number, digest] for of, number, digest in cursor.fetchall()}
    return {"ends": ends, "rows": {table: _count(cursor, table) for table in sorted(counted or tables())}}


def migrations(cursor: Any) -> list[list[str]]:
    """The migrations that are applied, as [app, name]."""
    cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
    return [list(row) for row in cursor.fetchall()]


def tables() -> Iterator[str]:
    """The tables of this version whose rows are counted."""
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy and model._meta.app_label not in PASSING:
            yield model._meta.db_table


def _count(cursor: Any, table: str) -> int:
    cursor.execute(f'SELECT count(*) FROM "{table}"')  # noqa: S608 (a model's)
    number: int = cursor.fetchone()[0]
    return number
