"""Whether a role, or one person of it, may take a slip's next step, make it void or correct it: the permission table
applied to a slip as it stands.

Pure: the counter enforces these, and the screens print them. With `name` the answer is for that person, without it for
somebody of that role. The slips come with their steps (`taken`).
"""

from collections.abc import Iterable

from casino.people.permissions import Right, may
from casino.people.permissions import may_take_step as may_ever_take_step
from ledger.cage.models import Shift, Slip
from ledger.cage.selectors import counted_since, is_done, is_void, next_step
from ledger.cage.slips import KINDS


def may_take_step(slip: Slip, role: str, name: str | None = None) -> bool:
    """Whether the slip's next step may be taken so."""
    return may_sign(slip, role, name) and not lacks_signer_of_difference(slip, role)


def may_sign(slip: Slip, role: str, name: str | None = None) -> bool:
    """Whether the role is the next step's, and the person another than the one before. What is sent may be sent by who
    requested it."""
    step = next_step(slip)
    if step is None or not may_ever_take_step(role, slip.kind, step, slip.role):
        return False
    return name is None or step == "sent" or name != last_signer(slip)


def lacks_signer_of_difference(slip: Slip, role: str) -> bool:
    """Whether the count found a difference, and neither who counted nor `role` may sign one."""
    differs = slip.expected is not None and slip.amount != slip.expected
    return differs and not any(may(signer, Right.SIGN_DIFFERENCE) for signer in (slip.role, role))


def may_void(slip: Slip, role: str, name: str | None = None) -> bool:
    """Whether a slip that waits may be made void so. Once chips are on their way one person alone does not say that
    nothing happened: then it is another than the requester. Before that, whoever should take the first step may decline
    it."""
    if is_done(slip):
        return False
    if slip.taken.all():
        return may(role, Right.VOID_SLIP_UNDER_WAY) and name != slip.actor
    is_requester = role == slip.role if name is None else name == slip.actor
    first = next_step(slip) or ""
    is_asked = may_ever_take_step(role, slip.kind, first, slip.role)
    return is_requester or is_asked or may(role, Right.VOID_WAITING_SLIP)


def may_correct(slip: Slip, role: str, shift: Shift | None, counts: Iterable[Slip]) -> bool:
    """Whether an exchange or tip that is done may be made void: in the open `shift`, and while none of the shift's
    signed `counts` has put right what was wrong."""
    right = may(role, Right.VOID_DONE_EXCHANGE)
    return right and is_correctable(slip, shift) and not counted_since(slip, counts)


def is_correctable(slip: Slip, shift: Shift | None) -> bool:
    """Whether the slip is done and of a kind that may be corrected in `shift`, the open one."""
    done = is_done(slip) and not is_void(slip)
    return done and KINDS[slip.kind].correctable and shift is not None and slip.shift_id == shift.pk


def counts_blind(account: str | None, role: str) -> bool:
    """Whether `role` is not told what a count of this account should come to."""
    return account == "tray" and not may(role, Right.SEE_EXPECTED_TRAY)


def last_signer(slip: Slip) -> str:
    """The login that requested the slip or took its last step."""
    return [slip.actor, *(step.actor for step in slip.taken.all())][-1]
