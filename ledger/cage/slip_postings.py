"""Carries out what a slip moves, opens, closes and bars. `expected_postings` tells the first of these again, for the
audit."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import IntegrityError, transaction

from casino.common.refusals import Refusal
from ledger import service
from ledger.cage.accounts import Purpose, over_short_of
from ledger.cage.models import Closing, Shift, Slip, UndoBarrier
from ledger.cage.selectors import balances, is_void
from ledger.cage.slips import KINDS, OVER_SHORT, REQUESTED, VOID, LockedBook, Move, SlipKind, step_kind
from ledger.conf import CHART
from ledger.models import NEVER_REACHED, NOT_OVERDRAWN
from ledger.postings import Posting, account_of, compensating, kind_of, net
from ledger.selectors import balance, balances_of, last_transfer


def check_is_there(book: str, kind: SlipKind, amount: int) -> None:
    """Check that what the slip will move is there when it is asked for. Raises Refusal."""
    for account in _given_from(book, kind):
        if amount > max(balance(account), 0):
            raise _not_that_much(account)


def _given_from(book: str, kind: SlipKind) -> Iterator[str]:
    """The accounts that hold what such a slip takes before it brings them any: no player's, and not the one that it
    counts, which then holds what was counted."""
    moves = [move for step in kind.steps for move in step.moves] + [*kind.moves]
    filled = {kind.counts}
    for move in moves:
        account = move.source if ":" in move.source else account_of(book, move.source)
        if move.source not in filled and kind_of(account) not in _OWING:
            yield account
        filled.add(move.target)


# What the game owes it pays also beyond what lies in the tray; the counter gives no chips that are not there.
_OWING = frozenset(CHART.may_be_negative) - {"tray"}


def reference(slip: Slip, stage: str) -> str:
    """The ledger's reference for the money that a stage of a slip moved."""
    return f"slip:{slip.number}:{stage}"


def post_step(slip: Slip, name: str, at: datetime) -> None:
    """Post what a step moves. Raises Refusal."""
    _post(slip, name, _of_step(slip, name), at)


def complete(book: LockedBook, slip: Slip, last: str, at: datetime) -> None:
    """The last signature is there, that of the step `last`, given `at` that time: post what was over or short and what
    the slip moves, and do what it opens, closes or bars. Raises Refusal."""
    kind, begin = KINDS[slip.kind], last_transfer()
    _post(slip, _end(last), _at_the_end(slip), at)
    if kind.shift == "opens":
        _open_shift(book, slip, begin, at)
    elif kind.shift == "closes" and slip.shift:
        _close_shift(book, slip, slip.shift, at)
    if kind.bars_undo and not _found_nothing(slip):
        UndoBarrier.objects.create(book=book.code, record=book.record, slip=slip)


def _found_nothing(slip: Slip) -> bool:
    """A box that was emptied with nothing in it."""
    return bool(KINDS[slip.kind].moves) and slip.amount == slip.expected == 0


def reverse_slip(slip: Slip, at: datetime) -> None:
    """Give back what the slip has moved. Raises Refusal."""
    back = [compensating(posting) for posting in _posted(slip)]
    with _refused_where_money_lacks(back):
        service.reverse(references(slip), reference(slip, VOID), at)
    _check_tray(slip, back)


def balances_after(slip: Slip) -> dict[str, int]:
    """Account → its balance once such a slip, not stored yet, will have taken all its steps; of the accounts of no
    person that it moves."""
    steps = [posting for name in slip.steps for posting in _of_step(slip, name)]
    postings = [*steps, *_at_the_end(slip)]
    touched = {account for posting in postings for account in (posting.source, posting.target)}
    held, moved = balances_of(touched), net(postings)
    kept = {account for account in touched if kind_of(account) not in CHART.personal}
    return {account: held[account] + moved.get(account, 0) for account in kept}


def references(slip: Slip) -> tuple[str, ...]:
    """All references under which a slip that was not made void may have moved money, newest first."""
    stages = [REQUESTED, *(stage for name in slip.steps for stage in (name, _end(name)))]
    return tuple(reference(slip, stage) for stage in reversed(stages))


def moments(slip: Slip) -> dict[str, datetime]:
    """Reference → when the slip moved its money under it."""
    taken = {step.name: step.at for step in slip.taken.all()}
    stages = {stage: at for name, at in taken.items() for stage in (name, _end(name))}
    return {reference(slip, stage): at for stage, at in ({REQUESTED: slip.at} | stages).items()}


