"""What is asked once more before a slip is written: it can be so, and is more often a slip of the finger."""

from collections.abc import Iterator
from statistics import median_low

from django.conf import settings

from casino.common.errors import Refusal
from ledger.cage.exchanges import exchanged
from ledger.cage.models import Slip
from ledger.cage.purposes import Purpose
from ledger.cage.requests import LockedBook, SlipRequest
from ledger.cage.selectors import current_shift
from ledger.cage.slips import KINDS
from ledger.postings import account_of
from ledger.selectors import balance

TIMES = 100  # more than so many times what is usual is asked about
LAST, FEWEST = 20, 5  # slips of a kind from which the usual amount is told


def check(book: LockedBook, request: SlipRequest, amount: int) -> None:
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
    """What the last slips of that kind came to; what a box should hold; else the counter's limit."""
    kind = KINDS[name]
    if kind.counts:
        return max(balance(account_of(book, kind.counts)), int(settings.COUNTER_LIMIT) // TIMES)
    last = list(
        Slip.objects.filter(book=book, kind=name).order_by("-pk").values_list("amount", flat=True)[:LAST]
    )
    return median_low(last) if len(last) >= FEWEST else int(settings.COUNTER_LIMIT)


def _never_bought(book: str, request: SlipRequest, amount: int) -> bool:
    shift = current_shift(book)
    held = exchanged(shift, [request.player]).get(request.player) if shift else None
    return held is not None and not held.bought and amount > held.holds
