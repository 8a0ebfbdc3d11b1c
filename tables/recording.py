"""What an accepted command writes: its record, the fold of the record, the read models and the money, in one batch."""

from collections.abc import Sequence
from typing import Any

from casino.common import clock
from casino.common.errors import Refusal
from ledger import service as ledger
from ledger.cage.selectors import undo_barrier
from tables import signature_requests
from tables.engine import Command, Decision, State, encode_event, encode_state
from tables.given import Given, Held
from tables.models import Record, Table
from tables.postings import book_of, postings_of, reference_of, undo_reference_of
from tables.projections.database import write_changes
from tables.projections.rows import Link
from tables.record import commits, states
from tables.record.chain import digest_of_fields
from tables.record.commits import Commit
from tables.record.history import is_checkpoint, undo_in
from tables.record.upcasters import SCHEMA
from tables.signature_requests import Made

Json = dict[str, Any]


def undone_references(row: Held, decision: Decision) -> list[str]:
    """The ledger references of the records that this decision takes back.

    Raises Refusal (`counted_since`) if one of them is older than a signed count of the table's money.
    """
    undo = undo_in(decision.events)
    if undo is None:
        return []
    if min(undo.records) <= undo_barrier(book_of(row.slug)):
        raise Refusal("counted_since")
    return [reference_of(row.slug, number) for number in undo.records]


def write(
    row: Held, command: Command, decision: Decision, given: Given, undone: Sequence[str]
) -> tuple[list[Json], str]:
    """Add all that follows from the decision to the batch. Returns the events as the protocol gives them, and the
    digest of the record."""
    before, after = row.state, decision.state
    events = [
        {"seq": seq, **encode_event(event)} for seq, event in enumerate(decision.events, before.version + 1)
    ]
    if after.version != before.version + len(events) or not events:
        raise ValueError(f"{command.name}: {len(events)} events, version {before.version} → {after.version}")
    state = encode_state(after)
    record = _record(row, command, events, decision, state, given)
    made = Made(record["number"], given.actor, record["at"])
    row.batch.insert(Record, [{"table": row.pk, **record}])
    changes = _changes(record, before, after)
    row.batch.update(Table, {**changes, "state": state}, id=row.pk)
    states.keep(record["digest"], after)
    commits.keep(Commit(_made(record), changes))
    signature_requests.end_with(row.batch, row.pk, made, decision.events, given.signature)
    link = Link(made.number, made.at, given.actor.name, record["command"], row.since)
    write_changes(row.batch, row.pk, before, after, link)
    _move_money(row, made, decision, undone)
    return events, record["digest"]


def _record(
    row: Held, command: Command, events: list[Json], decision: Decision, state: str, given: Given
) -> Json:
    undo, number = undo_in(decision.events), row.records + 1
    back_to = undo.to if undo else None
    told = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    fields = {
        "number": number,
        "first_seq": events[0]["seq"],
        "version": events[-1]["seq"],
        "schema": SCHEMA,
        "name": command.name,
        "command": {**told, "command": command.name},
        "events": events,
        "undone_to": back_to,
        "actor": given.actor.name,
        "role": given.actor.role,
        "key": given.key or "",
        "at": clock.now(),
        "state": state if is_checkpoint(number, back_to) else "",
        "previous": row.head,
    }
    return {**fields, "digest": digest_of_fields(row.slug, fields)}


def _made(record: Json) -> commits.Made:
    return commits.Made(
        record["number"],
        record["first_seq"] - 1,
        *(record[name] for name in ("version", "previous", "digest", "name", "actor", "at", "command")),
    )


def _changes(record: Json, before: State, after: State) -> Json:
    """What changes in the table's row beside the state."""
    changes = {"version": after.version, "records": record["number"], "head": record["digest"]}
    changes["schema"] = SCHEMA
    if after.phase != before.phase:
        changes |= {"phase": after.phase, "since": record["at"]}
    if after.open != before.open or after.reglamento != before.reglamento:
        changes |= {"open": after.open, "reglamento": after.reglamento}
    return changes


def _move_money(row: Held, made: Made, decision: Decision, undone: Sequence[str]) -> None:
    postings, slug = postings_of(row.slug, decision.events), row.slug
    ledger.post(postings, reference_of(slug, made.number), made.at, row.batch)
    if undone:
        ledger.reverse(undone, undo_reference_of(slug, made.number), made.at, row.batch)
