"""A new slip from a request: what it may say, its number, its amount and its shift."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median_low

from casino.common import clock
from casino.common.currency import LARGEST, denominations
from casino.common.house import house
from casino.common.refusals import Refusal
from casino.people.permissions import may_request_slip
from ledger.cage.accounts import CAGE, Purpose
from ledger.cage.exchanges import IN_LIMIT, OfDay, exchanged, of_day
from ledger.cage.models import Series, Shift, Slip
from ledger.cage.selectors import current_shift, pending
from ledger.cage.slip_postings import check_is_there
from ledger.cage.slip_rights import counts_blind
from ledger.cage.slips import KINDS, LockedBook, Signer, SlipKind, SlipRequest, steps_of, total_of
from ledger.models import Account
from ledger.postings import account_of
from ledger.selectors import balance

SERIES = "slips"
LONGEST = 500  # characters of a reason


def locked_series() -> Series:
    """The series of slip numbers, locked: a repetition that comes at the same time waits, and finds the slip."""
    Series.objects.get_or_create(name=SERIES)
    return Series.objects.select_for_update().get(name=SERIES)


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a request would make. `slip`: not stored, without a number, with the steps that it needs. `today`: of its
    player on the casino's day, with this slip where it counts for the limit."""

    slip: Slip
    today: OfDay


def issue(book: LockedBook, request: SlipRequest, signer: Signer, series: Series) -> Slip:
    """Write the slip. Raises Refusal."""
    slip = foresee(book, request, signer).slip
    check_is_there(book.code, KINDS[slip.kind], slip.amount)
    _check_named(slip)
    _check_questions(book, request, slip.amount)
    _check_difference(slip, KINDS[slip.kind])
    slip.number = _number(series, request.number)
    slip.save(force_insert=True)
    return slip


def foresee(book: LockedBook, request: SlipRequest, signer: Signer) -> Foreseen:
    """What the request would make, as far as its contents alone decide. Writes nothing. Raises Refusal."""
    kind = _kind(book, request, signer)
    shift = _shift_for(book, kind, request)
    amount = _amount(kind, request)
    today = of_day(book, request.player, shift) if kind.limited == "together" else OfDay()
    slip = Slip(
        kind=request.kind,
        book=book.code,
        amount=amount,
        expected=balance(account_of(book.code, kind.counts)) if kind.counts else None,
        chips=dict(request.chips) if request.chips is not None else None,
        player=request.player,
        reason=checked_text(request.reason),
        steps=steps_of(request.kind, kind.limited is not None and is_above_limit(today.total + amount)),
        shift=shift,
        actor=signer.name,
        role=signer.role,
        key=request.key,
        at=clock.now(),
    )
    return Foreseen(slip, _with(today, slip))


def _with(today: OfDay, slip: Slip) -> OfDay:
    bought, given_back = (slip.amount if slip.kind == kind else 0 for kind in IN_LIMIT)
    return OfDay(today.bought + bought, today.given_back + given_back)


def is_above_limit(amount: int) -> bool:
    """Whether a jefe confirms so much, and its player is named."""
    return amount > house().counter_limit


def objection(slip: Slip) -> Refusal | None:
    """The refusal that such a slip, not stored yet, would meet; questions are none. Said while it is typed."""
    kind = KINDS[slip.kind]
    try:
        check_is_there(slip.book, kind, slip.amount)
        _check_named(slip)
    except Refusal as refusal:
        return refusal
    return None


def same_slip(earlier: Slip, book: LockedBook, request: SlipRequest) -> Slip:
    """The slip that the request's key was used for. Raises Refusal where it said something else."""
    chips = dict(request.chips) if request.chips is not None else None
    amount = earlier.amount if chips is not None and request.amount is None else request.amount
    number = earlier.number if request.number is None else request.number
    said = (request.kind, book.code, request.player, request.reason.strip(), chips, amount, number)
    fields = ("kind", "book", "player", "reason", "chips", "amount", "number")
    if said != tuple(getattr(earlier, name) for name in fields):
        raise Refusal("key_used")
    return earlier


def checked_text(said: str) -> str:
    """A reason without the space around it. Raises Refusal for one that is too long, or that PostgreSQL cannot
    store."""
    text = said.strip()
    if len(text) > LONGEST or "\x00" in text:
        raise Refusal("says_too_much")
    return text


def _kind(book: LockedBook, request: SlipRequest, signer: Signer) -> SlipKind:
    kind = KINDS.get(request.kind)
    if kind is None or (kind.shift == "none") != (book.code == CAGE):
        raise Refusal("unknown_slip")
    if not may_request_slip(signer.role, request.kind):
        raise Refusal("not_for_your_role")
    if request.player and not (kind.of_player and _is_known(book, request.player)):
        raise Refusal("unknown_player", player=request.player)
    return kind


