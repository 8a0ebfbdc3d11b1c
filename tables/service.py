"""The service of a table. `execute` is the only writer: tablets, devices, scripts and tests all use it."""

import logging
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from django.db import transaction

from casino.accounts.permissions import may_ask_for
from casino.common import clock, sql
from casino.common.answers import error_of
from casino.common.errors import Refusal
from ledger import service as ledger
from ledger.cage.selectors import undo_barrier
from ledger.postings import Posting
from tables import notify, signature_requests
from tables.engine import (
    Command,
    Decision,
    Game,
    State,
    decide,
    encode_event,
    encode_state,
    new_state,
    parse,
)
from tables.engine.actor import Actor, Signature
from tables.engine.incidents.consent import act_of, needs_reason, signer_of
from tables.engine.table.commands import OpenTable
from tables.engine.undo.events import Undone
from tables.given import LONGEST_KEY, Answer, AnswerTo, Given, Held, is_key
from tables.house_reglamentos.shelf import on_offer, resolve
from tables.models import Record, Reply, Seat, Table
from tables.postings import book_of, postings_of, reference_of, undo_reference_of
from tables.projections.database import write_changes
from tables.projections.rows import Link
from tables.record.chain import RECORDED, digest_of
from tables.record.decoding import stored_state
from tables.record.history import RecordHistory, is_checkpoint, undo_in
from tables.record.upcasters import SCHEMA
from tables.rules.reglamento import Reglamento

log = logging.getLogger("tables.service")


def create_table(slug: str, name: str) -> Table:
    """Create a closed table with fourteen empty seats. Raises ValidationError if the slug is taken or ill-formed."""
    state = new_state()
    table = Table(slug=slug, name=name, schema=SCHEMA, state=encode_state(state), phase=state.phase)
    table.full_clean(exclude=["since", "head"])
    with transaction.atomic():
        table.save(force_insert=True)
        Seat.objects.bulk_create(Seat(table=table, number=number) for number in state.seats)
    return table


def read(table: str) -> tuple[Table, State]:
    """A table's row and its state. Raises Refusal (`no_such_table`)."""
    row = Table.objects.filter(slug=table).first()
    if row is None:
        raise Refusal("no_such_table")
    return row, stored_state(row.state, row.schema)


def rules_of(state: State) -> Reglamento | None:
    """The reglamento of an open table; None while it is closed."""
    return resolve(state.reglamento) if state.open else None


def game_of(state: State, role: str) -> Game:
    """The table's state with its reglamento, as seen by someone of `role`."""
    return Game(state, rules_of(state), role)


def execute(
    table: str,
    command: object,
    actor: Actor,
    key: str | None = None,
    *,
    signature: Signature | None = None,
    outside: bool = False,
) -> Answer:
    """Give a command to a table. It is accepted and recorded as a whole, or refused without any change.

    `command` is any JSON value. With `key`, a repeated request of the same actor gets the first answer again.
    `signature`: the second person's. `outside`: it came over HTTP or a socket. Raises Refusal (`no_such_table`) if
    there is no such table; every other refusal is returned as an answer.
    """
    return _under_lock(table, command, Given(actor, key, signature, outside), _answer)


def ask(table: str, command: object, actor: Actor, key: str | None = None) -> Answer:
    """Ask another person to sign a command, which is given once he does (`tables.signature_service`). The answer has
    the request that waits. What the game would refuse now is refused at once; everything else as in `execute`."""
    return _under_lock(table, command, Given(actor, key, outside=True), _request)


def _under_lock(table: str, command: object, given: Given, answer_to: AnswerTo) -> Answer:
    if given.key is not None and not is_key(given.key):
        detail = f"an idempotency key has 1 to {LONGEST_KEY} printable characters"
        return refuse(table, Refusal("malformed", fault=detail))
    asked = _parse(command)
    with transaction.atomic():
        row = _locked(table)
        return _earlier_answer(row, given) or _kept(row, given, answer_to(row, asked, given))


def refuse(table: str, refusal: Refusal) -> Answer:
    """The answer to input that never became a command. Raises Refusal (`no_such_table`)."""
    return _refusal(read(table)[1], refusal)


def _parse(command: object) -> Command | Refusal:
    try:
        return parse(command)
    except Refusal as refusal:
        return refusal


def _locked(table: str) -> Held:
    held = sql.select(
        Table, ("id", "slug", "version", "schema", "state", "records", "head"), lock=True, slug=table
    )
    if not held:
        raise Refusal("no_such_table")
    return Held(*held[0])


def _earlier_answer(row: Held, given: Given) -> Answer | None:
    if given.key is None:
        return None
    actor = given.actor
    earlier = Reply.objects.filter(table=row.pk, actor=actor.name, role=actor.role, key=given.key).first()
    return Answer(**earlier.answer) if earlier else None


def _kept(row: Held, given: Given, answer: Answer) -> Answer:
    if given.key is not None:
        actor = given.actor
        Reply.objects.create(
            table_id=row.pk, actor=actor.name, role=actor.role, key=given.key, answer=asdict(answer)
        )
    return answer


def _answer(row: Held, asked: Command | Refusal, given: Given) -> Answer:
    before = stored_state(row.state, row.schema)
    try:
        if isinstance(asked, Refusal):
            raise asked
        decision = _decide(row, before, asked, given)
        undone = _undone_references(row, decision)
    except Refusal as refusal:
        if refusal.code == "unbalanced":  # a defect of the product, which somebody has to mend
            log.error("%s at %s, version %s: %s", asked, row.slug, row.version, refusal.text())
        return _refusal(before, refusal)
    return _accept(row, before, asked, decision, given, undone)


