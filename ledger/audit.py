"""Proof that the ledger adds up: transfers, balances and hourly totals, against the entries."""

from collections import Counter
from collections.abc import Iterator

from django.db.models import Count, F, Sum
from django.db.models.functions import Coalesce

from ledger.models import Account, HourlyTotal, Transfer
from ledger.postings import Flow
from ledger.selectors import LEGS, touching
from ledger.service import hourly_totals_of


def faults(book: str) -> Iterator[str]:
    """A sentence for each transfer of the book that has not two entries which sum to zero, for each account whose
    balance is not the sum of its entries, and for each hourly total that the entries do not come to."""
    yield from _transfer_faults(book)
    yield from _balance_faults(book)
    yield from _hourly_total_faults(book)


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


def _hourly_total_faults(book: str) -> Iterator[str]:
    wanted: Counter[Flow] = Counter()
    for (_hour, flow), amount in hourly_totals_of(book).items():
        wanted[flow] += amount
    kept = HourlyTotal.objects.filter(book=book).values_list("source", "target", "purpose")
    stored = {Flow(book, *key): total for *key, total in kept.annotate(total=Sum("amount")).order_by()}
    for flow in sorted(wanted.keys() | stored.keys()):
        if wanted[flow] != stored.get(flow, 0):
            yield f"hourly total of {flow.purpose} in {book}: {stored.get(flow, 0)}, entries {wanted[flow]}"
