"""The only writer of slips, shifts and counts.

Every function expects to run inside its caller's transaction, and the caller to hold the lock of the slip's book: a
table's own row, under which all of that table's money moves. Slips of the cage take their order from the series of
numbers, which every slip locks.
"""

from django.conf import settings
from django.db.models import Sum

from casino.common import clock
from casino.common.currency import LARGEST, denominations
from ledger import service
from ledger.cage.models import Series, Shift, Slip, Step
from ledger.cage.requests import Asked, Book, NotPossible, Who
from ledger.cage.selectors import account, counted_since, current_shift, is_done, is_void, next_step, pending
from ledger.cage.slip_postings import ASKED, VOID, complete, take_back, take_step
from ledger.cage.slips import CAMBISTA, JEFE, KINDS, SlipKind, is_blind, step_kind, steps_of, total_of
from ledger.models import Account
from ledger.postings import CAGE

SERIES = "slips"
LONGEST = 500  # characters of a reason


def ask(book: Book, asked: Asked, who: Who) -> Slip:
    """A new slip, done at once where it needs no second signature. The same key again gives the first slip.
    Raises NotPossible."""
    series = _series()  # locked first: a repetition that comes at the same time waits, and finds the slip
    if asked.key and (earlier := Slip.objects.filter(key=asked.key).first()):
        return _same(earlier, book, asked)
    kind = _kind(book, asked, who)
    shift = _shift_for(book, kind, asked)
    slip = _new_slip(book, asked, who, shift, _amount(kind, asked), _number(series, asked.number))
    _check_difference(slip)
    if not slip.steps:
        complete(book, slip, ASKED)
    return slip


def go_on(book: Book, slip: Slip, name: str, who: Who, reason: str = "", *, again: bool = False) -> Step:
    """Take the slip's next step, or make it void. `again`: it may have been said before, and the answer lost; then the
    step that this person took last is the answer. Raises NotPossible."""
    newest = slip.taken.last()
    if again and newest and (newest.name, newest.actor) == (name, who.name):
        return newest
    if name == VOID:
        return _void(book, slip, who, _text(reason))
    if is_done(slip):
        raise NotPossible("slip_done")
    if name != next_step(slip):
        raise NotPossible("not_this_step", next=next_step(slip))
    if who.role not in step_kind(slip.kind, name).roles[slip.role] or not _is_another(slip, name, who):
        raise NotPossible("not_for_your_role")
    _check_signature(slip, who, _text(reason))
    take_step(slip, name)
    last = name == slip.steps[-1]
    if last:
        complete(book, slip, name)
    return _step(slip, name, who, done=last, reason=_text(reason))


def _is_another(slip: Slip, name: str, who: Who) -> bool:
    """Two signatures are two persons', also where somebody's role has changed between them. What is sent may be sent
    by who asked for it."""
    last = slip.taken.order_by("-pk").values_list("actor", flat=True).first() or slip.actor
    return name == "sent" or who.name != last


def _same(earlier: Slip, book: Book, asked: Asked) -> Slip:
    """The slip that this key was used for, if it said the same."""
    chips = dict(asked.chips) if asked.chips is not None else None
    amount = earlier.amount if chips is not None and asked.amount is None else asked.amount
    number = earlier.number if asked.number is None else asked.number
    said = (asked.kind, book.code, asked.player, asked.reason.strip(), chips, amount, number)
    was = (
        earlier.kind,
        earlier.book,
        earlier.player,
        earlier.reason,
        earlier.chips,
        earlier.amount,
        earlier.number,
    )
    if was != said:
        raise NotPossible("key_used")
    return earlier


def _kind(book: Book, asked: Asked, who: Who) -> SlipKind:
    kind = KINDS.get(asked.kind)
    if kind is None or (kind.shift == "none") != (book.code == CAGE):
        raise NotPossible("unknown_slip")
    if who.role not in kind.asked_by:
        raise NotPossible("not_for_your_role")
    if asked.player and not (kind.of_player and _is_known(book, asked.player)):
        raise NotPossible("unknown_player", player=asked.player)
    return kind


def _is_known(book: Book, player: str) -> bool:
    """At the table, or once there: who has left may still bring his chips."""
    if player in book.players:
        return True
    # Not every database bears being asked for a NUL.
    return "\x00" not in player and Account.objects.filter(code=f"{book.code}:chips:{player}").exists()


def _amount(kind: SlipKind, asked: Asked) -> int:
    amount = asked.amount
    if asked.chips is not None:
        if not kind.in_chips or any(not _is_chip(*pair) for pair in asked.chips.items()):
            raise NotPossible("not_such_chips")
        total = total_of(asked.chips)
        if amount not in (None, total):
            raise NotPossible("chips_do_not_add_up", total=total)
        amount = total
    elif kind.counts and kind.in_chips:
        raise NotPossible("chips_needed")
    least = 0 if kind.counts else 1
    if type(amount) is not int or not least <= amount <= LARGEST:
        raise NotPossible("not_an_amount", least=least, most=LARGEST)
    return amount


def _is_chip(value: object, number: object) -> bool:
    known = {str(chip) for chip in denominations()}
    return value in known and type(number) is int and 0 <= number <= LARGEST