def _is_known(book: LockedBook, player: str) -> bool:
    """At the table now, or earlier: who has left may still bring his chips."""
    if player in book.players:
        return True
    if "\x00" in player:  # PostgreSQL rejects NUL in text
        return False
    return Account.objects.filter(code=f"{account_of(book.code, 'chips')}:{player}").exists()


def _amount(kind: SlipKind, request: SlipRequest) -> int:
    amount = request.amount if request.chips is None else _amount_of_chips(kind, request)
    if request.chips is None and kind.counts and kind.in_chips:
        raise Refusal("chips_needed")
    least = 0 if kind.counts else 1
    if type(amount) is not int or not least <= amount <= LARGEST:
        raise Refusal("not_an_amount", least=least, most=LARGEST)
    return amount


def _amount_of_chips(kind: SlipKind, request: SlipRequest) -> int:
    chips = request.chips or {}
    if not kind.in_chips or any(not _is_chip(*pair) for pair in chips.items()):
        raise Refusal("not_such_chips")
    total = total_of(chips)
    if request.amount not in (None, total):
        raise Refusal("chips_do_not_add_up", total=total)
    return total


def _is_chip(value: object, number: object) -> bool:
    known = {str(chip) for chip in denominations()}
    return value in known and type(number) is int and 0 <= number <= LARGEST


def _shift_for(book: LockedBook, kind: SlipKind, request: SlipRequest) -> Shift | None:
    if kind.shift == "none":
        return None
    shift = current_shift(book.code)
    if kind.shift == "opens":
        if shift is not None:
            raise Refusal("shift_open")
        if any(slip.kind == request.kind for slip in pending(book.code)):
            raise Refusal("pending_slips")
        return None
    if shift is None:
        raise Refusal("no_shift")
    if kind.shift == "closes" and pending(book.code):
        raise Refusal("pending_slips")
    return shift


def _check_named(slip: Slip) -> None:
    """Above the counter's limit the house knows who exchanges. Raises Refusal."""
    if KINDS[slip.kind].limited and not slip.player and is_above_limit(slip.amount):
        raise Refusal("name_needed", most=house().counter_limit)


def _number(series: Series, wanted: int | None) -> int:
    """The next of the series, or the printed one that was given."""
    if wanted is None:
        return _next_number(series)
    if type(wanted) is not int or not 1 <= wanted <= LARGEST:
        raise Refusal("not_a_number", most=LARGEST)
    if Slip.objects.filter(number=wanted).exists():
        raise Refusal("slip_number_used", number=wanted)
    return wanted


def _next_number(series: Series) -> int:
    """Printed numbers that have been used are left out."""
    number = series.last + 1
    while Slip.objects.filter(number=number).exists():
        number += 1
    series.last = number
    series.save(update_fields=["last"])
    return number


def _check_difference(slip: Slip, kind: SlipKind) -> None:
    if slip.expected is None or slip.amount == slip.expected:
        return
    # Who counts blind is not asked for a reason: the question would tell him what should be there.
    if not slip.reason and not counts_blind(kind.counts, slip.role):
        raise Refusal("reason_needed")


TIMES = 100  # more than so many times what is usual is asked about
LAST, FEWEST = 20, 5  # slips of a kind from which the usual amount is told


def _check_questions(book: LockedBook, request: SlipRequest, amount: int) -> None:
    """Raises Refusal with the first question that `request.sure` does not answer; a program, which has no `sure`, is
    asked nothing."""
    if request.sure is None:
        return
    for question in _questions(book, request, amount):
        if question.code not in request.sure:
            raise question


def _questions(book: LockedBook, request: SlipRequest, amount: int) -> Iterator[Refusal]:
    if (
        KINDS[request.kind].counts != "tray"
    ):  # a tray is counted blind, and its difference signed with a reason
        usual = _usual(book.code, request.kind)
        if amount > TIMES * usual:
            yield Refusal("unusual_amount", usual=usual)
    if request.kind == Purpose.CASH_OUT and request.player and _never_bought(book.code, request, amount):
        yield Refusal("never_bought")


def _usual(book: str, name: str) -> int:
    """The usual amount: that of the last slips of the kind, the content of a box, or else the counter's limit."""
    kind = KINDS[name]
    if kind.counts:
        return max(balance(account_of(book, kind.counts)), house().counter_limit // TIMES)
    last = list(
        Slip.objects.filter(book=book, kind=name).order_by("-pk").values_list("amount", flat=True)[:LAST]
    )
    return median_low(last) if len(last) >= FEWEST else house().counter_limit


def _never_bought(book: str, request: SlipRequest, amount: int) -> bool:
    shift = current_shift(book)
    held = exchanged(shift, [request.player]).get(request.player) if shift else None
    return held is not None and not held.bought and amount > held.holds
