"""The part of the journal that belongs to an exported shift: all that concerns the table in full, of the rest only what
proves that no entry is missing."""

from datetime import datetime
from typing import Any

from django.db.models import Max, Min

from casino.journal.chain import in_utc
from casino.journal.models import Entry
from tables.models import Table

Json = dict[str, Any]
OPEN = ("number", "place", "leaf")


def journal_of(table: Table, since: datetime, until: datetime) -> Json:
    """The entries from the first made from `since` to the last before `until`, without a gap. `previous`: the digest
    before the first, `head`: that of the last; both empty if there is no entry."""
    entries = Entry.objects.order_by("number")
    ends = entries.filter(at__gte=since, at__lt=until).aggregate(first=Min("number"), last=Max("number"))
    if ends["first"] is None:
        return {"previous": "", "head": "", "entries": []}
    found = list(entries.filter(number__gte=ends["first"], number__lte=ends["last"]))
    told = [_told(entry, in_full=entry.place == table.book) for entry in found]
    return {"previous": found[0].previous, "head": found[-1].digest, "entries": told}


def _told(entry: Entry, *, in_full: bool) -> Json:
    fields: Json = {name: getattr(entry, name) for name in OPEN}
    if not in_full:
        return fields
    said = {"at": in_utc(entry.at), "kind": entry.kind, "row": entry.row, "act": entry.act}
    return {**fields, **said, "content": entry.content}
