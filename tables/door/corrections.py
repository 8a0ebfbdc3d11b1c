"""A card of the pass that was keyed wrongly is replaced in one act: everything since is undone, the card is dealt as it
is, and what followed is given anew, each by its own command. Where one of them no longer fits, nothing has changed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from django.db import transaction

from casino.common.json_input import Json
from casino.common.refusals import Refusal
from tables.door.service import (
    Answer,
    LockedTable,
    Sender,
    answer_with_names,
    digest_of,
    earlier_answer,
    execute,
    keep_answer,
    locked,
    refused_at,
)
from tables.engine import Standing
from tables.models import Record
from tables.record.history import RecordHistory
from tables.record.names import filled, names_of, references_in
from tables.rules.roles import Actor


class Correction(NamedTuple):
    """A card of a hand was replaced: the `place` in the `hand`, the card that it `was` and the `card` that it is."""

    hand: str
    place: int
    was: str
    card: str


class _Group(NamedTuple):
    """The records of one correction: that of the card which lay there, that of the new one, the last one; the cards."""

    old: int
    new: int
    last: int
    hand: str
    was: str
    card: str


def last_act(table: int, standing: Sequence[int], hands: Mapping[str, Sequence[str]]) -> Correction | None:
    """The correction that was the last act at the table with this primary key. None where another act was, or where
    this one put back what the correction before it had replaced: then the act before both is the last one.

    `standing`: the numbers of the records that an undo can take back, newest first; `hands`: the cards that lie."""
    first = _after_an_undo(standing)
    found = _group(table, first) if first else None
    if found is None or found.last != standing[0]:
        return None
    before = _group(table, found.old)
    if before and (before.hand, before.was) == (found.hand, found.card):
        return None
    place = len(hands[found.hand]) - _cards_after(table, found)
    return Correction(found.hand, place, found.was, found.card)


def _after_an_undo(standing: Sequence[int]) -> int | None:
    """The first of the newest ones that follow one another; None where nothing was undone before them."""
    return next((number for number, earlier in pairwise(standing) if earlier != number - 1), None)


def _group(table: int, new: int) -> _Group | None:
    """The correction whose new card is the record of this number; None if it is no new card of one."""
    undo, dealt = _made(table, new - 1), _made(table, new)
    if not (undo and dealt and undo.name == "undo" and dealt.name == "card"):
        return None
    if undo.key or "to" not in undo.command:  # somebody took a card back and keyed another: two acts
        return None
    taken_back = undo.events[0]["records"]
    old = _made(table, min(taken_back))
    if old is None or old.name != "card":
        return None
    last = new + len(taken_back) - 1
    return _Group(old.number, new, last, dealt.command["hand"], old.command["card"], dealt.command["card"])


def _made(table: int, number: int) -> Record | None:
    return Record.objects.filter(table=table, number=number).defer("state").first()


def _cards_after(table: int, group: _Group) -> int:
    """The number of cards of its hand that were dealt after the new one."""
    later = Record.objects.filter(table=table, number__gt=group.new, number__lte=group.last, name="card")
    return sum(1 for said in later.values_list("command", flat=True) if said["hand"] == group.hand)


class _StepRefusedError(Exception):
    """One of the commands is refused. What the others did is taken back."""

    def __init__(self, index: int, error: Json) -> None:
        self.index, self.error = index, error


def correct_card(table: str, said: Json, actor: Actor, key: str | None = None) -> Answer:
    """Replace a card of a hand: all commands of the correction are accepted, each recorded by itself, or none is and
    nothing has changed. The answer has the events of all.

    `said`: the `hand`, its `place` there from 1, the card that it `was` and the `card` that it is; perhaps a `reason`
    and the `expected_version`. The rest as in `tables.door.service.execute`."""
    sender = Sender(actor, key, digest_of({"corrects": said}, key), outside=True)
    with locked(table) as held:
        return earlier_answer(held, sender) or keep_answer(held, sender, _all_or_none(held, said, actor))


def _all_or_none(held: LockedTable, said: Json, actor: Actor) -> Answer:
    try:
        commands = _steps(said, held)
    except Refusal as refusal:
        return refused_at(held, refusal)
    try:
        with transaction.atomic():
            answers = [_step(held.table.slug, index, one, actor) for index, one in enumerate(commands)]
    except _StepRefusedError as refused:
        if better := _why(refused.index, commands[refused.index], refused.error):
            return refused_at(held, better)
        return Answer(False, held.state.version, held.state.phase, [], refused.error)
    events = [event for answer in answers for event in answer.events]
    return answer_with_names(replace(answers[-1], events=events))


def _step(table: str, index: int, command: Json, actor: Actor) -> Answer:
    """Raises _StepRefusedError."""
    answer = execute(table, command, actor, outside=True)
    if answer.error:
        raise _StepRefusedError(index, answer.error)
    return answer


def _steps(said: Json, held: LockedTable) -> list[Json]:
    """The commands that replace the card. Raises Refusal: `stale` where another card lies there now, `nothing_to_undo`
    where no command dealt it."""
    hand, place = said["hand"], said["place"]
    lies = getattr(held.state.current, hand) if held.state.open else ()
    expected = said.get("expected_version")
    if expected not in (None, held.state.version) or lies[place - 1 : place] != (said["was"],):
        raise Refusal("stale", version=held.state.version)
    dealt, *later = reversed([*_since(held, hand, place)])
    commands = _commands(held, [dealt, *later])
    if dealt.command != "card":
        raise Refusal("nothing_to_undo")
    undo: Json = {"command": "undo", "to": dealt.before}
    if said.get("reason"):
        undo["reason"] = said["reason"]
    return [undo, {**commands[0], "card": said["card"]}, *commands[1:]]


def _since(held: LockedTable, hand: str, place: int) -> Iterator[Standing]:
    """The commands that stand, newest first, back to the one that brought the card to its place."""
    history = RecordHistory(held.table.pk, held.state.version)
    for made in reversed(history.standing()):
        yield made
        if len(getattr(history.state_at(made.before).current, hand)) < place:
            return


def _commands(held: LockedTable, given: list[Standing]) -> list[Json]:
    """The commands of these records, without the versions that they expected."""
    numbers = [made.number for made in given]
    records = Record.objects.filter(table=held.table.pk, number__in=numbers)
    said = dict(records.values_list("number", "command"))
    names = names_of(references_in(said.values()))
    return [filled(_without_version(said[number]), names) for number in numbers]


def _without_version(said: Json) -> Json:
    return {name: value for name, value in said.items() if name != "expected_version"}


def _why(index: int, command: Json, error: Json) -> Refusal | None:
    """A refusal that says more, of a card after the replaced one, which is given after it and the undo."""
    if index < 2 or "card" not in command:
        return None
    return Refusal("card_not_due", error["article"], card=command["card"])
