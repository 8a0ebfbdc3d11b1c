"""Opening several tables at once: each by a command of its own through the door, as last time or by its template."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Subquery

from casino.common.json_input import Json
from tables.door import access, notify
from tables.door.access import Caller
from tables.models import Record, Table

LAST, TEMPLATE = "last", "template"
OPEN = "open_table"


@dataclass(frozen=True, slots=True)
class Opening:
    """A closed table, and the commands that would open it. `last`: the newest that did, given `at`; `template`: what
    the administration proposes. Each is None where there is none."""

    table: Table
    last: Json | None
    at: datetime | None
    template: Json | None

    def command(self, like: str) -> Json | None:
        """The one that is asked for; the other one where the table has only that."""
        wanted = (self.last, self.template) if like == LAST else (self.template, self.last)
        return next((command for command in wanted if command), None)


def openings() -> list[Opening]:
    """Of the closed tables of the floor, in its order."""
    newest = Record.objects.filter(table=OuterRef("pk"), name=OPEN).order_by("-number").values("pk")
    closed = Table.objects.filter(open=False, retired=None).select_related("pit").defer("state")
    tables = sorted(closed.annotate(opening_record=Subquery(newest[:1])), key=lambda table: table.place)
    records = Record.objects.defer("state").in_bulk(
        [one.opening_record for one in tables if one.opening_record]
    )
    return [_opening(table, records.get(table.opening_record)) for table in tables]


def open_many(caller: Caller, slugs: Iterable[str], like: str, key: str) -> Mapping[str, tuple[int, Json]]:
    """Open these tables, each as `like` says: slug → the status and the answer of its command. One table's refusal
    keeps no other closed. `key`: the idempotency key of each command; a table that is not closed is left out."""
    known = {one.table.slug: one.command(like) for one in openings()}
    chosen = [(slug, known[slug]) for slug in dict.fromkeys(slugs) if known.get(slug)]
    given = {slug: access.give(caller, slug, command, key) for slug, command in chosen}
    notify.announce(notify.FIGURES, 0, beside=True)  # the floor's sums are said at once
    return given


def _opening(table: Table, record: Record | None) -> Opening:
    proposed: dict[str, Any] = table.proposal
    template = {"command": OPEN, **proposed} if proposed else None
    return Opening(table, record.command if record else None, record.at if record else None, template)
