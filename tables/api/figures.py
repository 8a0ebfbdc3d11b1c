"""The house's figures for programs, as the reports make them; docs/figures.md says what each means."""

from datetime import datetime
from typing import Literal
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Query
from pydantic import Field

from casino.common import clock
from casino.common.house import house
from casino.common.json_input import Json
from tables.api.app import api, respond
from tables.api.schemas import Part, answers
from tables.reports import requested
from tables.reports.figures import VERSION, rows
from tables.reports.period import Unit

Amount = int
Name = Literal["results", "chances", "money"]
By = Literal["hour", "day", "month"]


class TableNamed(Part):
    """A table of the house. `retired`: when it was taken off the floor."""

    table_slug: str
    name: str
    pit: str | None
    retired: datetime | None


class TablesNamed(Part):
    """Every table, in the order of the floor."""

    version: int
    tables: list[TableNamed]


class ResultRow(Part):
    """What a table came to in one step. `drop`: money changed into chips at the table; `deducted`: the house's part of
    what players won, with a pass or beside it; `open_seconds`: how long it was open; `seats_taken`, `seats`: seats
    times milliseconds of play."""

    begin: datetime
    table_slug: str
    passes: int
    turnover: Amount
    result: Amount
    drop: Amount
    deducted: Amount
    tips: Amount
    open_seconds: int
    seats_taken: int
    seats: int


class ChanceRow(Part):
    """What was played on one line in a step: a chance, `bank`, `house_bank`, the passes of one result, or `suite` and
    `collected_commission`, which the house kept beside payments. `number`: of bets, banks or passes; `stood`: what a
    tie left lying; `won`, `lost`: by the players, before the deduction."""

    begin: datetime
    table_slug: str
    line: str
    number: int
    staked: Amount
    stood: Amount
    won: Amount
    lost: Amount
    deducted: Amount


class MoneyRow(Part):
    """Money that entered a kind of account for one purpose in a step, negative for what left it. `table_slug`: null for
    the books of the cage and of the house."""

    begin: datetime
    book: str
    table_slug: str | None
    account: str
    purpose: str
    amount: Amount


class FiguresPage(Part):
    """The figures of a part of the period, by the beginning of each step in UTC. `next`: the address of what comes
    after it, null at the end."""

    version: int
    figures: Name
    by: By
    since: datetime
    until: datetime
    currency: str
    decimals: int
    time_zone: str
    rows: list[ResultRow] | list[ChanceRow] | list[MoneyRow]
    next: str | None


class Asked(Part):
    """`since`, `until`: whole hours on the house's clock, or with an offset; without any, the casino's day."""

    since: str = Field("", max_length=40)
    until: str = Field("", max_length=40)
    by: By = "hour"


@api.get(
    "/figures/tables",
    url_name="figures-tables",
    summary="The tables that figures are about",
    response=answers(200, TablesNamed, 403),
)
def figures_tables(request: HttpRequest) -> HttpResponse:
    """What each is called, and in which pit it stands."""
    return respond(request, (200, {"version": VERSION, "tables": rows.tables()}))


@api.get(
    "/figures/{name}",
    url_name="figures",
    summary="Figures of a period: results, chances, or money",
    response=answers(200, FiguresPage, 403, 422),
)
def figures(request: HttpRequest, name: Name, asked: Query[Asked]) -> HttpResponse:
    """By the hour, or by the casino's day or month, in pages of 24 hours, 31 days or 12 months. Steps in which nothing
    happened are left out."""
    page = rows.page(name, requested.period(request), Unit[asked.by.upper()])
    shown: Json = {"version": VERSION, "figures": name, "by": asked.by, "rows": page.rows}
    shown |= {
        end: clock.local(moment) for end, moment in zip(("since", "until"), page.period.ends, strict=True)
    }
    shown |= {"currency": house().currency, "decimals": house().decimals, "time_zone": house().time_zone}
    rest = {**page.rest.query, "by": asked.by} if page.rest else None
    shown["next"] = f"{reverse('api:figures', args=[name])}?{urlencode(rest)}" if rest else None
    return respond(request, (200, shown))
