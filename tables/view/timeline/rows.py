"""The rows of the timeline: each says without being opened what was done, to whom, for how much, and why."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from casino.common.currency import written
from casino.common.wording import text as gettext
from ledger.cage.models import Slip, Step
from tables.door.signatures import consent_in
from tables.door.slips import slug_of, state_of
from tables.engine import transfers
from tables.models import Decision, Dispute, Line, Record, Table
from tables.record.history import numbers_undone
from tables.record.names import filled, references_in
from tables.record.names import names_of as names_said
from tables.record.openings import Openings
from tables.record.postings import book_of
from tables.record.reglamentos.words import speaking
from tables.record.stored import stored_events
from tables.view.labels.commands import COMMAND_LABELS, command_told, joined
from tables.view.labels.game import RESULT_LABELS, label_of
from tables.view.labels.money import SLIP_LABELS, SLIP_STATE_LABELS, STEP_LABELS
from tables.view.names import Names, names_of
from tables.view.timeline import signs
from tables.view.timeline.disputes import DISPUTE, passes_of
from tables.view.timeline.search import Shown, key_of

# Commands that may name nobody, because the bank's holder or whoever is asked is meant; their events do.
MEANT = frozenset(
    (
        *("close_auction", "raise_bank", "take_half", "desist_bank", "suite", "set_aside", "pass_shoe"),
        *("accept_bank", "decline_bank", "take_suite", "decline_suite", "house_takes_suite"),
        *("cut", "decline_cut", "decline_cards"),
    )
)
IN_EVENTS = ("player", "holder", "giver", "winner")
SHOWN_UNDONE = 4  # commands that one undo took back; the rest is counted


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The records that an undo took back, newest first: those that are there, of so many."""

    records: tuple[Record, ...]
    of: int


@dataclass(frozen=True, slots=True)
class Row:
    """One act. `key`: what the timeline's address calls it; `table`: its slug, empty for the cage; `number`: of the
    record, the slip or the dispute; `link`: its page, empty where there is none; `what`, `about`: the act, and all
    that tells it from others of its kind, with the icon and its class in `sign`; `said`: a reason or a remark.
    `second`: who signed beside `who`, with the role. `undone`: the number of the record that took it back."""

    key: str
    at: datetime
    table: str
    place: str
    number: int
    link: str
    what: str
    sign: tuple[str, str]
    about: str
    said: str
    amount: int | None
    who: str
    role: str
    hand: int | None = None
    second: tuple[str, str] | None = None
    cited: tuple[str, ...] = ()
    reglamento: str | None = None
    digest: str = ""
    undone: int | None = None
    is_slip: bool = False
    is_dispute: bool = False


@dataclass(frozen=True, slots=True)
class _Known:
    """The names and lines read for a whole page of rows. `said`: the names for the references in the commands."""

    names: Names
    said: Mapping[str, str]
    hands: Mapping[tuple[int, int], int]
    openings: Mapping[int, Openings]
    undoes: Mapping[tuple[int, int], TakenBack]
    undone: Mapping[tuple[int, int], int]
    disputed: Mapping[int, int]


def rows_of(shown: Iterable[Shown]) -> list[Row]:
    """These, as the timeline shows them."""
    every = list(shown)
    known = _known(every)
    return [_row(one, known) for one in every]


def _row(one: Shown, known: _Known) -> Row:
    if isinstance(one, Record):
        return _of_record(one, known)
    if isinstance(one, Dispute | Decision):
        return _of_dispute(one, known)
    return _of_slip(one, known.names)


def _known(shown: list[Shown]) -> _Known:
    records = [one for one in shown if isinstance(one, Record)]
    slips = [one.slip if isinstance(one, Step) else one for one in shown if isinstance(one, Slip | Step)]
    marked = [
        one.dispute if isinstance(one, Decision) else one
        for one in shown
        if isinstance(one, Dispute | Decision)
    ]
    undoes = taken_back(records)
    placed: list[Record | Dispute] = [*marked, *records]
    openings = {one.table_id: Openings(one.table) for one in placed}
    back = [one for undo in undoes.values() for one in undo.records]
    said = [
        (book_of(one.table.slug), player) for one in [*records, *back] for player in _strings(one.command)
    ]
    said += [(book_of(one.table.slug), player) for one in records for player in _strings(one.events)]
    return _Known(
        names_of([*said, *((slip.book, slip.player) for slip in slips)]),
        names_said(references_in(one.command for one in [*records, *back])),
        _hands(records),
        openings,
        undoes,
        undone_by(records, openings),
        passes_of(marked),
    )


