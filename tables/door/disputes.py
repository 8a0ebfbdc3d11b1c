"""Disputes: staff mark one, the jefe decides it.

These rows are kept beside the record, because a dispute is about the game and changes nothing in it. Rows are only
added.
"""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from django.db.models import Q, Subquery

from casino.common import clock
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from casino.common.sql import newest
from casino.people.permissions import Right, may
from tables.door import alert_log, notify, row_lock
from tables.door.corrections import correct_card
from tables.door.service import Answer, execute
from tables.engine import State
from tables.models import AlertSeen, Decision, Dispute, Line, Record, Table
from tables.record.openings import Openings
from tables.record.reglamentos import catalogue
from tables.record.stored import current
from tables.rules.roles import Actor

LONGEST = 500  # characters of a note or a decision
DECISIONS = 5


class Moves(NamedTuple):
    """The newest dispute in the whole house, and the newest decision on one."""

    dispute: int
    decision: int


def mark(slug: str, actor: Actor, note: str = "") -> Dispute:
    """Mark a dispute at the table's present state. Raises Refusal."""
    if not may(actor.role, Right.MARK_DISPUTE):
        raise Refusal("not_for_your_role")
    actor.check_serves(slug)
    with row_lock.locked(slug):
        table, state = current(slug)
        notify.announce_on_commit(slug, state.version, beside=True)
        return _marked(table, state, actor, _text(note, may_be_empty=True))


def _marked(table: Table, state: State, actor: Actor, note: str) -> Dispute:
    seats = {seat: player for seat, player in state.seats.items() if player}
    return Dispute.objects.create(
        table=table,
        version=state.version,
        record=table.records,
        hand=_pass_of(table, state),
        present={"seats": seats, "standing": list(state.standing)},
        note=note,
        actor=actor.name,
        at=clock.now(),
    )


def _pass_of(table: Table, state: State) -> int:
    """The pass of the table's last record: between two passes the one that was played, which everybody speaks of."""
    last = Line.objects.filter(table=table, number=table.records).values_list("hand", flat=True).first()
    return last or state.current.number


class _ActRefusedError(Exception):
    """What a decision demands was refused. Nothing has been decided."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer


def resolve(
    dispute: int, actor: Actor, decision: str, article: str = "", act: Json | None = None
) -> Answer | None:
    """Record the jefe's only decision on a dispute, and carry out what it demands: both, or nothing. Raises Refusal;
    what refuses the act is returned.

    `act`: an `undo` or a `void_pass` as a command, or a correction as in `tables.door.corrections`; its reason is the
    decision."""
    if not may(actor.role, Right.DECIDE_DISPUTE):
        raise Refusal("not_for_your_role")
    found = Dispute.objects.filter(pk=dispute).select_related("table").first()
    if found is None:
        raise Refusal("no_such_dispute")
    text, slug = _text(decision), found.table.slug
    try:
        with row_lock.locked(*([slug] if act else [])):
            if Decision.objects.filter(dispute=found).exists():
                raise Refusal("resolved_already")
            of = _article(found, article.strip())
            answer = _carried_out(found, actor, {**act, "reason": text}) if act else None
            version = Table.objects.values_list("version", flat=True).get(pk=found.table_id)
            notify.announce_on_commit(slug, version, beside=True)
            Decision.objects.create(dispute=found, text=text, article=of, actor=actor.name, at=clock.now())
            return answer
    except _ActRefusedError as refused:
        return refused.answer


def _carried_out(dispute: Dispute, actor: Actor, act: Json) -> Answer:
    """Under a key of the dispute, by which the decision finds again what was done. Raises _ActRefusedError."""
    slug, key = dispute.table.slug, act_key(dispute.pk)
    given = partial(execute, outside=True) if "command" in act else correct_card
    answer = given(slug, act, actor, key)
    if answer.error:
        raise _ActRefusedError(answer)
    return answer


def act_key(dispute: int) -> str:
    """The idempotency key of what the decision on this dispute demanded."""
    return f"decision-of-{dispute}"


def note_read(decision: int, actor: Actor) -> AlertSeen:
    """A croupier has read what the jefe decided at his table. A second one gets the first one's row. Raises Refusal."""
    if not may(actor.role, Right.READ_DECISION):
        raise Refusal("not_for_your_role")
    found = Decision.objects.filter(pk=decision).select_related("dispute__table").first()
    if found is None:
        raise Refusal("no_such_dispute")
    slug = found.dispute.table.slug
    actor.check_serves(slug)
    return alert_log.enter(slug, _read_key(found), actor)


def _read_key(decision: Decision) -> str:
    return f"decision-{decision.pk}"


def of_table(slug: str) -> list[Dispute]:
    """The undecided disputes at this table, oldest first."""
    return list(Dispute.objects.filter(table__slug=slug, decision=None).order_by("pk"))


def undecided() -> list[Dispute]:
    """The undecided disputes of the whole house, oldest first."""
    return list(Dispute.objects.filter(decision=None).order_by("pk"))


def decided_at(slug: str) -> list[Decision]:
    """The newest decisions on disputes at this table, the newest first."""
    decisions = Decision.objects.filter(dispute__table__slug=slug).select_related("dispute__table")
    return list(decisions.order_by("-pk")[:DECISIONS])


def unread_at(table: Table) -> list[Decision]:
    """The decisions on disputes since the table was opened last that no croupier has read, oldest first."""
    opened = Record.objects.filter(table=table, name="open_table").order_by("-number").values("number")[:1]
    found = Decision.objects.filter(dispute__table=table, dispute__record__gte=Subquery(opened))
    decisions = list(found.select_related("dispute__table").order_by("pk"))
    known = readers(table.pk, decisions)
    return [one for one in decisions if one.pk not in known]


def readers(table: int, decisions: Iterable[Decision]) -> dict[int, str]:
    """Number of a decision → the login that has read it, of those that somebody has. `table`: its primary key."""
    keys = {_read_key(one): one.pk for one in decisions}
    return {keys[key]: row.actor for key, row in alert_log.of_table(table, keys.keys()).items()}


def moves() -> Moves:
    """As of now."""
    return Moves(newest(Dispute), newest(Decision))


def moved_since(before: Moves) -> set[str]:
    """The tables at which a dispute was marked or decided since then."""
    moved = Dispute.objects.filter(Q(pk__gt=before.dispute) | Q(decision__pk__gt=before.decision))
    return set(moved.values_list("table__slug", flat=True))


def _article(dispute: Dispute, number: str) -> str:
    """The article that a decision cites, or nothing. Raises Refusal for one that the table's reglamento has not."""
    if number:
        opening = Openings(dispute.table).at(dispute.record)
        if opening is None or number not in catalogue.resolve(opening.reglamento).source.articles:
            raise Refusal("malformed", fault="no_such_article")
    return number


def _text(said: str, *, may_be_empty: bool = False) -> str:
    text = said.strip()
    if len(text) > LONGEST or "\x00" in text or not (text or may_be_empty):
        raise Refusal("says_nothing")
    return text