def expected_postings(slip: Slip) -> dict[str, list[Posting]]:
    """Reference → what the slip must have moved, by the steps that it has taken."""
    found = _by_stage(slip)
    if is_void(slip):
        moved = [posting for postings in found.values() for posting in postings]
        found[reference(slip, VOID)] = [compensating(posting) for posting in reversed(moved)]
    return found


def _posted(slip: Slip) -> list[Posting]:
    return [posting for postings in _by_stage(slip).values() for posting in postings]


def _by_stage(slip: Slip) -> dict[str, list[Posting]]:
    taken = [step.name for step in slip.taken.all() if step.name != VOID]
    found = {reference(slip, name): _of_step(slip, name) for name in taken}
    last = slip.steps[-1] if slip.steps else REQUESTED
    if last == REQUESTED or last in taken:
        found[reference(slip, _end(last))] = _at_the_end(slip)
    return found


def _end(last: str) -> str:
    """The stage at which the slip is complete, after its last step."""
    return REQUESTED if last == REQUESTED else f"{last}:end"


def _of_step(slip: Slip, name: str) -> list[Posting]:
    return _moves(slip, step_kind(slip.kind, name).moves)


def _at_the_end(slip: Slip) -> list[Posting]:
    return [*_over_short(slip), *_moves(slip, KINDS[slip.kind].moves)]


def _over_short(slip: Slip) -> list[Posting]:
    over = slip.amount - slip.expected if slip.expected is not None else 0
    if not over:
        return []
    counted = account_of(slip.book, KINDS[slip.kind].counts or "")
    source, target = (OVER_SHORT, counted) if over > 0 else (counted, OVER_SHORT)
    return [Posting(source, target, abs(over), over_short_of(slip.kind))]


def _moves(slip: Slip, moves: tuple[Move, ...]) -> list[Posting]:
    if not slip.amount or not moves:
        return []
    purpose = Purpose(slip.kind)
    return [
        Posting(_code(slip, move.source), _code(slip, move.target), slip.amount, purpose) for move in moves
    ]


def _code(slip: Slip, name: str) -> str:
    if ":" in name:
        return name
    account = account_of(slip.book, name)
    return f"{account}:{slip.player}" if name == "chips" and slip.player else account


def _post(slip: Slip, stage: str, postings: list[Posting], at: datetime) -> None:
    with _refused_where_money_lacks(postings):
        service.post(postings, reference(slip, stage), at)
    _check_tray(slip, postings)


@contextmanager
def _refused_where_money_lacks(postings: list[Posting]) -> Iterator[None]:
    """All that is done here is done, or none of it. Raises Refusal where an account would be overdrawn, or was never
    reached by any money; whatever else the database does not take is a defect, and is raised as it is."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if NOT_OVERDRAWN not in str(error) and not NEVER_REACHED.search(str(error)):
            raise
        raise _not_that_much(_lacking(postings)) from error


def _lacking(postings: list[Posting]) -> str:
    """The account that has less than should leave it."""
    limited = [one for one in postings if kind_of(one.source) not in CHART.may_be_negative]
    return next((one.source for one in limited if balance(one.source) < one.amount), limited[0].source)


def _not_that_much(account: str) -> Refusal:
    kind = kind_of(account)
    return Refusal("not_that_much", account=kind, called=CHART.labels[kind], most=max(balance(account), 0))


def _check_tray(slip: Slip, postings: list[Posting]) -> None:
    """The game pays what it owes, also beyond what is there; the counter gives no chips that are not there."""
    tray = account_of(slip.book, "tray")
    takes = any(posting.source == tray for posting in postings)
    if takes and balance(tray) < 0:
        raise _not_that_much(tray)


def _open_shift(book: LockedBook, slip: Slip, begin: int, at: datetime) -> None:
    before = Closing.objects.filter(shift__book=book.code).order_by("-shift__number").first()
    Shift.objects.create(
        book=book.code,
        number=before.shift.number + 1 if before else 1,
        opening=slip,
        first=before.last if before else begin,
        first_record=before.last_record if before else book.record,
        at=at,
    )


def _close_shift(book: LockedBook, slip: Slip, shift: Shift, at: datetime) -> None:
    Closing.objects.create(
        shift=shift,
        slip=slip,
        last=last_transfer(),
        last_record=book.record,
        balances=balances(book.code),
        at=at,
    )
