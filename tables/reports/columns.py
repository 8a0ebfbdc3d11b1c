"""The columns of a report that its reader chose: the address names them, section by section (`only=tables.drop`), so
that a file has what the page shows, and the choice can be kept with it."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import override

from casino.common.pages.listing import OfferedColumn
from tables.reports.report import Column, Report, Section, Text

FEWEST = 4  # columns: fewer are not chosen from


def with_columns(report: Report, wanted: Collection[str]) -> Report:
    """The report with those columns; a section of which none is named has them all."""
    with override("en"):  # the names of an address are the same in every language
        keys = {id(section): _keys(section) for section in report.sections}
    return replace(
        report, sections=tuple(_chosen(section, keys[id(section)], wanted) for section in report.sections)
    )


def _keys(section: Section[Any]) -> list[str]:
    """The name of each column; empty for one that cannot be left out: the first, and those of a course of time."""
    place, columns = slugify(str(section.title)), section.columns
    named = [slugify(str(column.title)) if _is_named(column.title) else "" for column in columns[1:]]
    return ["", *(f"{place}.{name}" if name else "" for name in named)]


def _is_named(title: Text) -> bool:
    return isinstance(title, Promise)


def _chosen(section: Section[Any], keys: list[str], wanted: Collection[str]) -> Section[Any]:
    if len([key for key in keys if key]) < FEWEST:
        return section
    some = any(key in wanted for key in keys if key)
    shown = [not key or not some or key in wanted for key in keys]
    offered = tuple(
        OfferedColumn(key, column.title, is_shown)
        for key, column, is_shown in zip(keys, section.columns, shown, strict=True)
        if key
    )
    columns: tuple[Column[Any], ...] = tuple(
        column for column, is_shown in zip(section.columns, shown, strict=True) if is_shown
    )
    return replace(section, columns=columns, offered=offered, held=sum(shown[: section.held]))
