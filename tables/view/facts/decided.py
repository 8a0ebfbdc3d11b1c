"""What was carried out with a decision on a dispute, as a reader is told."""

from collections.abc import Iterable, Iterator

from django.utils.functional import lazy

from casino.common.json_input import Json
from casino.common.wording import text as gettext
from tables.door.disputes import act_key
from tables.models import Decision, Record, Reply, Table
from tables.record.names import filled, names_of, references_in
from tables.view.labels.commands import command_said, correction_said, people_in
from tables.view.names import with_gone


def acts_of(table: Table, decisions: Iterable[Decision]) -> dict[int, str]:
    """Dispute → what was done, of those decisions with which something was: `Undone: No va más`."""
    return {dispute: _said_later(table, events) for dispute, events in _events(table, decisions)}


def records_told(table: Table) -> set[int]:
    """The numbers of all records of which that is told: the acts', and those of what they undid."""
    decisions = list(Decision.objects.filter(dispute__table=table))
    keys = [act_key(one.dispute_id) for one in decisions]
    acts = Record.objects.filter(table=table, key__in=keys).values_list("number", flat=True)
    undone = (_undone_in(events) for _dispute, events in _events(table, decisions))
    return {*acts, *(min(one["records"]) for one in undone if one)}


def _events(table: Table, decisions: Iterable[Decision]) -> Iterator[tuple[int, list[Json]]]:
    by_key = {(one.actor, act_key(one.dispute_id)): one.dispute_id for one in decisions}
    under = {"table": table, "key__in": [key for _actor, key in by_key]}
    replies = Reply.objects.filter(**under, answer__ok=True).values_list("actor", "key", "answer__events")
    records = Record.objects.filter(**under).values_list("actor", "key", "events")
    for actor, key, events in (*records, *replies):
        if (actor, key) in by_key:
            yield by_key[actor, key], events


def _undone_in(events: list[Json]) -> Json | None:
    return next((event for event in events if event["type"] == "undone"), None)


def _said_later(table: Table, events: list[Json]) -> str:
    """Worded when it is shown, in the language of the reader."""
    undone = _undone_in(events)
    if undone is None:
        return lazy(_voided, str)()
    first = Record.objects.filter(table=table, number=min(undone["records"])).values_list(
        "command", flat=True
    )
    return lazy(_undone, str)(table, first[0], events)


def _voided() -> str:
    return gettext("Pass voided")


def _undone(table: Table, command: Json, events: list[Json]) -> str:
    dealt = next((event for event in events if event["type"] == "card_dealt"), None)
    if dealt:
        return correction_said(command["card"], dealt["card"], command["hand"])
    told = filled(command, names_of(references_in([command])))
    said = command_said(told, with_gone(table, {}, people_in(command)))
    return f"{gettext('Undone')}: {said}"