def _shift_for(book: Book, kind: SlipKind, asked: Asked) -> Shift | None:
    if kind.shift == "none":
        return None
    shift = current_shift(book.code)
    if kind.shift == "opens":
        if shift is not None:
            raise NotPossible("shift_open")
        if any(slip.kind == asked.kind for slip in pending(book.code)):
            raise NotPossible("pending_slips")
        return None
    if shift is None:
        raise NotPossible("no_shift")
    if kind.shift == "closes" and pending(book.code):
        raise NotPossible("pending_slips")
    return shift


def _new_slip(book: Book, asked: Asked, who: Who, shift: Shift | None, amount: int, number: int) -> Slip:
    kind = KINDS[asked.kind]
    return Slip.objects.create(
        number=number,
        kind=asked.kind,
        book=book.code,
        amount=amount,
        expected=service.balance(account(book.code, kind.counts)) if kind.counts else None,
        chips=dict(asked.chips) if asked.chips is not None else None,
        player=asked.player,
        reason=_text(asked.reason),
        steps=steps_of(asked.kind, kind.limited is not None and _is_large(kind, asked, shift, amount)),
        shift=shift,
        actor=who.name,
        role=who.role,
        key=asked.key,
        at=clock.now(),
    )


def _is_large(kind: SlipKind, asked: Asked, shift: Shift | None, amount: int) -> bool:
    """Above the limit alone, or with what the same player has exchanged in this shift, either way."""
    before = 0
    if asked.player and kind.limited == "together":
        limited = [name for name, one in KINDS.items() if one.limited == "together"]
        slips = Slip.objects.filter(shift=shift, kind__in=limited, player=asked.player)
        before = slips.exclude(taken__name=VOID).aggregate(total=Sum("amount"))["total"] or 0
    return before + amount > int(settings.COUNTER_LIMIT)


def _series() -> Series:
    Series.objects.get_or_create(name=SERIES)
    return Series.objects.select_for_update().get(name=SERIES)


def _number(series: Series, wanted: int | None) -> int:
    """The next of the series, or the printed one that was given."""
    if wanted is None:
        wanted = series.last + 1
        while Slip.objects.filter(number=wanted).exists():
            wanted += 1
        series.last = wanted
        series.save(update_fields=["last"])
    elif type(wanted) is not int or not 1 <= wanted <= LARGEST:
        raise NotPossible("not_a_number", most=LARGEST)
    elif Slip.objects.filter(number=wanted).exists():
        raise NotPossible("slip_number_used", number=wanted)
    return wanted


def _check_difference(slip: Slip) -> None:
    if slip.expected is None or slip.amount == slip.expected:
        return
    if not slip.reason and not is_blind(KINDS[slip.kind], slip.role):
        raise NotPossible("reason_needed")  # who counts blind would learn from it how much should be there
    if slip.role == CAMBISTA and KINDS[slip.kind].counts == "tray":
        raise NotPossible("cambista_cannot_differ")  # his second signature is a croupier's


def _check_signature(slip: Slip, who: Who, reason: str) -> None:
    """A difference is signed by a jefe, who says why if the count does not; a tray that has moved since it was counted
    is counted again; no shift closes over a slip that was asked for since."""
    if slip.expected is None:
        return
    if KINDS[slip.kind].shift == "closes" and any(other != slip for other in pending(slip.book)):
        raise NotPossible("pending_slips")
    if slip.amount != slip.expected and JEFE not in (slip.role, who.role):
        raise NotPossible("jefe_must_sign")
    if slip.amount != slip.expected and not (slip.reason or reason):
        raise NotPossible("reason_needed")
    if KINDS[slip.kind].counts == "tray" and service.balance(account(slip.book, "tray")) != slip.expected:
        raise NotPossible("tray_moved")


def _void(book: Book, slip: Slip, who: Who, reason: str) -> Step:
    """Who asked for it takes it back, who should take its first step declines it, a jefe may do either; what it had
    moved goes back. Raises NotPossible."""
    if is_void(slip) or (is_done(slip) and not _is_correctable(book, slip)):
        raise NotPossible("slip_done")
    if not _may_void(slip, who):
        raise NotPossible("not_for_your_role")
    if is_done(slip) and counted_since(slip):
        raise NotPossible("counted_after")
    if not reason:
        raise NotPossible("reason_needed")
    take_back(slip)
    return _step(slip, VOID, who, done=True, reason=reason)


def _is_correctable(book: Book, slip: Slip) -> bool:
    """An exchange typed wrongly, in a shift that is still open."""
    return KINDS[slip.kind].correctable and slip.shift == current_shift(book.code)


def _may_void(slip: Slip, who: Who) -> bool:
    """Once chips are on their way, or an exchange is done, one person alone does not say that nothing happened. Before
    that whoever would have to take the slip's first step may decline it."""
    if is_done(slip):
        return who.role == JEFE
    if slip.taken.exists():
        return who.role in (JEFE, CAMBISTA) and who.name != slip.actor
    next_roles = step_kind(slip.kind, next_step(slip) or "").roles[slip.role]
    return who.role == JEFE or who.name == slip.actor or who.role in next_roles


def _step(slip: Slip, name: str, who: Who, *, done: bool, reason: str) -> Step:
    return Step.objects.create(
        slip=slip, name=name, done=done, reason=reason, actor=who.name, role=who.role, at=clock.now()
    )


def _text(said: str) -> str:
    text = said.strip()
    if len(text) > LONGEST or "\x00" in text:
        raise NotPossible("says_too_much")
    return text
