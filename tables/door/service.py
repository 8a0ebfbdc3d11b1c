"""The service of a table: lock, decide, write. `execute` is the only writer of the game: tablets, devices, scripts and
tests all use it."""

import json
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256

from django.db.models import Value

from casino.common import clock
from casino.common.json_input import Json
from casino.common.refusals import Refusal, status_of
from casino.common.sql import Batch
from casino.common.sql.confirmed import confirmed
from ledger import service as ledger
from ledger.cage.models import UndoBarrier
from tables.door import alert_log, notify, row_lock
from tables.engine import (
    Command,
    Decision,
    Event,
    Game,
    State,
    decide,
    encode_event,
    encode_state,
    new_state,
    parse,
)
from tables.engine.incidents.consent import needs_reason
from tables.engine.table.commands import OpenTable
from tables.models import (
    Duty,
    DutyEnd,
    PlayerName,
    Record,
    Reply,
    RequestOutcome,
    Seat,
    SignatureRequest,
    Table,
)
from tables.models.requests import LAPSED, SIGNED
from tables.record.history import ENDINGS, RecordHistory, is_checkpoint, undo_in
from tables.record.names import (
    NOBODY,
    Names,
    Said,
    at_hand,
    filled,
    names_of,
    references,
    references_in,
    referring,
    shown,
)
from tables.record.postings import book_of, postings_of, reference_of, undo_reference_of
from tables.record.projections.changes import changes
from tables.record.projections.database import passes_from, write_changes
from tables.record.projections.rows import Link
from tables.record.reglamentos.catalogue import on_offer, resolve
from tables.record.reglamentos.words import error_at
from tables.record.stored import current, digest_of_fields, state_of
from tables.record.upcasters import SCHEMA
from tables.rules.reglamento import Reglamento
from tables.rules.roles import Actor, Signature

LONGEST_KEY = 200  # characters
NOT_KEPT = {"confirm_yourself"}  # once he has shown who he is, the same is not refused again
WRITTEN = tuple(field.attname for field in Record._meta.concrete_fields if not field.primary_key)
log = logging.getLogger("tables.door.service")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command. `version` and `phase` are the table's after it; each event carries its `seq`, and is as
    the record has it: `names` are those for its references.

    `request`: what now waits for another person's signature instead (see `tables.door.signatures.line_of`).
    """

    ok: bool
    version: int
    phase: str
    events: list[Json]
    error: Json | None = None
    request: Json | None = None
    names: Names = field(default_factory=dict)

    def as_dict(self) -> Json:
        """The answer in the protocol's form."""
        if not self.ok:
            return {"ok": False, "error": self.error}
        waits = {"request": self.request} if self.request else {}
        events = [filled(event, self.names) for event in self.events]
        return {"ok": True, "version": self.version, "events": events, **waits}

    def stored(self) -> Json:
        """As it is kept under a key, without the names: `Answer(**stored)` is the rest again."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "names"}

    @property
    def http_status(self) -> int:
        """200, 202 for what waits, or the HTTP status of the refusal's code."""
        if self.error:
            return status_of(self.error["code"])
        return 202 if self.request else 200


@dataclass(frozen=True, slots=True)
class Sender:
    """The sender of a command: the actor, the idempotency key, and the second person's signature. `outside`: over
    HTTP or a socket, and not from a script. `asked`: the digest of what is asked, where there is a key."""

    actor: Actor
    key: str | None = None
    asked: str = ""
    signature: Signature | None = None
    outside: bool = False


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A table whose row is locked until the transaction ends, and its present state as it is recorded."""

    table: Table
    state: State

    @property
    def shown(self) -> State:
        """The state for a reader."""
        return shown(self.state, at_hand(self.table))


def create_table(slug: str, name: str) -> Table:
    """Create a closed table with fourteen empty seats. Raises ValidationError if the slug is taken or ill-formed."""
    state = new_state()
    table = Table(slug=slug, name=name, schema=SCHEMA, state=encode_state(state), phase=state.phase)
    table.full_clean(exclude=["since", "head"])
    with row_lock.queued(slug), confirmed():
        table.save(force_insert=True)
        Seat.objects.bulk_create(Seat(table=table, number=number) for number in state.seats)
    return table


def read(table: str) -> tuple[Table, State]:
    """A table's row and its state. Raises Refusal (`no_such_table`)."""
    return current(table)