def _decide(row: Held, before: State, asked: Command, given: Given) -> Decision:
    history, rules = RecordHistory(row.pk, row.version), _rules_for(before, asked)
    decision = decide(before, asked, given.actor.role, history, rules, given.signature)
    if given.outside and needs_reason(before, asked):
        raise Refusal("malformed", fault="reason: all the cards are known")
    return decision


def _request(row: Held, asked: Command | Refusal, given: Given) -> Answer:
    before = stored_state(row.state, row.schema)
    try:
        if isinstance(asked, Refusal):
            raise asked
        act = _act_asked_for(row, before, asked, given)
    except Refusal as refusal:
        return _refusal(before, refusal)
    request = signature_requests.create(row.pk, before, act, asked, given.actor)
    transaction.on_commit(lambda: notify.announce(row.slug, before.version, beside=True), robust=True)
    return Answer(True, before.version, before.phase, [], request=signature_requests.line_of(request))


def _act_asked_for(row: Held, before: State, asked: Command, given: Given) -> str:
    """What is to be signed. Raises Refusal where the command, signed now, would be refused."""
    act = act_of(before, asked)
    if act is None:
        raise Refusal("no_second_person")
    if not may_ask_for(given.actor.role, act):
        raise Refusal("not_allowed", role=given.actor.role)
    signature = Signature("", signer_of(act, asked), 0, before.version, "")
    _decide(row, before, asked, replace(given, signature=signature))
    if signature_requests.waits(row.pk, act):
        raise Refusal("asked_already")
    return act


def _rules_for(state: State, command: Command) -> Reglamento | None:
    """The reglamento to decide by: that of the open table, or the one that the command names. Raises Refusal."""
    if not isinstance(command, OpenTable):
        return rules_of(state)
    try:
        return resolve(command.reglamento)
    except KeyError as error:
        known = ", ".join(rules.slug for rules in on_offer())
        raise Refusal("malformed", fault=f"no such reglamento; there are {known}") from error


def _refusal(state: State, refusal: Refusal) -> Answer:
    return Answer(False, state.version, state.phase, [], error_of(refusal))


def _accept(
    row: Held,
    before: State,
    command: Command,
    decision: Decision,
    given: Given,
    undone: Sequence[str],
) -> Answer:
    events = [
        {"seq": seq, **encode_event(event)} for seq, event in enumerate(decision.events, before.version + 1)
    ]
    after = decision.state
    if after.version != before.version + len(events) or not events:
        raise ValueError(f"{command.name}: {len(events)} events, version {before.version} → {after.version}")
    state = encode_state(after)
    record = _record(row, command, events, undo_in(decision.events), state, given)
    sql.insert(Record, [_fields(record)])
    signature_requests.end_with(record, decision.events, given.signature)
    _fold(row, record, before, after, state)
    write_changes(row.pk, before, after, Link(record.number, record.at))
    _move_money(row.slug, record, postings_of(row.slug, decision.events), undone)
    # A failed notification is only logged: the command is committed, and the heartbeat reports it.
    transaction.on_commit(lambda: notify.announce(row.slug, after.version), robust=True)
    return Answer(True, after.version, after.phase, events)


def _record(
    row: Held,
    command: Command,
    events: list[dict[str, Any]],
    undo: Undone | None,
    state: str,
    given: Given,
) -> Record:
    number, back_to = row.records + 1, undo.to if undo else None
    fields = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    record = Record(
        table_id=row.pk,
        number=number,
        first_seq=events[0]["seq"],
        version=events[-1]["seq"],
        schema=SCHEMA,
        name=command.name,
        command={**fields, "command": command.name},
        events=events,
        undone_to=back_to,
        actor=given.actor.name,
        role=given.actor.role,
        key=given.key or "",
        at=clock.now(),
        state=state if is_checkpoint(number, back_to) else "",
        previous=row.head,
    )
    record.digest = digest_of(row.slug, record)
    return record


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in RECORDED} | {"table": record.table_id}


def _fold(row: Held, record: Record, before: State, after: State, state: str) -> None:
    changes = {"version": after.version, "records": record.number, "head": record.digest}
    changes |= {"schema": record.schema, "state": state}
    if after.phase != before.phase:
        changes |= {"phase": after.phase, "since": record.at}
    if after.open != before.open or after.reglamento != before.reglamento:
        changes |= {"open": after.open, "reglamento": after.reglamento}
    sql.update(Table, changes, id=row.pk)


def _undone_references(row: Held, decision: Decision) -> list[str]:
    """The ledger references of the records that this decision takes back.

    Raises Refusal (`counted_since`) if one of them is older than a signed count of the table's money.
    """
    undo = undo_in(decision.events)
    if undo is None:
        return []
    if min(undo.records) <= undo_barrier(book_of(row.slug)):
        raise Refusal("counted_since")
    return [reference_of(row.slug, number) for number in undo.records]


def _move_money(slug: str, record: Record, postings: Sequence[Posting], undone: Sequence[str]) -> None:
    ledger.post(postings, reference_of(slug, record.number), record.at)
    if undone:
        ledger.reverse(undone, undo_reference_of(slug, record.number), record.at)