def _hands(records: list[Record]) -> dict[tuple[int, int], int]:
    numbers: dict[int, list[int]] = {}
    for one in records:
        numbers.setdefault(one.table_id, []).append(one.number)
    return {
        (table, number): hand
        for table, some in numbers.items()
        for number, hand in Line.objects.filter(table=table, number__in=some).values_list("number", "hand")
    }


def _strings(value: Any) -> Iterator[str]:
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict | list):
            yield from _strings(part)


def _of_record(record: Record, known: _Known) -> Row:
    key, table = (record.table_id, record.number), record.table
    opening = known.openings[record.table_id].at(record.number)
    reglamento = opening.reglamento if opening else None
    consent = consent_in(record)
    with speaking(reglamento):
        return Row(
            key=key_of(record),
            at=record.at,
            table=table.slug,
            place=table.name,
            number=record.number,
            link=reverse("record", args=[table.slug, record.number]),
            what=str(COMMAND_LABELS[record.name]),
            sign=(signs.ICONS[record.name], signs.tone_of(record.name)),
            about=_about(record, known, known.undoes.get(key)),
            said=said_in(record.command),
            amount=amount_of(record),
            who=record.actor,
            role=record.role,
            hand=known.hands.get(key),
            second=(consent["signer"], consent["role"]) if consent else None,
            cited=articles_of(record.events),
            reglamento=reglamento,
            digest=record.digest,
            undone=known.undone.get(key),
        )


def said_in(command: Mapping[str, Any]) -> str:
    """The remark or the reason in a command."""
    return str(command.get("text") or command.get("reason") or "")


def articles_of(events: list[dict[str, Any]]) -> tuple[str, ...]:
    """The articles that the events cite, each once."""
    named = [event["article"] for event in events if event.get("article")]
    named += [line["article"] for event in events for line in event.get("settlements", ()) if line["article"]]
    return tuple(dict.fromkeys(named))


def _about(record: Record, known: _Known, back: TakenBack | None) -> str:
    if back is not None:
        return _undone(record.table, back, known)
    players = _players(record.table, known.names)
    told = command_told(filled(_meant(record), known.said), players)
    return joined(told, ", ".join(_repeated(record, players)), payment(record.events))


def _repeated(record: Record, players: Mapping[str, str]) -> Iterator[str]:
    """The bets that one command placed for several players."""
    for event in record.events:
        for bet in event["bets"] if event["type"] == "bets_repeated" else ():
            player, amount = players.get(bet["player"], bet["player"]), written(bet["amount"])
            yield f"{player} {amount} {label_of(bet['chance'])}"


def _meant(record: Record) -> dict[str, Any]:
    """The command, with the player whom it means."""
    if record.name not in MEANT:
        return dict(record.command)
    meant = (event[name] for event in record.events for name in IN_EVENTS if event.get(name))
    return {"player": next(meant, None), **record.command}


def _told(record: Record, known: _Known, players: Mapping[str, str]) -> str:
    return command_told(filled(record.command, known.said), players)


def _undone(table: Table, back: TakenBack, known: _Known) -> str:
    players = _players(table, known.names)
    shown = [
        f"{joined(COMMAND_LABELS[one.name], _told(one, known, players))} ({gettext('№')} {one.number})"
        for one in back.records[:SHOWN_UNDONE]
    ]
    more = back.of - len(shown)
    return joined(*shown, gettext("and %(number)s more") % {"number": more} if more else "")


def _players(table: Table, names: Names) -> dict[str, str]:
    return {player: name for (slug, player), name in names.players.items() if slug == table.slug}


def _of_slip(one: Slip | Step, names: Names) -> Row:
    slip = one.slip if isinstance(one, Step) else one
    slug = slug_of(slip.book) or ""
    return Row(
        key=key_of(one),
        at=one.at,
        table=slug,
        place=str(names.place(slip.book)),
        number=slip.number,
        link=reverse("slip", args=[slip.number]),
        what=str(SLIP_LABELS[slip.kind]),
        sign=(signs.SLIP, signs.MONEY),
        about=joined(names.players.get((slug, slip.player), slip.player), _step(one)),
        said=one.reason,
        amount=slip.amount,
        who=one.actor,
        role=one.role,
        is_slip=True,
    )


