"""The texts of the few SQL statements that every command needs, each composed once from the names of its model.

Values are marked with ? or, for PostgreSQL, with $1, $2 and so on.
"""

# ruff: noqa: S608 - the texts are made of the models' names alone

import re
from functools import cache
from typing import Any

from django.db.models import Field, Model

Kind = type[Model]
Names = tuple[str, ...]
# Of a value: the row whose primary key it stands for; of a list: how many there are; None for a plain value.
Shape = tuple[Kind, Names] | int | None
Shapes = tuple[Shape, ...]


@cache
def insert(vendor: str, model: Kind, names: Names, shapes: Shapes, rows: int) -> str:
    places = ", ".join([f"({', '.join(map(_place, shapes))})"] * rows)
    return _marked(vendor, f"INSERT INTO {_table(model)} ({_columns(model, names)}) VALUES {places}")


@cache
def insert_for_each(vendor: str, model: Kind, link: str, names: Names, where: Names) -> str:
    field = field_of(model, link)
    other: Kind = field.related_model  # type: ignore[assignment]
    values, tests = ", ".join("?" for _ in names), _where(other, where, (None,) * len(where))
    has_one = f'EXISTS (SELECT 1 FROM {_table(model)} WHERE "{field.column}" = {_table(other)}."id")'
    return _marked(
        vendor,
        f"INSERT INTO {_table(model)} ({_columns(model, names)}, {_columns(model, (link,))}) "
        f'SELECT {values}, "id" FROM {_table(other)}{tests} AND NOT {has_one}',
    )


@cache
def add_up(vendor: str, model: Kind, names: Names, key: Names, sums: Names, rows: int) -> str:
    places = ", ".join([f"({', '.join('?' for _ in names)})"] * rows)
    table = _table(model)
    to = ", ".join(f"{column} = {table}.{column} + excluded.{column}" for column in _quoted(model, sums))
    return _marked(
        vendor,
        f"INSERT INTO {table} ({_columns(model, names)}) VALUES {places} "
        f"ON CONFLICT ({_columns(model, key)}) DO UPDATE SET {to}",
    )


@cache
def update(vendor: str, model: Kind, names: Names, where: Names, shapes: Shapes) -> str:
    to = ", ".join(f"{column} = ?" for column in _quoted(model, names))
    return _marked(vendor, f"UPDATE {_table(model)} SET {to}{_where(model, where, shapes)}")


@cache
def add(vendor: str, model: Kind, name: str, where: Names, shapes: Shapes) -> str:
    (column,) = _quoted(model, (name,))
    tests = _where(model, where, shapes)
    return _marked(vendor, f"UPDATE {_table(model)} SET {column} = {column} + ?{tests}")


@cache
def delete(vendor: str, model: Kind, where: Names, shapes: Shapes) -> str:
    return _marked(vendor, f"DELETE FROM {_table(model)}{_where(model, where, shapes)}")


@cache
def select(vendor: str, model: Kind, names: Names, where: Names, shapes: Shapes, ends: str) -> str:
    text = f"SELECT {_columns(model, names)} FROM {_table(model)}{_where(model, where, shapes)}{ends}"
    return _marked(vendor, text)


@cache
def newest(model: Kind, name: str, most: int) -> str:
    (column,) = _quoted(model, (name,))
    return f" ORDER BY {column} DESC LIMIT {most}"


def _where(model: Kind, names: Names, shapes: Shapes) -> str:
    tests = (_test(model, name, shape) for name, shape in zip(names, shapes, strict=True))
    return f" WHERE {' AND '.join(tests)}" if names else ""


def _test(model: Kind, name: str, shape: Shape) -> str:
    name, _, comparison = name.partition("__")
    (column,) = _quoted(model, (name,))
    if isinstance(shape, int):
        if not shape:
            return "1 = 0"  # PostgreSQL does not read an empty list
        return f"{column} IN ({', '.join('?' * shape)})"
    return f"{column} {_COMPARISONS[comparison]} {_place(shape)}"


_COMPARISONS = {"": "=", "gt": ">", "lte": "<="}


def _place(shape: Shape) -> str:
    if shape is None or isinstance(shape, int):
        return "?"
    model, names = shape
    return f'(SELECT "id" FROM {_table(model)}{_where(model, names, (None,) * len(names))})'


def marks(vendor: str, number: int) -> tuple[str, ...]:
    """The database's marks for so many values, in their order."""
    if vendor != "postgresql":
        return ("?",) * number
    return tuple(f"${place}" for place in range(1, number + 1))


def _marked(vendor: str, text: str) -> str:
    """The text with the database's marks for its values, instead of question marks."""
    found = iter(marks(vendor, text.count("?")))
    return re.sub(r"\?", lambda _: next(found), text)


def _table(model: Kind) -> str:
    return f'"{model._meta.db_table}"'


def _columns(model: Kind, names: Names) -> str:
    return ", ".join(_quoted(model, names))


def _quoted(model: Kind, names: Names) -> list[str]:
    return [f'"{field_of(model, name).column}"' for name in names]


@cache
def field_of(model: Kind, name: str) -> "Field[Any, Any]":
    found: Field[Any, Any] = model._meta.get_field(name)  # type: ignore[assignment]
    return found