def rules_of(state: State) -> Reglamento | None:
    """The reglamento of an open table; None while it is closed."""
    return resolve(state.reglamento) if state.open else None


def game_of(state: State, role: str) -> Game:
    """The table's state with its reglamento, as seen by someone of `role`."""
    return Game(state, rules_of(state), role)


def is_key(key: object) -> bool:
    """Whether `key` is a valid idempotency key: 1 to LONGEST_KEY printable characters."""
    return isinstance(key, str) and key.isprintable() and 1 <= len(key) <= LONGEST_KEY


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

    `command` is any JSON value. With `key`, a repeated request of the same actor gets the first answer again;
    another one under the same key is refused (`key_used`).
    `signature`: the second person's. `outside`: it came over HTTP or a socket. Raises Refusal (`no_such_table`) if
    there is no such table; every other refusal is returned as an answer.
    """
    sender = Sender(actor, key, digest_of(command, key), signature, outside)
    with locked(table) as held:
        if earlier := earlier_answer(held, sender):
            return earlier
        asked = None
        try:
            asked, said = referring(parse(command), held.state.names)
            return _write(held, asked, decide_at(held, asked, sender), sender, said)
        except Refusal as refusal:
            if refusal.code == "unbalanced":  # a defect of the product, which somebody has to mend
                log.error("%s at %s, version %s: %s", command, table, held.state.version, refusal.text())
            return keep_answer(held, sender, refused_at(held, refusal, asked))


def refuse(table: str, refusal: Refusal) -> Answer:
    """The answer to input that never became a command. Raises Refusal (`no_such_table`)."""
    return refused_at(LockedTable(*read(table)), refusal)


def digest_of(said: object, key: str | None, *, waits: bool = False) -> str:
    """SHA-256 in hex of what is asked under a key, any JSON value, and of whether another's signature was asked for;
    empty without a key."""
    if key is None:
        return ""
    return sha256(json.dumps([said, waits], sort_keys=True, default=repr).encode()).hexdigest()


@contextmanager
def locked(slug: str) -> Iterator[LockedTable]:
    """A transaction that has the table's row. Raises Refusal: `no_such_table`, `too_busy`."""
    with row_lock.queued(slug), confirmed():
        try:
            table = Table.objects.select_for_update().get(slug=slug, retired=None)
        except Table.DoesNotExist:
            raise Refusal("no_such_table") from None
        yield LockedTable(table, state_of(table))


def earlier_answer(held: LockedTable, sender: Sender) -> Answer | None:
    """The answer that was given under the sender's key before, or the refusal of a key that cannot be used. None where
    the command is to be decided."""
    if sender.key is None:
        return None
    if not is_key(sender.key):
        return refused_at(held, Refusal("malformed", fault="bad_key", most=LONGEST_KEY))
    its = {"table": held.table, **_key_of(sender)}
    # A statement of its own: it sees what the holder of the lock before this one has written.
    of_old = [
        model.objects.filter(**its).values_list(Value(model.__name__), "pk") for model in (Reply, Record)
    ]
    found = dict(of_old[0].union(of_old[1]))
    if "Reply" in found:
        reply = Reply.objects.get(pk=found["Reply"])
        is_same, answer = reply.asked == sender.asked, Answer(**reply.answer)
    elif "Record" in found:
        record = Record.objects.get(pk=found["Record"])
        is_same, answer = _is_asked(record.command, sender), _answer_of(held, record)
    else:
        return None
    return answer_with_names(answer) if is_same else refused_at(held, Refusal("key_used"))


def _answer_of(held: LockedTable, record: Record) -> Answer:
    """The answer to the command of a record, as it was given then."""
    then = RecordHistory(held.table.pk, held.state.version).state_at(record.version)
    return Answer(True, record.version, then.phase, record.events)


def answer_with_names(answer: Answer, known: Names = NOBODY) -> Answer:
    """The answer with the names for its references; those that are not `known` are read."""
    return replace(answer, names=names_of(references_in(answer.events), known))


def _is_asked(recorded: Json, sender: Sender, known: Names = NOBODY) -> bool:
    """Whether this is what the sender asks, so that the record alone tells it. Who says a name alone is recorded with
    the id that he got; what cannot be compared any more, as the name was erased, is taken for the same."""
    wanted = references_in([recorded])
    names = names_of(wanted, known)
    said = [filled(recorded, names)]
    if wanted:
        said.append({name: value for name, value in said[0].items() if name != "player"})
    return len(names) < len(wanted) or sender.asked in [digest_of(one, sender.key) for one in said]


