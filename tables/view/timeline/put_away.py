"""The years of which a search finds openings and closings only, as the rest has left the database."""

from datetime import date

from casino.common import clock
from casino.common.wording import text as gettext
from tables.models import PutAway, Table
from tables.record.put_away import years
from tables.record.search import Filters


def sentences(filters: Filters) -> tuple[str, ...]:
    """One for each such year in which the search looks."""
    table = Table.objects.filter(slug=filters.table).values_list("pk", flat=True).first()
    says = gettext(
        "%(year)s is put away: only openings, closings and what reports read of it are here. All of it lies in"
        " %(folder)s, and verify_shift.py reads it."
    )
    found = years(table) if filters.table is None or table is not None else ()
    return tuple(
        says % {"year": one.seal.year, "folder": one.folder} for one in found if _looks_in(filters, one)
    )


def _looks_in(filters: Filters, one: PutAway) -> bool:
    """Its last night may end in the year after it, and the first year has all that was before it."""
    over = clock.begin_of(date(one.seal.year + 1, 1, 2))
    begin = clock.begin_of(date(one.seal.year, 1, 1))
    return (filters.since is None or filters.since < over) and (
        filters.until is None or filters.until > begin
    )
