"""Requests and signs slips. Those of a table are under the same lock as the table's commands, so that what the game
moves and what the counter counts never cross."""

from collections.abc import Collection
from contextlib import AbstractContextManager

from django.db import transaction
from django.db.models import prefetch_related_objects

from casino.common.json_input import Json
from casino.common.refusals import Refusal
from casino.common.sql.confirmed import confirmed
from casino.common.sql.consistent_read import one_moment
from casino.journal import chain as journal
from ledger.cage import counter, issuing, selectors
from ledger.cage.accounts import CAGE
from ledger.cage.exchanges import OfDay, of_day
from ledger.cage.issuing import Foreseen
from ledger.cage.models import Shift, Slip
from ledger.cage.slip_rights import counts_blind
from ledger.cage.slips import KINDS, REQUESTED, VOID, LockedBook, Signer, SlipRequest
from tables.door import notify, row_lock
from tables.engine import State
from tables.models import Player, Table
from tables.record.anchors.making import make_for_closing
from tables.record.postings import book_of
from tables.record.stored import stored_state
from tables.rules.roles import Actor


def request_slip(slug: str | None, request: SlipRequest, actor: Actor) -> Slip:
    """A slip of a table, or of the cage where `slug` is None. Raises Refusal."""
    _check_serves(actor, slug)
    with _queued(slug), confirmed():
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
    with _queued(slug), confirmed():
        book = _locked_book(slug, "" if step == VOID else asked.kind)
        slip = Slip.objects.get(pk=asked.pk)  # with the steps that it has taken by now
        counter.take_step(
            book, slip, step, Signer(actor.name, actor.role, actor.confirmed), reason, again=again
        )
        if KINDS[slip.kind].shift == "closes" and step != VOID:
            # For its sheet, which is printed next. Only then: an anchor names what is committed.
            transaction.on_commit(make_for_closing, robust=True)
    return Slip.objects.get(pk=slip.pk)


def _queued(slug: str | None) -> AbstractContextManager[None]:
    return row_lock.queued() if slug is None else row_lock.queued(slug)


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
    notify.announce_on_commit(notify.CAGE, 0, beside=True)
    if slug is None:
        journal.hold()
        return LockedBook(CAGE)
    table = Table.objects.select_for_update().filter(slug=slug, retired=None).first()
    if table is None:
        raise Refusal("no_such_table")
    journal.hold()
    state = stored_state(table.state, table.schema)
    if kind == "cagnotte_out" and state.suite and state.suite.deduction:
        # Art. 38: it goes back to the giver if nobody takes the suite.
        raise Refusal("suite_offered")
    notify.announce_on_commit(slug, table.version, beside=True)
    return LockedBook(book_of(slug), table.records, _people(state), _names)


def _names(players: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """(book, player) → name, of these at whatever table."""
    known = Player.objects.filter(player__in={player for _book, player in players})
    rows = known.values_list("table__slug", "player", "name")
    return {(book_of(slug), player): name for slug, player, name in rows}


@one_moment()
def foresee(slug: str | None, request: SlipRequest, actor: Actor) -> Foreseen:
    """What such a slip would make now; nothing is written, and nothing locked. Raises Refusal."""
    _check_serves(actor, slug)
    return issuing.foresee(_book(slug), request, Signer(actor.name, actor.role, actor.confirmed))


@one_moment()
def day_of_player(slug: str, player: str) -> OfDay:
    """What that player of the table has exchanged today, at all tables. Raises Refusal (`no_such_table`)."""
    book = _book(slug)
    return of_day(book, player, selectors.current_shift(book.code))


def _book(slug: str | None) -> LockedBook:
    """The book as it is now, for reading alone."""
    if slug is None:
        return LockedBook(CAGE)
    table = Table.objects.filter(slug=slug, retired=None).first()
    if table is None:
        raise Refusal("no_such_table")
    state = stored_state(table.state, table.schema)
    return LockedBook(book_of(slug), table.records, _people(state), _names)


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
