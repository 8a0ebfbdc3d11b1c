"""The record as an inspector reads it: a search, newest first, and one record in detail."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet

from ledger.postings import Posting
from ledger.selectors import postings_of
from tables.engine import State
from tables.models import Record, RequestOutcome, Table
from tables.models.requests import SIGNED
from tables.postings import reference_of, undo_reference_of
from tables.record.history import RecordHistory

PAGE = 50  # records


@dataclass(frozen=True, slots=True)
class Filters:
    """What is looked for; None: anything. `before`: only older records than this one, given by its number if `table` is
    set, else by its primary key. With the number, the index of table, command and number serves every page."""

    table: str | None = None
    actor: str | None = None
    command: str | None = None
    article: str | None = None
    incident: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class RecordDetail:
    """A record, the states before and after it, the money that it moved, and the numbers of its neighbours."""

    record: Record
    before: State
    after: State
    money: tuple[Posting, ...]
    earlier: int | None
    later: int | None


def search(filters: Filters) -> tuple[list[Record], int | None]:
    """A page of the records that fit, newest first, and the `before` of the next page; None if this is the last.

    Pages are cut by key, not by counting, so that a record made meanwhile moves none to another page.
    """
    order = _order(filters)
    records = _fitting(filters).select_related("table").defer("state").order_by(f"-{order}")
    page = list(records[: PAGE + 1])
    return page[:PAGE], getattr(page[PAGE - 1], order) if len(page) > PAGE else None


def _order(filters: Filters) -> str:
    return "number" if filters.table is not None else "pk"


def _fitting(filters: Filters) -> QuerySet[Record]:
    wanted: dict[str, Any] = {
        "table": _key_of(filters.table),
        "name": filters.command,
        "at__gte": filters.since,
        "at__lt": filters.until,
        f"{_order(filters)}__lt": filters.before,
    }
    records = Record.objects.filter(**{name: value for name, value in wanted.items() if value is not None})
    if filters.actor is not None:
        records = records.filter(_by(filters.actor))
    if filters.article is not None:
        records = _with_event(records, article=filters.article)
    if filters.incident is not None:
        records = _with_event(records, kind=filters.incident)
    return records


def _key_of(slug: str | None) -> int | None:
    """The primary key of a table, 0 if there is none: with it the database reads the index in order and sorts
    nothing, which a join on the slug would make it do."""
    if slug is None:
        return None
    return Table.objects.filter(slug=slug).values_list("pk", flat=True).first() or 0


def _by(person: str) -> Q:
    """What he gave, and what he signed beside another. Who has signed nothing is found by the index of actors alone."""
    given = Q(actor=person)
    ends = RequestOutcome.objects.filter(step=SIGNED, actor=person).values_list("request__table", "record")
    signed = [Q(table=table, number=number) for table, number in ends]
    return given | Q(pk__in=_keys(signed)) if signed else given


def _keys(places: list[Q]) -> list[int]:
    return [key for place in places for key in Record.objects.filter(place).values_list("pk", flat=True)]


def _with_event(records: QuerySet[Record], **field: str) -> QuerySet[Record]:
    """Those with an event, or with a line of a payment, that has this field. PostgreSQL uses an index; SQLite reads
    the text of every event."""
    if connection.vendor == "postgresql":
        in_event, in_payment = [field], [{"settlements": [field]}]
        return records.filter(Q(events__contains=in_event) | Q(events__contains=in_payment))
    ((name, value),) = field.items()
    return records.filter(events__icontains=f'"{name}": "{value}"')


def record_detail(table: Table, number: int) -> RecordDetail | None:
    """A record of the table by its number; None if there is none."""
    record = Record.objects.filter(table=table, number=number).first()
    if record is None:
        return None
    history = RecordHistory(table.pk, record.version)
    references = [reference_of(table.slug, number), undo_reference_of(table.slug, number)]
    return RecordDetail(
        record,
        history.state_at(record.first_seq - 1),
        history.state_at(record.version),
        tuple(postings_of(references)),
        number - 1 or None,
        number + 1 if number < table.records else None,
    )
