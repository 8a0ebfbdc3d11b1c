"""Proof that the ledger adds up: transfers, balances, hourly and daily totals, against the entries."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db.models import Count, F, Sum
from django.db.models.functions import Coalesce

from ledger.models import Account, DailyTotal, HourlyTotal, Transfer
from ledger.postings import Flow, Posting, book_of, kind_of
from ledger.selectors import LEGS, Moved, touching
from ledger.service import hourly_totals_of


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
    """A sentence for each account that no money has ever reached, and for each whose book or kind is not that of its
    code."""
    for code in Account.objects.filter(entries=None).order_by("code").values_list("code", flat=True):
        yield f"account {code}: it has no entries"
    for code, book, kind in Account.objects.order_by("code").values_list("code", "book", "kind"):
        if (book, kind) != (book_of(code), _kind(code)):
            yield f"account {code}: it is kept as {kind} of {book}"


def _kind(code: str) -> str | None:
    """The kind in the code; None where the chart has no such account."""
    try:
        return kind_of(code)
    except ValueError:
        return None


def faults(book: str) -> Iterator[str]:
    """A sentence for each transfer of the book that has not two entries which sum to zero, for each account whose
    balance is not the sum of its entries, and for each hourly or daily total that the entries do not come to."""
    yield from _transfer_faults(book)
    yield from _balance_faults(book)
    yield from _total_faults(book)


def transfers_without_entries() -> Iterator[str]:
    """A sentence for each transfer that moves nothing, and so belongs to no book."""
    for key in Transfer.objects.filter(entries=None).order_by("id").values_list("key", flat=True):
        yield f"transfer {key}: it has no entries"


def _transfer_faults(book: str) -> Iterator[str]:
    sums = touching(book).annotate(total=Sum("entries__amount"), legs=Count("entries")).order_by("id")
    for key, total in sums.exclude(total=0).values_list("key", "total"):
        yield f"transfer {key}: its entries sum to {total}, not to zero"
    for key, number in sums.exclude(legs=LEGS).values_list("key", "legs"):
        yield f"transfer {key}: it has {number} entries, not {LEGS}"


def _balance_faults(book: str) -> Iterator[str]:
    accounts = Account.objects.filter(book=book).annotate(total=Coalesce(Sum("entries__amount"), 0))
    wrong = accounts.exclude(balance=F("total")).order_by("code")
    for code, stored, total in wrong.values_list("code", "balance", "total"):
        yield f"account {code}: balance {stored}, entries {total}"


def _total_faults(book: str) -> Iterator[str]:
    hours = hourly_totals_of(book)
    days: Counter[tuple[date, Flow]] = Counter()
    for (hour, flow), amount in hours.items():
        days[hour.astimezone(UTC).date(), flow] += amount
    parts = ("source", "target", "purpose", "amount")
    kept_hours = HourlyTotal.objects.filter(book=book).values_list("hour", *parts)
    for hour, of, amounts in _other_totals(book, kept_hours, hours):
        yield f"hourly {of}: {amounts}, from {hour:%Y-%m-%d %H:%M} UTC"
    kept_days = DailyTotal.objects.filter(book=book).values_list("day", *parts)
    for day, of, amounts in _other_totals(book, kept_days, days):
        yield f"daily {of}: {amounts}, on {day}"


def _other_totals(book: str, kept: Iterable[Any], wanted: Counter[Any]) -> Iterator[tuple[Any, str, str]]:
    """When, of what, and how much, for each total that is kept as another than the wanted one."""
    stored = {(begin, Flow(book, *key)): amount for begin, *key, amount in kept}
    for begin, flow in sorted(wanted.keys() | stored.keys()):
        found, due = stored.get((begin, flow), 0), wanted[begin, flow]
        if found != due:
            yield begin, f"total of {flow.purpose} in {book}", f"{found}, entries {due}"
