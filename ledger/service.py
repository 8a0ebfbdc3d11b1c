"""The only writer of money. Every function expects to run inside its caller's transaction."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from casino.common import clock, sql
from ledger.models import Account, Entry, HourlyTotal, Transfer
from ledger.postings import Flow, Posting, book_of, compensating, flows, kind_of, legs, net
from ledger.selectors import touching, with_postings


def post(postings: Sequence[Posting], reference: str, at: datetime | None = None) -> None:
    """Write one transfer with its two entries per posting, and move the balances and the hourly totals.

    `reference` says what caused the money to move and is used once; `at` says when, and is now by default. Raises
    IntegrityError for a reference that was used before, for a purpose that the chart does not have, and where an
    account would fall below zero that must not; nothing is written then.
    """
    _write(postings, reference, [None] * len(postings), at or clock.now())


def reverse(references: Iterable[str], reference: str, at: datetime | None = None) -> None:
    """Take back every transfer that `references` caused, newest first. Raises IntegrityError for one that has been
    taken back before."""
    caused = Transfer.objects.filter(reference__in=list(references)).order_by("-id")
    taken_back = list(with_postings(caused))
    postings = [compensating(posting) for _, posting in taken_back]
    _write(postings, reference, [transfer.pk for transfer, _ in taken_back], at or clock.now())


def rebuild_hourly_totals(book: str) -> None:
    """Compute a book's hourly totals anew from its transfers. The caller holds the book's lock."""
    hours = hourly_totals_of(book)
    HourlyTotal.objects.filter(book=book).delete()
    HourlyTotal.objects.bulk_create(
        HourlyTotal(**_key_of(flow, hour), amount=amount) for (hour, flow), amount in hours.items()
    )


def hourly_totals_of(book: str) -> Counter[tuple[datetime, Flow]]:
    """(hour, flow) → what a book's hourly totals must be, by its transfers."""
    found: Counter[tuple[datetime, Flow]] = Counter()
    for transfer, posting in with_postings(touching(book).order_by("id")):
        for flow, amount in flows([posting]).items():
            if flow.book == book:
                found[clock.hour_of(transfer.at), flow] += amount
    return found


def _write(postings: Sequence[Posting], reference: str, reverses: Sequence[int | None], at: datetime) -> None:
    if not postings:
        return
    accounts = _accounts({leg.account for posting in postings for leg in legs(posting)})
    transfers = _add_transfers(postings, reference, reverses, at)
    entries = [
        {"transfer": transfer, "account": accounts[leg.account], "amount": leg.amount}
        for transfer, posting in zip(transfers, postings, strict=True)
        for leg in legs(posting)
    ]
    sql.insert(Entry, entries)
    # Relative, and always in the same order: two writers neither lose a change nor wait for each other.
    changes = net(postings).items()
    sql.add(Account, "balance", sorted((accounts[code], change) for code, change in changes))
    _add_to_hourly_totals(postings, at)


def _add_transfers(
    postings: Sequence[Posting], reference: str, reverses: Sequence[int | None], at: datetime
) -> Sequence[int]:
    return sql.insert(
        Transfer,
        [
            {
                "key": f"{reference}:{n}",
                "reference": reference,
                "purpose": posting.purpose,
                "at": at,
                "reverses": reversed_pk,
            }
            for n, (posting, reversed_pk) in enumerate(zip(postings, reverses, strict=True), 1)
        ],
    )


def _add_to_hourly_totals(postings: Sequence[Posting], at: datetime) -> None:
    hour = clock.hour_of(at)
    # Always in the same order: two writers of one book's totals never wait for each other.
    rows = [_key_of(flow, hour) | {"amount": amount} for flow, amount in sorted(flows(postings).items())]
    sql.add_up(HourlyTotal, rows, "amount")


def _key_of(flow: Flow, hour: datetime) -> dict[str, str | datetime | int]:
    return {
        "book": flow.book,
        "hour": hour,
        "source": flow.source,
        "target": flow.target,
        "purpose": flow.purpose,
    }


def _accounts(codes: set[str]) -> dict[str, int]:
    """Code → primary key, made where there is none yet."""
    found: dict[str, int] = dict(sql.select(Account, ("code", "id"), code=codes))
    if missing := sorted(codes - found.keys()):
        new = [Account(code=code, book=book_of(code), kind=kind_of(code)) for code in missing]
        Account.objects.bulk_create(new, ignore_conflicts=True)
        found = dict(sql.select(Account, ("code", "id"), code=codes))
    return found
