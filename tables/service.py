"""The service of a table. `execute` is the only writer: tablets, devices, scripts and tests all use it."""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from django.db import transaction

from casino.accounts.permissions import may_ask_for
from casino.common import sql
from casino.common.errors import Refusal
from casino.common.sql import Batch, Found
from casino.common.statements import Row
from tables import duty, notify, present, recording, refused_cards, row_lock, signature_requests
from tables.engine import Command, Decision, Game, State, decide, encode_state, new_state, parse
from tables.engine.actor import Actor, Signature
from tables.engine.incidents.consent import act_of, needs_reason, signer_of
from tables.engine.table.commands import OpenTable
from tables.given import LONGEST_KEY, Answer, AnswerTo, Given, Held, digest_of, is_key
from tables.house_reglamentos.shelf import on_offer, resolve
from tables.models import Reply, Seat, Table
from tables.notify import Subject
from tables.readers import error_at
from tables.record.decoding import stored_state
from tables.record.history import RecordHistory, undo_in
from tables.record.states import kept
from tables.record.upcasters import SCHEMA
from tables.rules.reglamento import Reglamento

Json = dict[str, Any]
NOT_KEPT = {"confirm_yourself"}  # once he has shown who he is, the same is not refused again
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
    """A table's row and its state, which is decoded only if this process does not know it yet (`tables.present`).
    Raises Refusal (`no_such_table`)."""
    return present.read(table)


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

    `command` is any JSON value. With `key`, a repeated request of the same actor gets the first answer again;
    another one under the same key is refused (`key_used`).
    `signature`: the second person's. `outside`: it came over HTTP or a socket. Raises Refusal (`no_such_table`) if
    there is no such table; every other refusal is returned as an answer.
    """
    given = Given(actor, key, signature, outside, asked=_digest(command, key))
    return _under_lock(table, given, partial(_answer, _parse(command)))


def ask(table: str, command: object, actor: Actor, key: str | None = None) -> Answer:
    """Ask another person to sign a command, which is given once he does (`tables.signature_service`). The answer has
    the request that waits. What the game would refuse now is refused at once; everything else as in `execute`."""
    given = Given(actor, key, outside=True, asked=_digest(command, key, waits=True))
    return _under_lock(table, given, partial(_request, _parse(command)))


Steps = Callable[[Held], list[Json]]
Why = Callable[[int, Json, Json], Refusal | None]


def give_together(
    table: str, said: object, steps: Steps, why: Why, actor: Actor, key: str | None = None
) -> Answer:
    """Give several commands as one: all are accepted, each recorded by itself, or none is and nothing has changed.

    `said`: what was asked, any JSON value, by which a repeated request is known. `steps` finds the commands under the
    lock of the table's row; it may raise Refusal. `why`: from the index of a refused one, the command and its error, a
    refusal that says more; None where its own is enough. The answer has the events of all. Otherwise as in `execute`.
    """
    given = Given(actor, key, outside=True, asked=_digest(said, key))
    return _under_lock(table, given, partial(_all_or_none, steps, why))


def _digest(said: object, key: str | None, *, waits: bool = False) -> str:
    return digest_of(said, waits=waits) if key is not None else ""


def _under_lock(table: str, given: Given, answer_to: AnswerTo) -> Answer:
    """Everything is read under the lock of the table's row, decided in memory, and written at the end in one batch."""
    if given.key is not None and not is_key(given.key):
        return refuse(table, Refusal("malformed", fault="bad_key", most=LONGEST_KEY))

    def answered(batch: Batch) -> Answer:
        row, earlier = _locked(table, given, batch)
        if earlier:
            return _again(row, given, earlier)
        answer = answer_to(row, given)
        refused_cards.note(row, given, answer)
        return _kept(row, given, answer)

    with row_lock.turn(table):
        return sql.write(answered)


def refuse(table: str, refusal: Refusal) -> Answer:
    """The answer to input that never became a command. Raises Refusal (`no_such_table`)."""
    row, state = read(table)
    return _refusal(row.pk, state, refusal)


def _parse(command: object) -> Command | Refusal:
    try:
        return parse(command)
    except Refusal as refusal:
        return refusal


def _locked(table: str, given: Given, batch: Batch) -> tuple[Held, Row | None]:
    """The table, and what was asked under the same key before, with its answer. Raises Refusal (`no_such_table`)."""
    batch.select(
        Table, ("id", "slug", "schema", "records", "head", "since", "retired"), lock=True, slug=table
    )
    if given.key is not None:
        # A statement of its own: it sees what the holder of the lock before this one has written.
        batch.select(Reply, ("asked", "answer"), table=Found(Table, ("slug",), (table,)), **_whose(given))
    rows, *replies = batch.run()
    if not rows or rows[0][-1] is not None:
        raise Refusal("no_such_table")
    pk, slug, schema, records, head, since, _retired = rows[0]
    state = kept(head)
    if state is None:
        ((text,),) = sql.select(Table, ("state",), id=pk)
        state = stored_state(text, schema)
    earlier = replies[0][0] if replies and replies[0] else None
    return Held(pk, slug, schema, records, head, since, state, batch), earlier