def _step(one: Slip | Step) -> str:
    """The step that was taken with the slip; of one that was only asked for, how far it has come."""
    if isinstance(one, Step):
        return str(STEP_LABELS[one.name])
    return joined(STEP_LABELS["asked"], SLIP_STATE_LABELS[state_of(one)])


def _of_dispute(one: Dispute | Decision, known: _Known) -> Row:
    """The mark with the note and whether it was decided since, the decision with its words and what was disputed."""
    marked = one.dispute if isinstance(one, Decision) else one
    table, opening = marked.table, known.openings[marked.table_id].at(marked.record)
    if isinstance(one, Decision):
        about, said = joined(gettext("Decided"), marked.note), one.text
    else:
        state = gettext("decided") if hasattr(one, "decision") else gettext("not decided yet")
        about, said = joined(gettext("Marked"), state), one.note
    return Row(
        key=key_of(one),
        at=one.at,
        table=table.slug,
        place=table.name,
        number=marked.pk,
        link=reverse("record", args=[table.slug, marked.record]) if marked.record else "",
        what=str(DISPUTE),
        sign=(signs.DECISION if isinstance(one, Decision) else signs.DISPUTE, signs.WRONG),
        about=about,
        said=said,
        amount=None,
        who=one.actor,
        role="",  # a dispute and its decision are kept under the name alone
        hand=known.disputed.get(marked.pk),
        cited=(one.article,) if isinstance(one, Decision) and one.article else (),
        reglamento=opening.reglamento if opening else None,
        is_dispute=True,
    )


PAID = "pass_settled"


def amount_of(record: Record) -> int | None:
    """The amount that was said or, where nothing was said, what moved; None for a payment, whose amounts go both
    ways."""
    if "amount" in record.command:
        return int(record.command["amount"])
    if any(event["type"] in (PAID, "undone") for event in record.events):
        return None
    return sum(move.amount for event in stored_events(record) for move in transfers(event)) or None


def payment(events: list[dict[str, Any]]) -> str:
    """The winner, and what was taken, paid and deducted; empty for what pays nothing."""
    found = next((event for event in events if event["type"] == PAID), None)
    if found is None:
        return ""
    result, lines = found["result"], [line for line in found["settlements"] if line["chance"] != "bank"]
    taken = -sum(min(line["win"], 0) for line in lines)
    paid = sum(max(line["win"], 0) - line["deduction"] for line in lines)
    deducted = sum(line["deduction"] for line in found["settlements"])
    return joined(
        RESULT_LABELS.get(result) or label_of(result),
        gettext("taken %(amount)s") % {"amount": written(taken)} if taken else "",
        gettext("paid %(amount)s") % {"amount": written(paid)} if paid else "",
        gettext("deducted %(amount)s") % {"amount": written(deducted)} if deducted else "",
    )


Key = tuple[int, int]  # a table's primary key, the number of a record


def taken_back(records: list[Record]) -> dict[Key, TakenBack]:
    """Of each undo among these."""
    asked = {(one.table_id, one.number): numbers_undone(one) for one in records if one.undone_to is not None}
    return {key: TakenBack(tuple(_records(key[0], numbers)), len(numbers)) for key, numbers in asked.items()}


def _records(table: int, numbers: list[int]) -> list[Record]:
    found = (
        Record.objects.filter(table=table, number__in=numbers)
        .defer("state", "events")
        .select_related("table")
    )
    return list(found.order_by("-number"))


def undone_by(records: list[Record], openings: Mapping[int, Openings]) -> dict[Key, int]:
    """Of each of these that was taken back, the number of the record that did it. No undo goes back behind an opening,
    so that none is looked for after the next one."""
    found: dict[Key, int] = {}
    for table, known in openings.items():
        numbers = [one.number for one in records if one.table_id == table]
        if not numbers:
            continue
        undos = Record.objects.filter(table=table, name="undo", number__gt=min(numbers)).defer("state")
        if end := known.next_after(max(numbers)):
            undos = undos.filter(number__lt=end)
        for undo in undos:
            found |= {(table, number): undo.number for number in numbers_undone(undo)}
    return found
