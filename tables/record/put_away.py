"""The records of sealed years that have left the database: where what is left of a table begins, and the sentence for
whoever looks behind that."""

from collections.abc import Iterator
from datetime import datetime

from casino.common import clock
from casino.common.refusals import Refusal
from tables.models import PutAway, Record


def begin_of(table: int) -> PutAway | None:
    """Of the table with this primary key: the newest year that was put away, of which records have left; None where all
    are there."""
    rows = PutAway.objects.filter(table=table, first__gt=1).select_related("seal")
    return rows.order_by("-first", "pk").first()


def refusal_at(table: int, number: int) -> Refusal | None:
    """Why the record of that number cannot be shown, nor the table before it; None where it can."""
    return _refusal(table, first__gte=number)


def refusal_since(table: int, since: datetime) -> Refusal | None:
    """Why not all that was recorded from then on can be shown; None where it can."""
    away = begin_of(table)
    if away is None or Record.objects.filter(table=table, number=away.first, at__lt=since).exists():
        return None
    return _refusal(table, seal__year__gte=clock.date_of(since).year) or told(away)


def refusal_before(table: int, version: int) -> Refusal | None:
    """Why the state at that version is not known; None where it is."""
    return _refusal(table, version__gt=version)


def _refusal(table: int, **behind: int) -> Refusal | None:
    rows = PutAway.objects.filter(table=table, first__gt=1, **behind).select_related("seal")
    found = rows.order_by("first", "pk").first()
    return told(found) if found else None


def told(found: PutAway) -> Refusal:
    """That the records of its year have left, and where they lie."""
    return Refusal("put_away", year=str(found.seal.year), folder=found.folder)


def years(table: int | None = None) -> Iterator[PutAway]:
    """The years of which records have left, of a table (its primary key) or of the house, the oldest first; one row of
    each."""
    rows = PutAway.objects.filter(first__gt=1, **({} if table is None else {"table": table}))
    seen: set[int] = set()
    for one in rows.select_related("seal").order_by("seal__year", "pk"):
        if one.seal_id not in seen:
            seen.add(one.seal_id)
            yield one