def _again(row: Held, given: Given, earlier: Row) -> Answer:
    """The first answer, where the same was asked under the same key."""
    asked, answer = earlier
    return Answer(**answer) if asked == given.asked else _refusal(row.pk, row.state, Refusal("key_used"))


def _whose(given: Given) -> dict[str, Any]:
    return {"actor": given.actor.name, "role": given.actor.role, "key": given.key}


def _kept(row: Held, given: Given, answer: Answer) -> Answer:
    if given.key is not None and (answer.error or {}).get("code") not in NOT_KEPT:
        row.batch.insert(
            Reply, [{"table": row.pk, **_whose(given), "asked": given.asked, "answer": answer.stored()}]
        )
    return answer


def _answer(asked: Command | Refusal, row: Held, given: Given) -> Answer:
    try:
        if isinstance(asked, Refusal):
            raise asked
        decision = _decide(row, asked, given)
        undone = recording.undone_references(row, decision)
    except Refusal as refusal:
        if refusal.code == "unbalanced":  # a defect of the product, which somebody has to mend
            log.error("%s at %s, version %s: %s", asked, row.slug, row.state.version, refusal.text())
        return _refusal(row.pk, row.state, refusal)
    events, head = recording.write(row, asked, decision, given, undone)
    after = decision.state
    if row.state.open and not after.open:
        duty.end_all(row.slug, given.actor.name)
    # A failed notification is only logged: the command is committed, and the heartbeat reports it.
    transaction.on_commit(lambda: notify.announce(row.slug, after.version, head=head), robust=True)
    return Answer(True, after.version, after.phase, events)


class _StepRefusedError(Exception):
    """One of several commands that are given together is refused. What the others did is taken back."""

    def __init__(self, index: int, error: Json) -> None:
        self.index, self.error = index, error


def _all_or_none(steps: Steps, why: Why, row: Held, given: Given) -> Answer:
    try:
        commands = steps(row)
    except Refusal as refusal:
        return _refusal(row.pk, row.state, refusal)
    try:
        with transaction.atomic():
            answers = [_step(row.slug, index, command, given.actor) for index, command in enumerate(commands)]
    except _StepRefusedError as refused:
        if better := why(refused.index, commands[refused.index], refused.error):
            return _refusal(row.pk, row.state, better)
        return Answer(False, row.state.version, row.state.phase, [], refused.error)
    return replace(answers[-1], events=[event for answer in answers for event in answer.events])


def _step(table: str, index: int, command: Json, actor: Actor) -> Answer:
    """Raises _StepRefusedError."""
    answer = execute(table, command, actor, outside=True)
    if answer.error:
        raise _StepRefusedError(index, answer.error)
    return answer


def _decide(row: Held, asked: Command, given: Given) -> Decision:
    given.actor.check_serves(row.slug)
    history, rules = RecordHistory(row.pk, row.state.version), _rules_for(row.state, asked)
    decision = decide(row.state, asked, given.actor.role, history, rules, given.signature)
    if given.outside and needs_reason(row.state, asked):
        raise Refusal("malformed", fault="reason_once_all_is_known")
    undone = undo_in(decision.events)
    if undone and not given.actor.confirmed and len(undone.records) > row.state.undo_limits.croupier:
        raise Refusal("confirm_yourself")
    return decision


def _request(asked: Command | Refusal, row: Held, given: Given) -> Answer:
    state = row.state
    try:
        if isinstance(asked, Refusal):
            raise asked
        act = _act_asked_for(row, asked, given)
    except Refusal as refusal:
        return _refusal(row.pk, state, refusal)
    request = signature_requests.create(row.pk, state, act, asked, given.actor)
    transaction.on_commit(
        lambda: notify.announce(row.slug, state.version, beside={Subject.REQUESTS}), robust=True
    )
    return Answer(True, state.version, state.phase, [], request=signature_requests.line_of(request))


def _act_asked_for(row: Held, asked: Command, given: Given) -> str:
    """What is to be signed. Raises Refusal where the command, signed now, would be refused."""
    act = act_of(row.state, asked)
    if act is None:
        raise Refusal("no_second_person")
    if not may_ask_for(given.actor.role, act):
        raise Refusal("not_allowed", role=given.actor.role)
    signature = Signature("", signer_of(act, asked), 0, row.state.version, "")
    _decide(row, asked, replace(given, signature=signature))
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
        raise Refusal("malformed", fault="no_such_reglamento", known=known) from error


def _refusal(table: int, state: State, refusal: Refusal) -> Answer:
    return Answer(False, state.version, state.phase, [], error_at(table, state, refusal))
