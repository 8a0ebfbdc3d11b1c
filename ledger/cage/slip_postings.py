"""What a slip moves, opens, closes and fixes. `caused` says the first of them again, for the audit."""

from django.db import IntegrityError, transaction

from casino.common import clock
from ledger import service
from ledger.cage.models import Closing, Shift, Slip, UndoBarrier
from ledger.cage.requests import Book, NotPossible
from ledger.cage.selectors import account, is_void
from ledger.cage.slips import KINDS, OVER_SHORT, Move, over_short_of, step_kind
from ledger.models import Account
from ledger.postings import NEVER_NEGATIVE, Posting, compensating, kind_of

ASKED, VOID = "asked", "void"


def reference(slip: Slip, stage: str) -> str:
    """How the ledger names what a stage of a slip moved."""
    return f"slip:{slip.number}:{stage}"


def take_step(slip: Slip, name: str) -> None:
    """Post what a step moves. Raises NotPossible."""
    _post(slip, name, _of_step(slip, name))


def complete(book: Book, slip: Slip, last: str) -> None:
    """The last signature is there, that of the step `last`: the difference, what the slip moves, and what it opens,
    closes or fixes. Raises NotPossible."""
    kind, begin = KINDS[slip.kind], service.last_transfer()
    _post(slip, _end(last), _at_the_end(slip))
    if kind.shift == "opens":
        _open_shift(book, slip, begin)
    elif kind.shift == "closes" and slip.shift:
        _close_shift(book, slip, slip.shift)
    if kind.marks and not _found_nothing(slip):
        UndoBarrier.objects.create(book=book.code, record=book.record, slip=slip)


def _found_nothing(slip: Slip) -> bool:
    """A box that was emptied with nothing in it."""
    return bool(KINDS[slip.kind].moves) and slip.amount == slip.expected == 0


def take_back(slip: Slip) -> None:
    """Post what a void slip gives back. Raises NotPossible."""
    back = [compensating(posting) for postings in caused(slip).values() for posting in postings]
    stages = [ASKED, *(stage for name in slip.steps for stage in (name, _end(name)))]
    try:
        with transaction.atomic():
            service.reverse([reference(slip, stage) for stage in stages], reference(slip, VOID))
    except IntegrityError as error:
        raise NotPossible("not_that_much", account=_short(back)) from error
    _check_tray(slip, back)


def caused(slip: Slip) -> dict[str, list[Posting]]:
    """Reference → what the slip must have moved, by the steps that it has taken."""
    taken = [step.name for step in slip.taken.all() if step.name != VOID]
    found = {reference(slip, name): _of_step(slip, name) for name in taken}
    last = slip.steps[-1] if slip.steps else ASKED
    if last == ASKED or last in taken:
        found[reference(slip, _end(last))] = _at_the_end(slip)
    if is_void(slip):
        moved = [posting for postings in found.values() for posting in postings]
        found[reference(slip, VOID)] = [compensating(posting) for posting in reversed(moved)]
    return {of: postings for of, postings in found.items() if postings}


def _end(last: str) -> str:
    return ASKED if last == ASKED else f"{last}:end"


def _of_step(slip: Slip, name: str) -> list[Posting]:
    return _moves(slip, step_kind(slip.kind, name).moves)


def _at_the_end(slip: Slip) -> list[Posting]:
    return [*_difference(slip), *_moves(slip, KINDS[slip.kind].moves)]


def _difference(slip: Slip) -> list[Posting]:
    found = slip.amount - slip.expected if slip.expected is not None else 0
    counted = account(slip.book, KINDS[slip.kind].counts or "")
    if not found:
        return []
    source, target = (OVER_SHORT, counted) if found > 0 else (counted, OVER_SHORT)
    return [Posting(source, target, abs(found), over_short_of(slip.kind))]


def _moves(slip: Slip, moves: tuple[Move, ...]) -> list[Posting]:
    if not slip.amount:
        return []
    return [
        Posting(_code(slip, move.source), _code(slip, move.target), slip.amount, slip.kind) for move in moves
    ]


def _code(slip: Slip, name: str) -> str:
    if ":" in name:
        return name
    return account(slip.book, f"chips:{slip.player}" if name == "chips" and slip.player else name)


def _post(slip: Slip, stage: str, postings: list[Posting]) -> None:
    try:
        with transaction.atomic():
            service.post(postings, reference(slip, stage))
    except IntegrityError as error:
        raise NotPossible("not_that_much", account=_short(postings)) from error
    _check_tray(slip, postings)


def _short(postings: list[Posting]) -> str:
    """The kind of account that has less than is to leave it."""
    kinds = (kind_of(one.source) for one in postings if service.balance(one.source) < one.amount)
    return next((kind for kind in kinds if kind in NEVER_NEGATIVE), "tray")


def _check_tray(slip: Slip, postings: list[Posting]) -> None:
    """The game pays what it owes, beyond what is there; the counter gives no chips that are not there."""
    tray = account(slip.book, "tray")
    takes = any(posting.source == tray for posting in postings)
    if takes and service.balance(tray) < 0:
        raise NotPossible("not_that_much", account="tray")


def _open_shift(book: Book, slip: Slip, begin: int) -> None:
    before = Closing.objects.filter(shift__book=book.code).order_by("-shift__number").first()
    Shift.objects.create(
        book=book.code,
        number=before.shift.number + 1 if before else 1,
        opening=slip,
        first=before.last if before else begin,
        first_record=before.last_record if before else book.record,
        at=clock.now(),
    )


def _close_shift(book: Book, slip: Slip, shift: Shift) -> None:
    own = Account.objects.filter(book=book.code).exclude(kind="chips")
    Closing.objects.create(
        shift=shift,
        slip=slip,
        last=service.last_transfer(),
        last_record=book.record,
        balances=dict(own.values_list("kind", "balance")),
        at=clock.now(),
    )
