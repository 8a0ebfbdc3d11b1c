"""Requests and signs slips. Those of a table are under the same lock as the table's commands, so that what the game
moves and what the counter counts never cross."""

from collections.abc import Collection
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import prefetch_related_objects

from casino.common.consistent_read import one_moment
from casino.common.errors import Refusal
from casino.journal import chain as journal
from ledger.cage import counter, selectors
from ledger.cage.accounts import CAGE
from ledger.cage.models import Shift, Slip
from ledger.cage.requests import LockedBook, Signer, SlipRequest
from ledger.cage.slip_rights import counts_blind
from ledger.cage.slips import KINDS, REQUESTED, VOID
from tables import notify, present, row_lock
from tables.anchors.making import make_for_closing
from tables.engine import State
from tables.engine.actor import Actor
from tables.models import Player, Table
from tables.notify import Subject
from tables.postings import book_of

Json = dict[str, Any]


def request_slip(slug: str | None, request: SlipRequest, actor: Actor) -> Slip:
    """A slip of a table, or of the cage where `slug` is None. Raises Refusal."""
    _check_serves(actor, slug)
    with _turn(slug), transaction.atomic():
        book = _locked_book(slug, request.kind)
        return counter.request_slip(book, request, Signer(actor.name, actor.role, actor.confirmed))


def take_step(number: int, step: str, actor: Actor, reason: str = "", *, again: bool = False) -> Slip:
    """The slip after its next step, or after `void`. `again`: as in `ledger.cage.counter.take_step`.
    Raises Refusal."""
    asked = Slip.objects.filter(number=number).first()
    if asked is None:
        raise Refusal("no_such_slip")
    slug = slug_of(asked.book)
    _check_serves(actor, slug)
    with _turn(slug), transaction.atomic():
        book = _locked_book(slug, "" if step == VOID else asked.kind)
        slip = Slip.objects.get(pk=asked.pk)  # with the steps that it has taken by now
        counter.take_step(
            book, slip, step, Signer(actor.name, actor.role, actor.confirmed), reason, again=again
        )
        if KINDS[slip.kind].shift == "closes" and step != VOID:
            # For its sheet, which is printed next. Only then: an anchor names what is committed.
            transaction.on_commit(make_for_closing, robust=True)
    return Slip.objects.get(pk=slip.pk)


def _turn(slug: str | None) -> AbstractContextManager[None]:
    return nullcontext() if slug is None else row_lock.turn(slug)


def _check_serves(actor: Actor, slug: str | None) -> None:
    if slug is not None:
        actor.check_serves(slug)


def slug_of(book: str) -> str | None:
    """The table whose book it is; None for the cage."""
    return book.removeprefix("table:") if book.startswith("table:") else None


def _locked_book(slug: str | None, kind: str) -> LockedBook:
    """The book with its table's row locked: until the transaction ends, no command and no other slip moves its money.
    Raises Refusal."""
    # Every slip moves the cage's stock or money, or may be waited for there.
    transaction.on_commit(lambda: notify.announce(notify.CAGE, 0, beside={Subject.MONEY}), robust=True)
    if slug is None:
        journal.hold()
        return LockedBook(CAGE)
    table = Table.objects.select_for_update().filter(slug=slug, retired=None).first()
    if table is None:
        raise Refusal("no_such_table")
    journal.hold()
    state = present.state_of(table)
    if kind == "cagnotte_out" and state.suite and state.suite.deduction:
        # Art. 38: it goes back to the giver if nobody takes the suite.
        raise Refusal("suite_offered")
    transaction.on_commit(lambda: notify.announce(slug, table.version, beside={Subject.MONEY}), robust=True)
    return LockedBook(book_of(slug), table.records, _people(state), partial(_names, table))


def _names(table: Table, players: Collection[str]) -> dict[str, str]:
    return dict(Player.objects.filter(table=table, player__in=players).values_list("player", "name"))


def _people(state: State) -> frozenset[str]:
    return frozenset(state.standing) | frozenset(player for player in state.seats.values() if player)


@one_moment()
def of_table(slug: str, role: str) -> Json:
    """The table's money as a role sees it, as of one moment: the shift, the balances, the slips that wait and those of
    this shift. Who counts the tray is not told what should be in it. Raises Refusal (`no_such_table`)."""
    if not Table.objects.filter(slug=slug).exists():
        raise Refusal("no_such_table")
    book = book_of(slug)
    shift = selectors.last_shift(book)
    return {
        "table": slug,
        "shift": shift_line(shift) if shift else None,
        "balances": {
            kind: amount for kind, amount in selectors.balances(book).items() if not counts_blind(kind, role)
        },
        "slips": [slip_line(slip, role) for slip in selectors.slips_of(shift)] if shift else [],
        "pending": [slip.number for slip in selectors.pending(book)],
    }


@one_moment()
def of_cage(role: str) -> Json:
    """The cage's balances, and the slips that wait anywhere in the house, as a role sees them, as of one moment."""
    return {
        "balances": selectors.balances(CAGE),
        "pending": [slip_line(slip, role) for slip in selectors.pending()],
    }


def shift_line(shift: Shift) -> Json:
    """A shift for a reader outside."""
    closing = shift.end
    return {
        "number": shift.number,
        "opened": shift.at.isoformat(),
        "closed": closing.at.isoformat() if closing else None,
    }


def slip_line(slip: Slip, role: str) -> Json:
    """A slip for a reader outside, as his role may see it. `state`: the step that it waits for, `done` or `void`."""
    prefetch_related_objects([slip], "taken")  # once: somebody may sign between two readings
    taken = list(slip.taken.all())
    return {
        "number": slip.number,
        "kind": slip.kind,
        "table": slug_of(slip.book),
        "amount": slip.amount,
        "expected": None if counts_blind(KINDS[slip.kind].counts, role) else slip.expected,
        "chips": slip.chips,
        "player": slip.player or None,
        "reason": slip.reason,
        "state": state_of(slip),
        "by": [
            {
                "step": REQUESTED,
                "actor": slip.actor,
                "role": slip.role,
                "at": slip.at.isoformat(),
                "reason": "",
            }
        ]
        + [
            {"step": step.name, "actor": step.actor, "role": step.role, "at": step.at.isoformat()}
            | {"reason": step.reason}
            for step in taken
        ],
    }


def state_of(slip: Slip) -> str:
    """The step that a slip waits for, `done` or `void`."""
    return "void" if selectors.is_void(slip) else selectors.next_step(slip) or "done"
