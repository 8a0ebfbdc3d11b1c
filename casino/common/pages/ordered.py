"""A list that is read whole: sorted by the column whose head was touched, and shown page by page."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

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
    pages = max(1, -(-len(found) // a_page))
    page = min(_number(said.get("page", "")), pages)
    first = (page - 1) * a_page
    here = found[first : first + a_page]
    base = {key: text for key, text in said.items() if key != "page"}
    return Listed(
        rows=here,
        columns=[_headed(column, name, is_backward, base) for column in columns],
        first=min(first + 1, len(found)),
        last=first + len(here),
        total=len(found),
        before=urlencode({**base, "page": page - 1}) if page > 1 else None,
        after=urlencode({**base, "page": page + 1}) if page < pages else None,
    )


def _order(said: str, keys: Keys) -> tuple[str, bool]:
    name = said.removeprefix("-")
    return (name, said.startswith("-")) if name in keys else (next(iter(keys)), False)


def _headed(column: Column, name: str, is_backward: bool, base: Mapping[str, str]) -> Column:
    """The column with how it is sorted, and the address of the list as its head sorts it."""
    if not column.name:
        return column
    is_this = column.name == name
    order = ("descending" if is_backward else "ascending") if is_this else ""
    wanted = f"-{name}" if is_this and not is_backward else column.name
    return replace(column, order=order, address=urlencode({**base, "order": wanted}))


def _number(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdecimal() and len(text) < 9 else 1
