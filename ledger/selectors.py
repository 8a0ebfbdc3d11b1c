"""Readings of the ledger."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from django.db.models import Max, OuterRef, Q, QuerySet, Subquery, Sum

from casino.common.sql import newest
from ledger.models import Account, Entry, Transfer
from ledger.postings import Posting

LEGS = 2  # of every transfer
CHUNK = 500  # transfers read together: databases limit the number of parameters of a query


class Moved(NamedTuple):
    """A transfer's money. `number`: its primary key; `takes_back`: that of the transfer that it takes back."""

    number: int
    key: str
    at: datetime
    takes_back: int | None
    posting: Posting


def balance(code: str) -> int:
    """The balance of an account, 0 for one that no money has reached."""
    return Account.objects.filter(code=code).values_list("balance", flat=True).first() or 0


def balances_of(codes: Iterable[str]) -> dict[str, int]:
    """Account code → balance, 0 for one that no money has reached."""
    codes = list(codes)
    known = Account.objects.filter(code__in=codes).values_list("code", "balance")
    return dict.fromkeys(codes, 0) | dict(known)


def balances(book: str) -> dict[str, int]:
    """Account code → balance, of all accounts of a book."""
    return dict(Account.objects.filter(book=book).values_list("code", "balance"))


def moved_by_others(book: str, prefix: str, after: int = 0) -> dict[str, int]:
    """Account code → what moved in or out by references that do not begin with `prefix`, of the transfers numbered
    above `after`."""
    moved = Entry.objects.filter(account__book=book, transfer_id__gt=after)
    moved = moved.exclude(transfer__reference__startswith=prefix)
    totals = moved.values("account__code").annotate(total=Sum("amount")).order_by()
    return dict(totals.values_list("account__code", "total"))


def last_transfer() -> int:
    """The number of the newest transfer, 0 if there is none. To the holder of a book's lock, all of that book's are at
    or below it."""
    return newest(Transfer)


def total() -> int:
    """The sum of all entries: zero, or money came from nowhere."""
    return Entry.objects.aggregate(total=Sum("amount"))["total"] or 0


def total_of_balances() -> int:
    """The same by the balances."""
    return Account.objects.aggregate(total=Sum("balance"))["total"] or 0


def moved_by_reference(
    book: str, prefix: str, *, others: bool = False, after: int = 0
) -> dict[str, list[Moved]]:
    """Reference → what it moved, in order: what touched the accounts of a book and whose reference begins with
    `prefix`, or with `others` all the rest; of the transfers numbered above `after`."""
    begins = Q(reference__startswith=prefix)
    return _by_reference(touching(book, after).filter(~begins if others else begins))


def moved_by(book: str, references: Iterable[str]) -> dict[str, list[Moved]]:
    """The same of these references."""
    found: dict[str, list[Moved]] = {}
    waiting = iter(references)
    while chunk := list(islice(waiting, CHUNK)):
        found |= _by_reference(touching(book).filter(reference__in=chunk))
    return found


def _by_reference(chosen: QuerySet[Transfer]) -> dict[str, list[Moved]]:
    found: dict[str, list[Moved]] = {}
    for transfer, posting in with_postings(chosen.order_by("id")):
        one = Moved(transfer.pk, transfer.key, transfer.at, transfer.reverses_id, posting)
        found.setdefault(transfer.reference, []).append(one)
    return found


def postings_of(references: Iterable[str]) -> list[Posting]:
    """The postings that these references caused, in their order."""
    caused = Transfer.objects.filter(reference__in=list(references)).order_by("id")
    return [posting for _, posting in with_postings(caused)]


def caused_by(references: Iterable[str]) -> list[tuple[int, Posting]]:
    """The transfers that these references caused, newest first: the primary key of each with what it moved. The rest
    as in `with_postings`."""
    caused = Transfer.objects.filter(reference__in=list(references)).order_by("-id")
    return [(transfer.pk, posting) for transfer, posting in with_postings(caused)]


def touching(book: str, after: int = 0) -> QuerySet[Transfer]:
    """The transfers that moved money into or out of a book's accounts, of those numbered above `after`."""
    entries = Entry.objects.filter(account__book=book)
    if after:
        entries = entries.filter(transfer_id__gt=after)
    return Transfer.objects.filter(pk__in=entries.values_list("transfer_id", flat=True))


def last_transfers() -> dict[str, int]:
    """Book → the number of the newest transfer that touched it."""
    of_account = Entry.objects.filter(account=OuterRef("pk")).order_by("-transfer_id")
    accounts = Account.objects.annotate(last=Subquery(of_account.values("transfer_id")[:1]))
    return dict(accounts.values_list("book").annotate(newest=Max("last")).order_by())


def balances_at(book: str, transfer: int) -> dict[str, int]:
    """Account code → what its balance was when that transfer was the book's newest, by the present balance and what
    has moved since; accounts that held nothing are left out."""
    since = Entry.objects.filter(account__book=book, transfer_id__gt=transfer)
    moved = dict(since.values_list("account__code").annotate(total=Sum("amount")).order_by())
    held = {code: balance - moved.get(code, 0) for code, balance in balances(book).items()}
    return {code: amount for code, amount in held.items() if amount}


def with_postings(transfers: QuerySet[Transfer]) -> Iterator[tuple[Transfer, Posting]]:
    """Each of these transfers with what it moved. One that has not two entries is left out: `ledger.audit` reports
    it."""
    found = transfers.iterator(chunk_size=CHUNK)
    while chunk := list(islice(found, CHUNK)):
        yield from _read(chunk)


def _read(chunk: list[Transfer]) -> Iterator[tuple[Transfer, Posting]]:
    by_transfer: dict[int, list[tuple[str, int]]] = {}
    entries = Entry.objects.filter(transfer__in=[transfer.pk for transfer in chunk])
    for pk, code, amount in entries.values_list("transfer_id", "account__code", "amount").order_by("id"):
        by_transfer.setdefault(pk, []).append((code, amount))
    for transfer in chunk:
        entered = sorted(by_transfer.get(transfer.pk, ()), key=lambda leg: leg[1])
        if len(entered) == LEGS:
            yield transfer, _posting(transfer, *entered)


def _posting(transfer: Transfer, source: tuple[str, int], target: tuple[str, int]) -> Posting:
    is_reversal = transfer.reverses_id is not None
    return Posting(
        source[0],
        target[0],
        target[1],
        transfer.purpose,
        reversal=is_reversal,
        subject=transfer.subject,
    )
