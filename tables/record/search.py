"""The record as an inspector reads it: a search, newest first, and one record in detail."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db import connection
from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from casino.common.currency import Said
from casino.common.text import folded, pattern, words
from casino.people.search import people_named
from ledger.postings import Posting
from ledger.selectors import postings_of
from tables.engine import State
from tables.models import Line, Player, Record, RequestOutcome, Table
from tables.models.requests import SIGNED
from tables.record.history import RecordHistory
from tables.record.names import shown_then
from tables.record.postings import reference_of, undo_reference_of
from tables.record.put_away import refusal_at
from tables.record.stored import previous_of

PAGE = 50  # records
MOST_MEANT = 1_000  # players with a word in their names
LONGEST_PASS = 5_000  # records that are looked at for one number of a pass


@dataclass(frozen=True, slots=True)
class Filters:
    """The terms of a search; None: anything. `text`: words that were all said in the record, or their parts, whatever
    their accents; `commands`: word of it, folded → the commands that a reader knows by it. `amounts`: looked for
    beside the words, each as it was written or as a whole number in the smallest unit. `hand`: the number of a
    pass. `before`: only older records than this one, given by its number if `table` is set, else by its primary key."""

    table: str | None = None
    text: str = ""
    hand: int | None = None
    actor: str | None = None
    command: str | None = None
    article: str | None = None
    incident: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: int | None = None
    commands: Mapping[str, frozenset[str]] = field(default_factory=dict)
    amounts: tuple[Said, ...] = ()

    @property
    def words(self) -> list[str]:
        """The words of `text`, folded; whole ones in quotation marks."""
        return words(self.text.replace("\x00", ""))


@dataclass(frozen=True, slots=True)
class RecordDetail:
    """A record, the states before and after it for a reader, the money that it moved, and the numbers of its
    neighbours. `hand`: the number of its pass; `pass_before`, `pass_after`: where the passes beside it begin."""

    record: Record
    before: State
    after: State
    money: tuple[Posting, ...]
    earlier: int | None
    later: int | None
    hand: int
    pass_before: int | None
    pass_after: int | None


def search(filters: Filters) -> tuple[list[Record], int | None]:
    """A page of the records that fit, newest first, and the `before` of the next page; None if this is the last.

    Pages are cut by key, not by counting, so that a record made meanwhile moves none to another page.
    """
    order = order_of(filters)
    page = list(fitting(filters).order_by(f"-{order}")[: PAGE + 1])
    return page[:PAGE], getattr(page[PAGE - 1], order) if len(page) > PAGE else None


def order_of(filters: Filters) -> str:
    """The field of a record in whose order, highest first, it is newest first."""
    return "number" if filters.table is not None else "pk"


def fitting(filters: Filters) -> QuerySet[Record]:
    """The records that fit, in no order, each with its table and without the state that it may keep."""
    wanted: dict[str, Any] = {
        "table": _key_of(filters.table),
        "name": filters.command,
        "at__gte": filters.since,
        "at__lt": filters.until,
        f"{order_of(filters)}__lt": filters.before,
    }
    records = Record.objects.filter(**{name: value for name, value in wanted.items() if value is not None})
    for condition in _conditions(filters):
        records = records.filter(condition)
    return records.select_related("table").defer("state")


def _conditions(filters: Filters) -> Iterator[Q | Exists]:
    said = [_with(word) for word in filters.words if word not in filters.commands]
    said += [_with_amount(one) for one in filters.amounts]
    if said:
        yield _says(filters, said)
    for word, names in filters.commands.items():
        yield Q(name__in=names) | Q(_says(filters, [_with(word)]))
    if filters.hand is not None:
        yield _in_pass(filters, filters.hand)
    if filters.actor is not None:
        yield _by(people_named(filters.actor))
    if filters.article is not None:
        yield _with_event(article=filters.article)
    if filters.incident is not None:
        yield _with_event(kind=filters.incident)


def _key_of(slug: str | None) -> int | None:
    """The primary key of a table, 0 if there is none: with it the database reads the index in order and sorts
    nothing, which a join on the slug would make it do."""
    if slug is None:
        return None
    return Table.objects.filter(slug=slug).values_list("pk", flat=True).first() or 0


def _with(word: str) -> Q:
    """In whose line the word stands, or the id of a player with that in his name: of the newest MOST_MEANT, who are
    more only for a word of a letter or two."""
    there = Q(words__iregex=pattern(word)) if word.startswith('"') else Q(words__contains=word)
    named = Player.objects.exclude(reference="").filter(name__iregex=pattern(word)).order_by("-pk")
    players = {re.escape(folded(player)) for player in named.values_list("player", flat=True)[:MOST_MEANT]}
    return there | Q(words__regex=f"(^| )({'|'.join(sorted(players))})( |$)") if players else there


def _with_amount(said: Said) -> Q:
    """A line begins with who gave the command: no amount stands first."""
    whole = f" {said.amount}"
    return Q(words__contains=f"{whole} ") | Q(words__endswith=whole) | _with(folded(said.text))


def _says(filters: Filters, said: list[Q]) -> Q | Exists:
    """In whose line all this stands. Of one table the lines are read once, and their records found by their
    numbers; of the whole house each record's line is looked at."""
    lines = Line.objects.filter(*said)
    if filters.table is not None:
        return Q(number__in=lines.filter(table=_key_of(filters.table)).values("number"))
    return Exists(lines.filter(table=OuterRef("table_id"), number=OuterRef("number")))


