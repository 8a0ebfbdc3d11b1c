"""The only writer of money. Every function expects to run inside its caller's transaction."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby

from casino.common import clock
from casino.common.sql import Batch, Found
from ledger.conf import CHART
from ledger.models import Account, DailyTotal, Entry, HourlyTotal, Transfer
from ledger.postings import Flow, Posting, book_of, compensating, flows, kind_of, legs, net
from ledger.selectors import caused_by, touching, with_postings

_HOURLY_KEY = ("book", "hour", "source", "target", "purpose")
_Written = tuple[Posting, int | None]  # a posting, and the transfer that it takes back


def post(
    postings: Sequence[Posting], reference: str, at: datetime | None = None, batch: Batch | None = None
) -> None:
    """Write one transfer with its two entries per posting, and move the balances and the hourly totals; the database
    adds to the daily ones.

    `reference` says what caused the money to move and is used once; `at` says when, and is now by default. With
    `batch` all is added to that, and written when it runs. Raises IntegrityError, as the batch does, for a reference
    that was used before, for a purpose that the chart does not have, and where an account would fall below zero that
    must not; nothing is written then.
    """
    _write([(posting, None) for posting in postings], reference, at or clock.now(), batch)


def reverse(
    references: Iterable[str], reference: str, at: datetime | None = None, batch: Batch | None = None
) -> None:
    """Take back every transfer that `references` caused, newest first. The rest as in `post`; raises IntegrityError
    for one that has been taken back before."""
    taken_back = [(compensating(posting), transfer) for transfer, posting in caused_by(references)]
    _write(taken_back, reference, at or clock.now(), batch)


def rebuild_totals(book: str) -> None:
    """Compute a book's hourly totals, and with them the daily ones, anew from its transfers. The caller holds the
    book's lock."""
    hours = hourly_totals_of(book)
    for totals in (DailyTotal, HourlyTotal):
        totals.objects.filter(book=book).delete()
    HourlyTotal.objects.bulk_create(
        HourlyTotal(**_key_of(flow, hour), amount=amount) for (hour, flow), amount in hours.items()
    )


def hourly_totals_of(book: str, after: int = 0) -> Counter[tuple[datetime, Flow]]:
    """(hour, flow) → what a book's hourly totals must be, by its transfers numbered above `after`."""
    found: Counter[tuple[datetime, Flow]] = Counter()
    for transfer, posting in with_postings(touching(book, after).order_by("id")):
        for flow, amount in flows([posting]).items():
            if flow.book == book:
                found[clock.hour_of(transfer.at), flow] += amount
    return found


def _write(written: Sequence[_Written], reference: str, at: datetime, batch: Batch | None) -> None:
    if not written:
        return
    to = batch or Batch()
    postings = [posting for posting, _ in written]
    _add_transfers(to, written, reference, at)
    _move_balances(to, postings)
    _add_entries(to, postings, reference)
    _add_to_hourly_totals(to, postings, at)
    if batch is None:
        to.run()


def _add_transfers(to: Batch, written: Sequence[_Written], reference: str, at: datetime) -> None:
    to.insert(
        Transfer,
        [
            {
                "key": _key(reference, number),
                "reference": reference,
                "purpose": posting.purpose,
                "subject": posting.subject,
                "at": at,
                "reverses": reverses,
            }
            for number, (posting, reverses) in enumerate(written, 1)
        ],
    )


def _move_balances(to: Batch, postings: Sequence[Posting]) -> None:
    """Relative, and always in the same order: two writers neither lose a change nor wait for each other. An account
    is made when money first reaches it; what is taken from one that must not fall below zero was there before."""
    changes = dict.fromkeys((leg.account for posting in postings for leg in legs(posting)), 0) | net(postings)
    for was_there, some in groupby(sorted(changes.items()), _was_there):
        if was_there:
            for code, change in some:
                to.add(Account, "balance", change, code=code)
        else:
            accounts = [
                {"code": code, "book": book_of(code), "kind": kind_of(code), "balance": change}
                for code, change in some
            ]
            to.add_up(Account, accounts, key=("code",), sums=("balance",))


def _was_there(changed: tuple[str, int]) -> bool:
    code, change = changed
    return change < 0 and kind_of(code) not in CHART.may_be_negative


def _add_entries(to: Batch, postings: Sequence[Posting], reference: str) -> None:
    to.insert(
        Entry,
        [
            {
                "transfer": Found(Transfer, ("key",), (_key(reference, number),)),
                "account": Found(Account, ("code",), (leg.account,)),
                "amount": leg.amount,
            }
            for number, posting in enumerate(postings, 1)
            for leg in legs(posting)
        ],
    )


def _add_to_hourly_totals(to: Batch, postings: Sequence[Posting], at: datetime) -> None:
    hour = clock.hour_of(at)
    # Always in the same order: two writers of one book's totals never wait for each other.
    rows = [_key_of(flow, hour) | {"amount": amount} for flow, amount in sorted(flows(postings).items())]
    to.add_up(HourlyTotal, rows, key=_HOURLY_KEY, sums=("amount",))


def _key(reference: str, number: int) -> str:
    return f"{reference}:{number}"


def _key_of(flow: Flow, hour: datetime) -> dict[str, str | datetime]:
    return {
        "book": flow.book,
        "hour": hour,
        "source": flow.source,
        "target": flow.target,
        "purpose": flow.purpose,
    }
