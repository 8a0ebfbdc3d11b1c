"""The only writer of slips, shifts and counts.

Every function expects to run inside its caller's transaction, and the caller to hold the lock of the slip's book: a
table's own row, under which all of that table's money moves. Slips of the cage take their order from the series of
numbers, which every slip locks.
"""

from datetime import datetime

from casino.common import clock
from casino.common.refusals import Refusal
from casino.people.permissions import GRAVE_STEPS, Right, may
from ledger.cage.issuing import checked_text, issue, locked_series, same_slip
from ledger.cage.models import Slip, Step
from ledger.cage.selectors import (
    counted_since,
    counts_of,
    current_shift,
    is_done,
    next_step,
    pending,
)
from ledger.cage.slip_postings import complete, post_step, reverse_slip
from ledger.cage.slip_rights import (
    is_correctable,
    lacks_signer_of_difference,
    last_signer,
    may_sign,
    may_void,
)
from ledger.cage.slips import KINDS, REQUESTED, VOID, LockedBook, Signer, SlipRequest
from ledger.postings import account_of
from ledger.selectors import balance


def request_slip(book: LockedBook, request: SlipRequest, signer: Signer) -> Slip:
    """A new slip, done at once where it needs no second signature. The same key again gives the first slip.
    Raises Refusal."""
    series = locked_series()
    if request.key and (earlier := Slip.objects.filter(key=request.key).first()):
        return same_slip(earlier, book, request)
    slip = issue(book, request, signer, series)
    if not slip.steps:
        complete(book, slip, REQUESTED, slip.at)
    return slip


def take_step(book: LockedBook, slip: Slip, name: str, signer: Signer, reason: str, *, again: bool) -> None:
    """Take the slip's next step, or make it void. `again`: the caller may have said this before and lost the answer; if
    this person took this step, it is done, whoever has signed since; with another reason it is refused (`key_used`).
    Raises Refusal."""
    earlier = next(
        (step for step in slip.taken.all() if (step.name, step.actor) == (name, signer.name)), None
    )
    text = checked_text(reason)
    if again and earlier:
        if earlier.reason != text:
            raise Refusal("key_used")
        return
    if name == VOID:
        _void(book, slip, signer, text)
        return
    _check_step(slip, name, signer, text)
    at = clock.now()
    post_step(slip, name, at)
    last = name == slip.steps[-1]
    if last:
        complete(book, slip, name, at)
    _add_step(slip, name, signer, at, done=last, reason=text)


def _check_step(slip: Slip, name: str, signer: Signer, reason: str) -> None:
    if is_done(slip):
        raise Refusal("slip_done")
    if name != next_step(slip):
        raise Refusal("not_this_step", next=next_step(slip))
    if name != "sent" and signer.name == last_signer(slip):
        raise Refusal("own_signature")
    if not may_sign(slip, signer.role, signer.name):
        raise Refusal("not_for_your_role")
    if name in GRAVE_STEPS and not signer.confirmed:
        raise Refusal("confirm_yourself")
    if slip.expected is not None:
        _check_count(slip, slip.expected, signer, reason)


def _check_count(slip: Slip, expected: int, signer: Signer, reason: str) -> None:
    """A difference is signed by a jefe, who gives a reason if the count does not; a tray that has moved since it was
    counted is counted again; no shift closes over a slip that was requested meanwhile."""
    kind = KINDS[slip.kind]
    if kind.shift == "closes" and any(other != slip for other in pending(slip.book)):
        raise Refusal("pending_slips")
    if lacks_signer_of_difference(slip, signer.role):
        raise Refusal("jefe_must_sign")
    if slip.amount != expected and not (slip.reason or reason):
        raise Refusal("reason_needed")
    if kind.counts == "tray" and balance(account_of(slip.book, "tray")) != expected:
        raise Refusal("tray_moved")


def _void(book: LockedBook, slip: Slip, signer: Signer, reason: str) -> None:
    """Reverse what the slip has moved. Raises Refusal."""
    if is_done(slip):
        _check_correction(book, slip, signer)
    elif not may_void(slip, signer.role, signer.name):
        is_own = signer.name == slip.actor and may_void(slip, signer.role)
        raise Refusal("own_signature" if is_own else "not_for_your_role")
    if not reason:
        raise Refusal("reason_needed")
    at = clock.now()
    reverse_slip(slip, at)
    _add_step(slip, VOID, signer, at, done=True, reason=reason)


def _check_correction(book: LockedBook, slip: Slip, signer: Signer) -> None:
    """The parts of `may_correct`, each with its own refusal."""
    shift = current_shift(book.code)
    if shift is None or not is_correctable(slip, shift):
        raise Refusal("slip_done")
    if not may(signer.role, Right.VOID_DONE_EXCHANGE):
        raise Refusal("not_for_your_role")
    if counted_since(slip, counts_of(shift)):
        raise Refusal("counted_after")
    if not signer.confirmed:
        raise Refusal("confirm_yourself")


def _add_step(slip: Slip, name: str, signer: Signer, at: datetime, *, done: bool, reason: str) -> None:
    Step.objects.create(
        slip=slip, name=name, done=done, reason=reason, actor=signer.name, role=signer.role, at=at
    )
