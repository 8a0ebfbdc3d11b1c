"""The tables of a house: made, named, ordered, retired, and what each is opened with."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from casino.administration import csv_list
from casino.administration.checks import check_seen, edited
from casino.administration.csv_list import Row, Source
from casino.common.refusals import Refusal
from casino.house import acts
from casino.house.acts import By, act
from ledger.cage import selectors
from tables.door import notify
from tables.door.service import create_table
from tables.engine.state import NextLimits
from tables.engine.table import limits, settings
from tables.models import Table
from tables.record.reglamentos.catalogue import resolve

COLUMNS = ("table", "name")
MOST_BET_SECONDS = 300
OPENING = ("reglamento", "minimum", "maximum", "chip")


def find(slug: str) -> Table:
    """Raises Refusal if there is no such table."""
    table = Table.objects.filter(slug=slug).first() if "\x00" not in slug else None
    if table is None:
        raise Refusal("no_such_table_named", table=slug)
    return table


def add(by: By, slug: str, name: str) -> Table:
    """Make a table, closed, behind the others. Raises Refusal."""
    with act(by, acts.TABLE_MADE, slug) as entered:
        table = _made(slug, name)
        entered.after = _content(table)
    return table


def take(by: By, source: Source) -> list[Row]:
    """Make a table for each line of a CSV file, all or none. Raises Refusal."""
    with act(by, acts.TABLE_MADE, source.name) as entered:
        rows = csv_list.read(source, COLUMNS, COLUMNS)
        csv_list.each(source, rows, _take)
        entered.after = {"tables": [row["table"] for _line, row in rows]}
    return [row for _line, row in rows]


def add_many(by: By, tables: Iterable[tuple[str, str]], opening: Mapping[str, Any]) -> None:
    """Make tables, all or none, which are opened like this unless the jefe says otherwise. Raises Refusal."""
    with act(by, acts.TABLE_MADE) as entered:
        for slug, name in tables:
            table = _made(slug, name)
            table.opening = _opening(opening)
            table.save(update_fields=["opening"])
            entered.after.setdefault("tables", []).append(slug)
            entered.about = f"{entered.after['tables'][0]} … {slug}"
        entered.after["opening"] = dict(opening)


def rename(by: By, slug: str, name: str, shown: Mapping[str, str] | None = None) -> None:
    """Give the table another name on the screens; its name in addresses stays. `shown`: as in `edited`. Raises
    Refusal."""
    _change(by, slug, shown or {}, name=name)


def set_opening(
    by: By, slug: str, opening: Mapping[str, Any], shown: Mapping[str, str] | None = None
) -> None:
    """Set what the form that opens the table proposes, by OPENING; nothing if empty. `shown`: as in `edited`. Raises
    Refusal."""
    _change(by, slug, shown or {}, opening=_opening(opening) if opening else "")


def set_countdown(by: By, slug: str, seconds: int | None, shown: Mapping[str, str] | None = None) -> None:
    """Set how many seconds the table's wall counts down while bets are open: 0 for none, None for the house's. Raises
    Refusal."""
    if seconds is not None and not 0 <= seconds <= MOST_BET_SECONDS:
        raise Refusal("bad_countdown", most=MOST_BET_SECONDS)
    with act(by, acts.TABLE_CHANGED, slug, lambda: _locked(slug)) as entered:
        table = find(slug)
        entered.before, entered.after = {"bet_seconds": table.bet_seconds}, {"bet_seconds": seconds}
        said, now = ({"bet_seconds": "" if one is None else str(one)} for one in (seconds, table.bet_seconds))
        if edited(said, shown or {}, now):
            table.bet_seconds = seconds
            _save(table, "bet_seconds")


def move(by: By, slug: str, by_places: int) -> None:
    """Move the table so many places down the floor; negative: up. Raises Refusal."""
    with act(by, acts.TABLE_CHANGED, slug) as entered:
        ordered = list(in_order())
        before = [table.slug for table in ordered]
        place = before.index(find(slug).slug) if slug in before else 0
        wanted = min(max(place + by_places, 0), len(ordered) - 1)
        ordered.insert(wanted, ordered.pop(place))
        for position, table in enumerate(ordered, 1):
            if table.position != position:
                table.position = position
                table.save(update_fields=["position"])
        entered.before, entered.after = {"place": place + 1}, {"place": wanted + 1}


def retire(by: By, slug: str) -> None:
    """Take a closed table off the floor. Its record, its reports and its name stay. Raises Refusal."""
    with act(by, acts.TABLE_RETIRED, slug, lambda: _locked(slug)) as entered:
        table = find(slug)
        if table.retired:
            raise Refusal("table_is_retired", table=slug)
        if table.open or selectors.current_shift(table.book) or selectors.pending(table.book):
            raise Refusal("table_at_work", table=slug)
        table.retired = timezone.now()
        _save(table, "retired")
        entered.after = {"retired": table.retired}


def bring_back(by: By, slug: str) -> None:
    """Put a retired table on the floor again. Raises Refusal."""
    with act(by, acts.TABLE_RETURNED, slug, lambda: _locked(slug)) as entered:
        table = find(slug)
        entered.before, table.retired = {"retired": table.retired}, None
        _save(table, "retired")


def in_order() -> list[Table]:
    """The tables of the floor in its order, without their state."""
    return sorted(
        Table.objects.filter(retired=None).select_related("pit").defer("state"), key=lambda table: table.place
    )


def _change(by: By, slug: str, shown: Mapping[str, str], **fields: str) -> None:
    with act(by, acts.TABLE_CHANGED, slug, lambda: _locked(slug)) as entered:
        table = find(slug)
        entered.before = _content(table)
        fields = edited(fields, shown, {name: getattr(table, name) for name in fields})
        for field, value in fields.items():
            setattr(table, field, value)
        _clean(table)
        _save(table, *fields)
        entered.after = _content(table)


def _take(row: Row) -> None:
    _made(row["table"], row["name"])


def _made(slug: str, name: str) -> Table:
    if "\x00" not in slug and Table.objects.filter(slug=slug).exists():
        raise Refusal("table_taken", table=slug)
    check_seen(name, "Name")
    try:
        return create_table(slug, name)
    except ValidationError as error:
        raise Refusal("bad_table", of="slug", table=slug, reason=" ".join(error.messages)) from error


def _clean(table: Table) -> None:
    check_seen(table.name, "Name")
    try:
        table.clean_fields(exclude=["since", "head", "state"])
    except ValidationError as error:
        raise Refusal("bad_table", of="name", table=table.slug, reason=" ".join(error.messages)) from error


def _opening(proposed: Mapping[str, Any]) -> str:
    """As it is stored. Raises Refusal where the table could not be opened like this."""
    chip = proposed["chip"]
    try:
        rules = resolve(proposed["reglamento"])
        wanted = NextLimits(proposed["minimum"], proposed["maximum"])
        limits.check(rules, wanted, chip, settings.read(rules, {}, chip))
    except KeyError as error:
        raise Refusal("no_such_reglamento_named", reglamento=proposed["reglamento"]) from error
    return json.dumps({name: proposed[name] for name in OPENING})


def _save(table: Table, *fields: str) -> None:
    table.save(update_fields=fields)
    transaction.on_commit(lambda: notify.announce(table.slug, table.version, beside=True), robust=True)


def _locked(slug: str) -> object:
    return list(Table.objects.select_for_update().filter(slug=slug).values_list("pk"))


def _content(table: Table) -> acts.Content:
    return {"name": table.name, "opening": table.proposal}
