"""Proof that the ledger adds up: transfers, balances, hourly and daily totals, against the entries."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, Sum

from ledger.models import Account, DailyTotal, HourlyTotal, Transfer
from ledger.postings import Flow, Posting, book_of, kind_of
from ledger.selectors import LEGS, Moved, balance, balances_at, touching
from ledger.service import hourly_totals_of

NOTHING = hashlib.sha256(b"[]").hexdigest()  # the digest of nothing
Totals = Counter[tuple[Any, Flow]]  # by the hour, or by the day
_PARTS = ("source", "target", "purpose", "amount")
_EVER = datetime(1, 1, 1, tzinfo=UTC)  # before all


@dataclass(frozen=True, slots=True)
class Mark:
    """Up to where a book was proved: the last transfer that touched it, and digests of what its accounts held then, and
    its hourly totals from `hour` on. By itself: nothing was."""

    transfer: int = 0
    hour: datetime = _EVER
    balances: str = NOTHING
    totals: str = NOTHING


UNPROVED = Mark()


@dataclass(frozen=True, slots=True)
class Cause:
    """The money that must have moved by one reference: the postings in their order, and when. `takes_back`: the
    references whose transfers it takes back, newest first. `within`: how far the time may be off."""

    postings: Sequence[Posting]
    at: datetime
    takes_back: tuple[str, ...] = ()
    within: timedelta = timedelta(0)


def cause_faults(
    book: str, written: Mapping[str, Sequence[Moved]], wanted: Mapping[str, Cause], teller: str
) -> Iterator[str]:
    """A sentence for each reference that moved something else in the book than its cause, at another time, or took
    back other transfers. `teller`: what tells the causes, for the sentence."""
    for reference in sorted(written.keys() | wanted.keys()):
        found, cause = written.get(reference, ()), wanted.get(reference)
        due = _due(book, reference, cause) if cause else {}
        if [(one.key, one.posting) for one in found] != list(due.items()):
            yield f"the ledger has other money for {reference} than its {teller}"
        elif cause and any(abs(one.at - cause.at) > cause.within for one in found):
            yield f"the ledger has another time for {reference} than its {teller}"
        elif cause and [one.takes_back for one in found] != _taken_back(written, cause, len(found)):
            yield f"{reference} takes back other transfers in the ledger than by its {teller}"


def _due(book: str, reference: str, cause: Cause) -> dict[str, Posting]:
    """Key of a transfer → what it must move, where it touches the book."""
    return {
        f"{reference}:{number}": posting
        for number, posting in enumerate(cause.postings, 1)
        if book in (book_of(posting.source), book_of(posting.target))
    }


def _taken_back(written: Mapping[str, Sequence[Moved]], cause: Cause, number: int) -> list[int | None]:
    if not cause.takes_back:
        return [None] * number
    numbers = (one.number for of in cause.takes_back for one in written.get(of, ()))
    return [*sorted(numbers, reverse=True)]


def accounts_without_entries() -> Iterator[str]:
    """A sentence for each account that no money has ever reached."""
    for code in Account.objects.filter(entries=None).order_by("code").values_list("code", flat=True):
        yield f"account {code}: it has no entries"


def account_faults() -> Iterator[str]:
    """A sentence for each account whose book or kind is not that of its code."""
    for code, book, kind in Account.objects.order_by("code").values_list("code", "book", "kind").iterator():
        if (book, kind) != (book_of(code), _kind(code)):
            yield f"account {code}: it is kept as {kind} of {book}"


def _kind(code: str) -> str | None:
    """The kind in the code; None where the chart has no such account."""
    try:
        return kind_of(code)
    except ValueError:
        return None


def mark(book: str, transfer: int, hour: datetime) -> Mark:
    """The book as it was when that transfer was its newest, by what it is now and what has moved since. `hour`: from
    which on its hourly totals may still grow."""
    up_to = Mark(transfer, hour)
    return Mark(transfer, hour, _digest(balances_at(book, transfer)), _digest(_totals_at(book, up_to)))


def faults(book: str, since: Mark = UNPROVED) -> Iterator[str]:
    """A sentence for each transfer of the book that has not two entries which sum to zero, for each account whose
    balance is not the sum of its entries, and for each hourly or daily total that the entries do not come to: of what
    has moved since it was proved up to the mark `since`."""
    yield from _transfer_faults(book, since.transfer)
    yield from _balance_faults(book, since)
    yield from _total_faults(book, since)


def transfers_without_entries(after: int = 0) -> Iterator[str]:
    """A sentence for each transfer, of those numbered above `after`, that moves nothing, and so belongs to no book."""
    moving_nothing = Transfer.objects.filter(pk__gt=after, entries=None)
    for key in moving_nothing.order_by("id").values_list("key", flat=True):
        yield f"transfer {key}: it has no entries"


def _transfer_faults(book: str, after: int) -> Iterator[str]:
    sums = touching(book, after).annotate(total=Sum("entries__amount"), legs=Count("entries")).order_by("id")
    for key, total in sums.exclude(total=0).values_list("key", "total"):
        yield f"transfer {key}: its entries sum to {total}, not to zero"
    for key, number in sums.exclude(legs=LEGS).values_list("key", "legs"):
        yield f"transfer {key}: it has {number} entries, not {LEGS}"


def _balance_faults(book: str, since: Mark) -> Iterator[str]:
    before = balances_at(book, since.transfer)
    if _digest(before) == since.balances:
        return
    if since.transfer:
        yield f"the balances of {book} are not those that were proved and what has moved since"
        return
    for code, rest in sorted(before.items()):
        stored = balance(code)
        yield f"account {code}: balance {stored}, entries {stored - rest}"


def _total_faults(book: str, since: Mark) -> Iterator[str]:
    """A day is the sum of its hours, as they must be where that is known."""
    begin = since.hour.astimezone(UTC).replace(hour=0, minute=0)
    hours, before = _hours(book, begin), _totals_at(book, since)
    if not since.transfer:
        hours.subtract(before)
        for (hour, flow), off in sorted(before.items()):
            due = hours[hour, flow]
            yield f"hourly {_called(flow)}: {due + off}, entries {due}, from {hour:%Y-%m-%d %H:%M} UTC"
    elif _digest(before) != since.totals:
        yield f"the hourly totals of {book} are not those that were proved and what has moved since"
    wanted: Totals = Counter()
    for (hour, flow), amount in hours.items():
        wanted[hour.astimezone(UTC).date(), flow] += amount
    days = DailyTotal.objects.filter(book=book, day__gte=begin.date())
    found = {(day, Flow(book, *key)): amount for day, *key, amount in days.values_list("day", *_PARTS)}
    for day, flow in sorted(wanted.keys() | found.keys()):
        is_now, due = found.get((day, flow), 0), wanted[day, flow]
        if is_now != due:
            yield f"daily {_called(flow)}: {is_now}, entries {due}, on {day}"


def _called(flow: Flow) -> str:
    return f"total of {flow.purpose} in {flow.book}"


def _totals_at(book: str, since: Mark) -> Totals:
    """What the hourly totals from that hour on were when that transfer was the newest; those of nothing are left
    out."""
    totals = _hours(book, since.hour)
    for (begin, flow), amount in hourly_totals_of(book, since.transfer).items():
        if begin >= since.hour:
            totals[begin, flow] -= amount
    return Counter({key: amount for key, amount in totals.items() if amount})


def _hours(book: str, since: datetime) -> Totals:
    kept = HourlyTotal.objects.filter(book=book, hour__gte=since).values_list("hour", *_PARTS)
    return Counter({(hour, Flow(book, *key)): amount for hour, *key, amount in kept})


def _digest(held: Mapping[Any, int]) -> str:
    """SHA-256, in hex, of what is held by whom."""
    said = sorted((str(key) if isinstance(key, str) else _said(*key), amount) for key, amount in held.items())
    return hashlib.sha256(json.dumps(said, separators=(",", ":")).encode()).hexdigest()


def _said(hour: datetime, flow: Flow) -> str:
    return " ".join((hour.astimezone(UTC).isoformat(), *flow))