def _in_pass(filters: Filters, hand: int) -> Q:
    """The records of a pass are few: they are found first."""
    lines = Line.objects.filter(hand=hand)
    if filters.table is not None:
        lines = lines.filter(table=_key_of(filters.table))
    numbers: dict[int, list[int]] = {}
    for table, number in lines.order_by("-number").values_list("table", "number")[:LONGEST_PASS]:
        numbers.setdefault(table, []).append(number)
    found = (Q(table=table, number__in=some) for table, some in numbers.items())
    return reduce(or_, found, Q(pk__in=[]))


def _by(people: list[str]) -> Q:
    """Records that they gave, or signed beside another. Who has signed nothing is found by the index of actors
    alone."""
    given = Q(actor__in=people)
    ends = RequestOutcome.objects.filter(step=SIGNED, actor__in=people).values_list(
        "request__table", "record"
    )
    signed = [Q(table=table, number=number) for table, number in ends]
    return given | Q(pk__in=_keys(signed)) if signed else given


def _keys(places: list[Q]) -> list[int]:
    return [key for place in places for key in Record.objects.filter(place).values_list("pk", flat=True)]


# What the index `record_by_citation` has: articles of events and of lines of a payment, and kinds of incidents. The
# migration has the same text: PostgreSQL uses an index where the expression is the same.
CITED = " || ".join(
    f"jsonb_path_query_array(tables_record.events, '$[*].{path}')"
    for path in ("article", "settlements[*].article", "kind")
)


def _with_event(**field: str) -> Any:
    """Records with an event, or with a line of a payment, that has this field. PostgreSQL uses an index to find where
    that may be; SQLite reads the text of every event."""
    ((name, value),) = field.items()
    if connection.vendor == "postgresql":
        in_event, in_payment = [field], [{"settlements": [field]}]
        has_it = Q(events__contains=in_event) | Q(events__contains=in_payment)
        cited = RawSQL(f"({CITED}) @> %s::jsonb", [json.dumps([value])], BooleanField())  # noqa: S611
        return has_it & Q(cited)
    return Q(events__icontains=f'"{name}": "{value}"')


def record_detail(table: Table, number: int) -> RecordDetail | None:
    """A record of the table by its number; None if there is none. Raises Refusal (`put_away`)."""
    record = Record.objects.filter(table=table, number=number).first()
    if record is None:
        if away := refusal_at(table.pk, number):
            raise away
        return None
    record.previous = previous_of(record)
    history = RecordHistory(table.pk, record.version)
    before, after = (shown_then(history.state_at(one)) for one in (record.first_seq - 1, record.version))
    references = [reference_of(table.slug, number), undo_reference_of(table.slug, number)]
    hand = min(before.current.number, after.current.number)
    return RecordDetail(
        record,
        before,
        after,
        tuple(postings_of(references)),
        earlier=number - 1 or None,
        later=number + 1 if number < table.records else None,
        hand=hand,
        pass_before=first_of_pass(table, hand - 1),
        pass_after=first_of_pass(table, hand + 1),
    )


def first_of_pass(table: Table, hand: int) -> int | None:
    """The number of the first record of a pass; None for a pass that has none."""
    numbers = Line.objects.filter(table=table, hand=hand).order_by("number").values_list("number", flat=True)
    return numbers.first()
