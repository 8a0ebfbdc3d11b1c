"""The disputes in the timeline: each when it was marked, and again when it was decided."""

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from casino.common.text import folded, pattern
from casino.common.wording import lazy_text as _
from casino.people.search import people_named
from tables.models import Decision, Dispute, Line, Table
from tables.record.search import Filters

DISPUTE = _("Dispute")


def disputes_that_fit(filters: Filters) -> QuerySet[Dispute]:
    """The disputes that were marked. A mark names no article."""
    if filters.article is not None:
        return Dispute.objects.none()
    fits = _fits(filters, ("actor", "note"))
    return Dispute.objects.filter(fits).select_related("table", "decision")


def decisions_that_fit(filters: Filters) -> QuerySet[Decision]:
    """The decisions on disputes, each found by the words of the dispute too."""
    fits = _fits(filters, ("actor", "text", "dispute__note"), "dispute__")
    if filters.article is not None:
        fits &= Q(article=filters.article)
    return Decision.objects.filter(fits).select_related("dispute__table")


def of_pass(table: Table, hand: int) -> list[Dispute]:
    """The disputes of this pass, oldest first."""
    return list(disputes_that_fit(Filters(table=table.slug, hand=hand)).order_by("pk"))


def passes_of(disputes: Iterable[Dispute]) -> dict[int, int]:
    """Primary key of a dispute → the number of the pass whose page tells of it. It is the next one, if that has begun,
    for a dispute that was marked between two passes."""
    of_tables: dict[int, list[Dispute]] = {}
    for one in disputes:
        of_tables.setdefault(one.table_id, []).append(one)
    found: dict[int, int] = {}
    for table, some in of_tables.items():
        lines = Line.objects.filter(table=table)
        begun = set(
            lines.filter(hand__in={one.hand for one in some}).values_list("hand", flat=True).distinct()
        )
        before = _before(lines, (one.record for one in some if one.hand not in begun))
        hands = ((one.pk, one.hand if one.hand in begun else before.get(one.record)) for one in some)
        found |= {key: hand for key, hand in hands if hand is not None}
    return found


def _before(lines: QuerySet[Line], records: Iterable[int]) -> Mapping[int, int]:
    return dict(lines.filter(number__in=set(records)).values_list("number", "hand"))


def _fits(filters: Filters, said: tuple[str, ...], dispute: str = "") -> Q:
    """`said`: the fields with words; `dispute`: how the fields of the dispute are named."""
    if filters.command is not None or filters.incident is not None:
        return Q(pk__in=[])
    wanted: dict[str, Any] = {
        f"{dispute}table__slug": filters.table,
        "actor__in": None if filters.actor is None else people_named(filters.actor),
        "at__gte": filters.since,
        "at__lt": filters.until,
    }
    found = Q(**{name: value for name, value in wanted.items() if value is not None})
    label = folded(str(DISPUTE))
    words = [word for word in filters.words if word not in label]
    for word in (*words, *(one.text for one in filters.amounts)):
        found &= reduce(or_, (Q(**{f"{name}__iregex": pattern(word)}) for name in said))
    return found if filters.hand is None else found & _in_pass(filters.hand, dispute)


def _in_pass(hand: int, dispute: str) -> Q:
    """Marked in this pass, or after its last act and before the next pass, which has that number already."""
    last = Line.objects.filter(
        table=OuterRef(f"{dispute}table"), number=OuterRef(f"{dispute}record"), hand=hand
    )
    return Q(**{f"{dispute}hand": hand}) | Q(Exists(last))
