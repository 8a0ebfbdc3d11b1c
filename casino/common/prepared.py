"""Queries that the ORM composes once: composing one takes it several times as long as the database takes to run it.

For those that `casino.common.sql` cannot say: sums, joins, conditions of several parts.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db import connections
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL
from django.db.utils import DEFAULT_DB_ALIAS

from casino.common import sql_texts
from casino.common.sql import Batch, loader_of
from casino.common.statements import Loaders, Row


class _Given(NamedTuple):
    """Stands in a composed query for the value at that place of those that are given when it runs."""

    place: int


class _Composed(NamedTuple):
    text: str
    values: Sequence[Any]
    reads: Loaders


class Prepared:
    """`compose` makes the query of values that stand for those given to `rows`: it can compare a field with one, and
    do nothing else with it. The rows are as of `values_list`, with annotations behind the fields.

    PostgreSQL plans it for any values (`casino.environment.PLANNED_ONCE`): a range has both its ends where no equal
    field narrows the rows, or all of its table would be read."""

    def __init__(self, compose: Callable[..., "QuerySet[Any, Any]"]) -> None:
        self._composed = cache(lambda vendor, number: _composed(compose, number))

    def rows(self, *values: Any) -> list[Row]:
        """What the query finds for these values, which are as the database stores them, or moments."""
        database = connections[DEFAULT_DB_ALIAS]
        composed: _Composed = self._composed(database.vendor, len(values))
        adapted = [database.ops.adapt_unknown_value(value) for value in values]
        batch = Batch()
        batch.add_query(
            composed.text,
            [adapted[one.place] if type(one) is _Given else one for one in composed.values],
            composed.reads,
        )
        return batch.run()[0]


def _composed(compose: Callable[..., "QuerySet[Any, Any]"], number: int) -> _Composed:
    query = compose(*(RawSQL("%s", (_Given(place),)) for place in range(number))).query
    compiler = query.get_compiler(DEFAULT_DB_ALIAS)
    text, values = compiler.as_sql()
    marks = sql_texts.marks(compiler.connection.vendor, len(values))
    return _Composed(text % marks, values, tuple(loader_of(column) for column, *_ in compiler.select))
