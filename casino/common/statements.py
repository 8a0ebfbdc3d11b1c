"""What is sent to a database: a statement with its values."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper

Loaders = Sequence[Callable[[Any], Any] | None]
Row = tuple[Any, ...]


class Statement(NamedTuple):
    """`text` with a mark for each of `values`, which are of so many `rows`. `reads`: how the columns that it reads are
    loaded, each by its function or as it is; None if it reads nothing."""

    text: str
    values: Sequence[Any]
    rows: int = 1
    reads: Loaders | None = None


def log(database: BaseDatabaseWrapper, statements: Sequence[Statement]) -> None:
    """Add the statements to Django's log of queries, while it keeps one."""
    if database.queries_logged:
        database.queries_log.extend({"sql": statement.text, "time": "0"} for statement in statements)
