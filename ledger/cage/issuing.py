"""A new slip from a request: what it may say, its number, its amount and its shift."""

from collections.abc import Collection

from django.conf import settings
from django.db.models import Sum

from casino.accounts.permissions import may_request_slip
from casino.common import clock
from casino.common.currency import LARGEST, denominations
from casino.common.errors import Refusal
from casino.common.lookalikes import are_alike
from ledger.cage import questions
from ledger.cage.accounts import CAGE
from ledger.cage.exchanges import IN_LIMIT
from ledger.cage.models import Series, Shift, Slip
from ledger.cage.requests import LockedBook, Signer, SlipRequest
from ledger.cage.selectors import current_shift, pending
from ledger.cage.slip_postings import check_is_there
from ledger.cage.slip_rights import counts_blind
from ledger.cage.slips import KINDS, VOID, SlipKind, steps_of, total_of
from ledger.models import Account
from ledger.postings import account_of
from ledger.selectors import balance

SERIES = "slips"
LONGEST = 500  # characters of a reason


def locked_series() -> Series:
    """The series of slip numbers, locked: a repetition that comes at the same time waits, and finds the slip."""
    Series.objects.get_or_create(name=SERIES)
    return Series.objects.select_for_update().get(name=SERIES)


def issue(book: LockedBook, request: SlipRequest, signer: Signer, series: Series) -> Slip:
    """Write the slip. Raises Refusal."""
    kind = _kind(book, request, signer)
    shift = _shift_for(book, kind, request)
    amount = _amount(kind, request)
    check_is_there(book.code, kind, amount)
    _check_named(kind, request, amount)
    questions.check(book, request, amount)
    slip = Slip.objects.create(
        number=_number(series, request.number),
        kind=request.kind,
        book=book.code,
        amount=amount,
        expected=balance(account_of(book.code, kind.counts)) if kind.counts else None,
        chips=dict(request.chips) if request.chips is not None else None,
        player=request.player,
        reason=checked_text(request.reason),
        steps=steps_of(
            request.kind, kind.limited is not None and _is_large(book, kind, request, shift, amount)
        ),
        shift=shift,
        actor=signer.name,
        role=signer.role,
        key=request.key,
        at=clock.now(),
    )
    _check_difference(slip, kind)
    return slip


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


def _is_large(
    book: LockedBook, kind: SlipKind, request: SlipRequest, shift: Shift | None, amount: int
) -> bool:
    """Above the limit alone, or with what the same player has exchanged in this shift, either way. Who looks like him
    by id or name may be he."""
    before = 0
    if request.player and kind.limited == "together":
        slips = Slip.objects.filter(shift=shift, kind__in=IN_LIMIT).exclude(player="")
        sums = dict(slips.exclude(taken__name=VOID).values_list("player").annotate(total=Sum("amount")))
        before = sum(sums[one] for one in _taken_for(request.player, sums, book))
    return before + amount > int(settings.COUNTER_LIMIT)


def _taken_for(player: str, others: Collection[str], book: LockedBook) -> list[str]:
    """Those of `others` who are this player, or look like him."""
    names = book.names_of({player, *others})
    mine = {player, names.get(player, player)}
    return [
        other
        for other in others
        if any(are_alike(one, of_other) for one in mine for of_other in {other, names.get(other, other)})
    ]


def _check_named(kind: SlipKind, request: SlipRequest, amount: int) -> None:
    """Above the counter's limit the house knows who exchanges. Raises Refusal."""
    if kind.limited and not request.player and amount > int(settings.COUNTER_LIMIT):
        raise Refusal("name_needed", most=int(settings.COUNTER_LIMIT))


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
