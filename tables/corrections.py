"""A card of the pass that was keyed wrongly is replaced in one act: everything since is undone, the card is dealt as it
is, and what followed is given anew, each by its own command. Where one of them no longer fits, nothing has changed."""

from collections.abc import Iterator
from functools import partial

from casino.common.errors import Refusal
from tables.engine import Standing
from tables.engine.actor import Actor
from tables.given import Answer, Held
from tables.models import Record
from tables.record.history import RecordHistory
from tables.service import Json, give_together


def correct_card(table: str, said: Json, actor: Actor, key: str | None = None) -> Answer:
    """Replace a card of a hand. `said`: the `hand`, its `place` there from 1, the card that it `was` and the `card`
    that it is; perhaps a `reason` and the `expected_version`. The rest as in `tables.service.give_together`."""
    return give_together(table, {"corrects": said}, partial(_steps, said), _why, actor, key)


def _steps(said: Json, row: Held) -> list[Json]:
    """The commands that replace the card. Raises Refusal: `stale` where another card lies there now, `nothing_to_undo`
    where no command dealt it."""
    hand, place = said["hand"], said["place"]
    lies = getattr(row.state.current, hand) if row.state.open else ()
    expected = said.get("expected_version")
    if expected not in (None, row.state.version) or lies[place - 1 : place] != (said["was"],):
        raise Refusal("stale", version=row.state.version)
    dealt, *later = reversed([*_since(row, hand, place)])
    commands = _commands(row, [dealt, *later])
    if dealt.command != "card":
        raise Refusal("nothing_to_undo")
    undo: Json = {"command": "undo", "to": dealt.before}
    if said.get("reason"):
        undo["reason"] = said["reason"]
    return [undo, {**commands[0], "card": said["card"]}, *commands[1:]]


def _since(row: Held, hand: str, place: int) -> Iterator[Standing]:
    """The commands that stand, newest first, back to the one that brought the card to its place."""
    history = RecordHistory(row.pk, row.state.version)
    for made in reversed(history.standing()):
        yield made
        if len(getattr(history.state_at(made.before).current, hand)) < place:
            return


def _commands(row: Held, given: list[Standing]) -> list[Json]:
    """What was said in these records, without the version that it was said at."""
    numbers = [made.number for made in given]
    records = Record.objects.filter(table=row.pk, number__in=numbers)
    said = dict(records.values_list("number", "command"))
    return [_without_version(said[number]) for number in numbers]


def _without_version(said: Json) -> Json:
    return {name: value for name, value in said.items() if name != "expected_version"}


def _why(index: int, command: Json, error: Json) -> Refusal | None:
    """Of a card after the replaced one, which is given after it and the undo."""
    if index < 2 or "card" not in command:
        return None
    return Refusal("card_not_due", error["article"], card=command["card"])