def _key_of(sender: Sender) -> Json:
    return {"actor": sender.actor.name, "role": sender.actor.role, "key": sender.key}


def keep_answer(held: LockedTable, sender: Sender, answer: Answer) -> Answer:
    """The answer, kept under the sender's key."""
    code = answer.error["code"] if answer.error else None
    if answer.error and code == alert_log.IMPOSSIBLE_CARD:
        alert_log.keep_refused_card(held.table, held.state, answer.error["fields"]["card"], sender.actor)
    if sender.key is not None and code not in NOT_KEPT:
        Reply.objects.create(table=held.table, **_key_of(sender), asked=sender.asked, answer=answer.stored())
    return answer


def decide_at(held: LockedTable, asked: Command, sender: Sender) -> Decision:
    """The engine's decision on a command at a locked table. Raises Refusal."""
    sender.actor.check_serves(held.table.slug)
    state = held.state
    history, rules = RecordHistory(held.table.pk, state.version), _rules_for(state, asked)
    decision = decide(state, asked, sender.actor.role, history, rules, sender.signature)
    if sender.outside and needs_reason(state, asked):
        raise Refusal("malformed", fault="reason_once_all_is_known")
    undone = undo_in(decision.events)
    if undone and not sender.actor.confirmed and len(undone.records) > state.undo_limits.croupier:
        raise Refusal("confirm_yourself")
    return decision


def _rules_for(state: State, command: Command) -> Reglamento | None:
    """The reglamento to decide by: that of the open table, or the one that the command names. Raises Refusal."""
    if not isinstance(command, OpenTable):
        return rules_of(state)
    try:
        return resolve(command.reglamento)
    except KeyError as error:
        known = ", ".join(rules.slug for rules in on_offer())
        raise Refusal("malformed", fault="no_such_reglamento", known=known) from error


def refused_at(held: LockedTable, refusal: Refusal, asked: Command | None = None) -> Answer:
    """The answer that says why not, in the words of the table's reglamento, or of that which would open it."""
    state = held.state
    reglamento = state.reglamento if state.open else _to_open(asked)
    said = error_at(held.table.pk, held.shown, refusal, reglamento)
    return Answer(False, state.version, state.phase, [], said)


def _to_open(asked: Command | None) -> str | None:
    """The reglamento that the command names, if there is one of that name."""
    if not isinstance(asked, OpenTable):
        return None
    try:
        return resolve(asked.reglamento).slug
    except KeyError:
        return None


def _write(
    held: LockedTable, command: Command, decision: Decision, sender: Sender, said: Said | None
) -> Answer:
    """Write all that follows from the decision: the record, which answers its key, its fold, the rows for reading, the
    name to which it refers, and the money. Raises Refusal (`counted_since`), before anything is written, for an undo
    of what a count has settled.
    """
    table, before, after = held.table, held.state, decision.state
    undone = _undone(table, decision)
    record = _record(held, command, decision, sender)
    names = _names(held, after, said)
    answer = answer_with_names(Answer(True, after.version, after.phase, record.events), names)
    batch = Batch()
    batch.insert(Record, [{name: getattr(record, name) for name in WRITTEN}])
    batch.insert(PlayerName, [said.row(table.pk, record.number)] if said else [])
    batch.update(Table, _changes(record, before, after) | _names_changed(table, names), id=table.pk)
    link = Link(record.number, record.at, record.actor, record.command, table.since, names)
    write_changes(batch, table.pk, changes(before, after, link, partial(passes_from, table.pk)))
    ledger.post(
        postings_of(table.slug, decision.events), reference_of(table.slug, record.number), record.at, batch
    )
    if undone:
        ledger.reverse(undone, undo_reference_of(table.slug, record.number), record.at, batch)
    if not _is_asked(record.command, sender, names):  # the record alone would not tell what was asked
        reply = {"table": table.pk, **_key_of(sender), "asked": sender.asked, "answer": answer.stored()}
        batch.insert(Reply, [reply])
    batch.run()
    _end_requests(record, sender, decision.events)
    if before.open and not after.open:
        _end_duties(table, sender.actor)
    turned = before.open != after.open  # with that, other decisions on disputes are to be read
    notify.announce_on_commit(table.slug, after.version, beside=turned)
    return answer


