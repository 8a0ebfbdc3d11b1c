"""Requests for a signature at a table, and how they must have ended by its record."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from tables.engine import Event
from tables.engine.incidents.events import ConsentGiven
from tables.models import Record, RequestOutcome, SignatureRequest, Table
from tables.models.requests import BY_THE_RECORD, LAPSED, SIGNED
from tables.record.history import ENDINGS, undo_in


class Ended(NamedTuple):
    """An outcome: its step, the number of the record that brought it, who took it, and when."""

    step: str
    record: int | None
    actor: str
    role: str
    at: datetime
    reason: str = ""


class RecordedSignatures:
    """Follows a table's record from the one numbered `after` on: which requests it carried out, and which lapsed with
    their deal."""

    def __init__(self, table: Table, after: int = 0) -> None:
        requests = SignatureRequest.objects.filter(table=table)
        by_people = RequestOutcome.objects.filter(request__table=table).exclude(step__in=BY_THE_RECORD)
        if after:
            # What had ended by then is left out.
            version = Record.objects.only("version").get(table=table, number=after).version
            requests = requests.filter(
                Q(version__gt=version) | Q(outcome=None) | Q(outcome__record__gt=after)
            )
        ended = set(by_people.filter(request__in=requests).values_list("request", flat=True))
        made = requests.order_by("-version", "-pk").values_list("pk", "version")
        self._after = after
        self._table = table
        self._to_come = [(pk, version) for pk, version in made if pk not in ended]
        self._waiting: dict[int, int] = {}
        self._ended: dict[int, Ended] = {}

    def follow(self, record: Record, events: Sequence[Event]) -> None:
        """End what this record ends."""
        while self._to_come and self._to_come[-1][1] < record.first_seq:
            pk, version = self._to_come.pop()
            self._waiting[pk] = version
        for event in events:
            if isinstance(event, ConsentGiven):
                self._waiting.pop(event.request, None)
                self._ended[event.request] = Ended(SIGNED, record.number, event.signer, event.role, record.at)
        for pk in [*self._lapsing(events)]:
            del self._waiting[pk]
            self._ended[pk] = Ended(LAPSED, record.number, record.actor, record.role, record.at)

    def faults(self) -> Iterator[str]:
        """A sentence for each request that did not end as the record says, and for each that ended otherwise."""
        rows = RequestOutcome.objects.filter(
            request__table=self._table, step__in=BY_THE_RECORD, record__gt=self._after
        )
        found = {
            row.request_id: Ended(row.step, row.record, row.actor, row.role, row.at, row.reason)
            for row in rows
        }
        for number in sorted(found.keys() | self._ended.keys()):
            there, due = found.get(number), self._ended.get(number)
            if there != due:
                what = f"the {_what(there or due)} request {number}"
                yield f"{what} does not hold: found {_told(there)}, the record gives {_told(due)}"

    def _lapsing(self, events: Sequence[Event]) -> Iterator[int]:
        if any(isinstance(event, ENDINGS) for event in events):
            yield from self._waiting
        elif undo := undo_in(events):
            yield from (pk for pk, version in self._waiting.items() if version > undo.to)


def _what(ended: Ended | None) -> str:
    return "signature under" if ended and ended.step == SIGNED else "end of"


def _told(ended: Ended | None) -> str:
    if ended is None:
        return "none"
    return f"{ended.step} with record {ended.record} by {ended.actor} ({ended.role}), {ended.at.isoformat()}"
