"""A list that is read whole: sorted by the column whose head was touched, and shown page by page."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet

from casino.common.pages.listing import Column

A_PAGE = 50
Keys = Mapping[str, Callable[[Any], Any]]


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of a list. `first` and `last`: the places of its rows, from 1, among `total`; `before` and `after`: the
    queries of the pages beside it, None at an end."""

    rows: Sequence[Any]
    columns: Sequence[Column]
    first: int
    last: int
    total: int
    before: str | None
    after: str | None

    @property
    def shown(self) -> dict[str, Any]:
        """What `lists/found.html` shows."""
        return {"rows": self.rows, "columns": self.columns, "pages": self}


def in_order(
    rows: Iterable[Any], columns: Sequence[Column], keys: Keys, said: Mapping[str, str], a_page: int = A_PAGE
) -> Listed:
    """The page that `said` asks for: `order`, the name of a column, with `-` before it the other way round, and `page`,
    its number. `keys`: what each column is sorted by; the first of them where nothing else is asked for. What cannot be
    read is taken as not said."""
    name, is_backward = _order(said.get("order", ""), keys)
    found = sorted(rows, key=keys[name], reverse=is_backward)
    return _page(found, len(found), [_headed(one, name, is_backward, said) for one in columns], said, a_page)


def in_database(
    rows: QuerySet[Any],
    columns: Sequence[Column],
    fields: Mapping[str, str],
    said: Mapping[str, str],
    a_page: int = A_PAGE,
) -> Listed:
    """`in_order` of a list too long to be read whole. `fields`: the field of the database by which each column is
    sorted."""
    name, is_backward = _order(said.get("order", ""), fields)
    sign = "-" if is_backward else ""
    found = rows.order_by(f"{sign}{fields[name]}", f"{sign}pk")
    heads = [_headed(one, name, is_backward, said) for one in columns]
    return _page(found, found.count(), heads, said, a_page)


def _page(
    found: Sequence[Any] | QuerySet[Any],
    total: int,
    columns: Sequence[Column],
    said: Mapping[str, str],
    a_page: int,
) -> Listed:
    pages = max(1, -(-total // a_page))
    page = min(_number(said.get("page", "")), pages)
    first = (page - 1) * a_page
    here = list(found[first : first + a_page])
    base = _base(said)
    return Listed(
        rows=here,
        columns=columns,
        first=min(first + 1, total),
        last=first + len(here),
        total=total,
        before=urlencode({**base, "page": page - 1}) if page > 1 else None,
        after=urlencode({**base, "page": page + 1}) if page < pages else None,
    )


def _base(said: Mapping[str, str]) -> dict[str, str]:
    return {key: text for key, text in said.items() if key != "page"}


def _order(said: str, keys: Mapping[str, Any]) -> tuple[str, bool]:
    name = said.removeprefix("-")
    return (name, said.startswith("-")) if name in keys else (next(iter(keys)), False)


def _headed(column: Column, name: str, is_backward: bool, said: Mapping[str, str]) -> Column:
    """The column with how it is sorted, and the address of the list as its head sorts it."""
    if not column.name:
        return column
    is_this = column.name == name
    order = ("descending" if is_backward else "ascending") if is_this else ""
    wanted = f"-{name}" if is_this and not is_backward else column.name
    return replace(column, order=order, address=urlencode({**_base(said), "order": wanted}))


def _number(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdecimal() and len(text) < 9 else 1