def _names(held: LockedTable, after: State, said: Said | None) -> Names:
    """The names of those to whom the state after a command refers. Only what an undo brings back is read."""
    known = at_hand(held.table)
    if said is None and (after.names, after.conduct) == (held.state.names, held.state.conduct):
        return known
    return names_of(references(after), known | ({said.reference: said.name} if said else {}))


def _names_changed(table: Table, names: Names) -> Json:
    return {} if names == at_hand(table) else {"names": json.dumps(names)}


def _undone(table: Table, decision: Decision) -> Sequence[str]:
    """The ledger references of the records that this decision takes back. Raises Refusal (`counted_since`) if one of
    them is older than a signed count of the table's money."""
    undo = undo_in(decision.events)
    if undo is None:
        return ()
    if min(undo.records) <= UndoBarrier.last(book_of(table.slug)):
        raise Refusal("counted_since")
    return [reference_of(table.slug, number) for number in undo.records]


def _record(held: LockedTable, command: Command, decision: Decision, sender: Sender) -> Record:
    table, before, after = held.table, held.state, decision.state
    undo, number = undo_in(decision.events), table.records + 1
    events = [
        {"seq": seq, **encode_event(event)} for seq, event in enumerate(decision.events, before.version + 1)
    ]
    if after.version != before.version + len(events) or not events:
        raise ValueError(f"{command.name}: {len(events)} events, version {before.version} → {after.version}")
    back_to = undo.to if undo else None
    told = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    fields = {
        "number": number,
        "first_seq": before.version + 1,
        "version": after.version,
        "schema": SCHEMA,
        "name": command.name,
        "command": {**told, "command": command.name},
        "events": events,
        "undone_to": back_to,
        "actor": sender.actor.name,
        "role": sender.actor.role,
        "key": sender.key or "",
        "at": clock.now(),
        "state": encode_state(after) if is_checkpoint(number, back_to) else "",
        "previous": table.head,
    }
    return Record(table=table, **fields | {"previous": ""}, digest=digest_of_fields(table.slug, fields))


def _changes(record: Record, before: State, after: State) -> Json:
    """The columns of the table's row that change."""
    changes: Json = {
        "version": after.version,
        "records": record.number,
        "head": record.digest,
        "schema": SCHEMA,
        "state": record.state or encode_state(after),
    }
    if after.phase != before.phase:
        changes |= {"phase": after.phase, "since": record.at}
    if after.open != before.open or after.reglamento != before.reglamento:
        changes |= {"open": after.open, "reglamento": after.reglamento}
    return changes


def _end_requests(record: Record, sender: Sender, events: Sequence[Event]) -> None:
    """End the requests for a signature that this record ends: the one that it carries out, and those whose deal it
    brings to an end."""
    ended, signature = [], sender.signature
    if signature:
        ended.append(_outcome(signature.request, SIGNED, Actor(signature.name, signature.role), record))
    undo = undo_in(events)
    if undo or any(isinstance(event, ENDINGS) for event in events):
        lapsing = SignatureRequest.objects.filter(table=record.table_id, outcome=None)
        if undo:
            lapsing = lapsing.filter(version__gt=undo.to)
        if signature:
            lapsing = lapsing.exclude(pk=signature.request)
        ended += [_outcome(pk, LAPSED, sender.actor, record) for pk in lapsing.values_list("pk", flat=True)]
    if ended:
        # Past the journal: both steps follow from the record, and the audit proves them by it.
        RequestOutcome.objects.bulk_create(ended)
        notify.announce_on_commit(record.table.slug, record.version, beside=True)


def _outcome(request: int, step: str, actor: Actor, record: Record) -> RequestOutcome:
    said = {"actor": actor.name, "role": actor.role, "record": record.number, "at": record.at}
    return RequestOutcome(request_id=request, step=step, **said)


def _end_duties(table: Table, actor: Actor) -> None:
    """Send home whoever is on duty at a table that has closed."""
    spells = Duty.objects.filter(table=table, end=None).order_by("pk")
    if spells.exists():  # otherwise the lock of the journal is not needed
        with row_lock.locked():
            for duty in spells.all():
                DutyEnd.objects.create(duty=duty, actor=actor.name, at=clock.now())
