"""The counter's slips in the timeline: each when it was asked for, and again with each step that it took."""

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Concat

from casino.common.text import folded, pattern
from casino.people.search import people_named
from ledger.cage.models import Slip, Step
from tables.models import Player
from tables.record.postings import book_of
from tables.record.search import Filters, fitting
from tables.view.labels.money import SLIP_LABELS

OF_THE_RECORD_ONLY = ("command", "article", "incident")


def slips_that_fit(filters: Filters, kind: str | None) -> QuerySet[Slip]:
    """The slips that were asked for. `kind`: the only one; of filters that only a record can fit, none does."""
    return Slip.objects.filter(_fits(filters, kind)).prefetch_related("taken")


def steps_that_fit(filters: Filters, kind: str | None) -> QuerySet[Step]:
    """The steps that slips took."""
    return Step.objects.filter(_fits(filters, kind, "slip__")).select_related("slip")


def _fits(filters: Filters, kind: str | None, slip: str = "") -> Q:
    """`slip`: how the fields of the slip are named; the rest are fields of the row itself."""
    if any(getattr(filters, name) is not None for name in OF_THE_RECORD_ONLY):
        return Q(pk__in=[])
    wanted: dict[str, Any] = {
        f"{slip}book": None if filters.table is None else book_of(filters.table),
        f"{slip}kind": kind,
        "actor__in": None if filters.actor is None else people_named(filters.actor),
        "at__gte": filters.since,
        "at__lt": filters.until,
    }
    found = Q(**{name: value for name, value in wanted.items() if value is not None})
    for word in filters.words:
        found &= _says(word, slip)
    for said in filters.amounts:
        found &= Q(**{f"{slip}amount": said.amount}) | _has(said.text, ("reason", f"{slip}reason"))
    return found if filters.hand is None else found & _during(filters)


def _during(filters: Filters) -> Q:
    """A slip belongs to no pass: it was asked for, or signed, while that one was played at its table."""
    if filters.table is None:
        return Q(pk__in=[])
    records = fitting(Filters(table=filters.table, hand=filters.hand)).order_by("number")
    first, last = records.first(), records.last()
    return Q(at__gte=first.at, at__lte=last.at) if first and last else Q(pk__in=[])


def _says(word: str, slip: str) -> Q:
    found = _has(word, ("actor", "reason", f"{slip}reason", f"{slip}player"))
    kinds = [kind for kind, label in SLIP_LABELS.items() if word in folded(str(label))]
    found |= Q(**{f"{slip}kind__in": kinds}) | Q(Exists(_known_as(word, slip)))
    return found | Q(**{f"{slip}number": word}) | Q(**{f"{slip}amount": word}) if _is_number(word) else found


def _has(text: str, fields: tuple[str, ...]) -> Q:
    return reduce(or_, (Q(**{f"{name}__iregex": pattern(text)}) for name in fields))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 18


def _known_as(word: str, slip: str) -> QuerySet[Player]:
    """The player of the slip, if the name has this in it."""
    books = Player.objects.annotate(book=Concat(Value(book_of("")), "table__slug", output_field=CharField()))
    of_slip = books.filter(book=OuterRef(f"{slip}book"), player=OuterRef(f"{slip}player"))
    return of_slip.filter(name__iregex=pattern(word))
