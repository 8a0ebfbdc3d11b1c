"""The only writer of money. Every function expects to run inside its caller's transaction."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice

from django.db.models import Count, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from casino.common import clock, sql
from ledger.models import Account, Entry, HourlyTotal, Transfer
from ledger.postings import UNDONE, Flow, Posting, book_of, compensating, flow_of, kind_of, legs, net

LEGS = 2  # of every transfer
AT_ONCE = 500  # transfers read together: no database bears a question with a hundred thousand numbers in it


def post(postings: Sequence[Posting], reference: str, at: datetime | None = None) -> None:
    """Write one transfer with its two entries per posting and move the balances.

    `reference` says what caused the money to move and is used once; `at` when, now if it is not said. Raises
    IntegrityError when it is used again or when an account that must not go below zero would; nothing is written then.
    """
    at = at or clock.now()
    _write(postings, reference, [None] * len(postings), at)
    _tally(postings, 1, at)


def reverse(references: Iterable[str], reference: str, at: datetime | None = None) -> None:
    """Compensate every transfer that `references` caused, newest first. Raises IntegrityError for one that has
    been compensated before."""
    undone = list(_with_entries(Transfer.objects.filter(source__in=list(references)).order_by("-id")))
    postings = [posting for _, posting in undone]
    at = at or clock.now()
    back = [compensating(posting) for posting in postings]
    _write(back, reference, [transfer.pk for transfer, _ in undone], at)
    _tally(postings, -1, at)


def balance(code: str) -> int:
    """The balance of an account, 0 for one that no money has reached."""
    return Account.objects.filter(code=code).values_list("balance", flat=True).first() or 0


def balances(book: str) -> dict[str, int]:
    """Account code → balance, of all accounts of a book such as `table:mesa-4`."""
    return dict(Account.objects.filter(book=book).values_list("code", "balance"))


def moved_beside(book: str, prefix: str) -> dict[str, int]:
    """Account code → what moved it by causes whose reference does not begin with `prefix`: at a table, all that is not
    the game's."""
    moved = Entry.objects.filter(account__book=book).exclude(transfer__source__startswith=prefix)
    totals = moved.values("account__code").annotate(total=Sum("amount")).order_by()
    return dict(totals.values_list("account__code", "total"))


def last_transfer() -> int:
    """The number of the newest transfer, 0 if there is none. Who holds a book's lock has all of its own at or below."""
    return Transfer.objects.order_by("-id").values_list("id", flat=True).first() or 0


def postings_by_reference(book: str, prefix: str, *, others: bool = False) -> dict[str, list[Posting]]:
    """Reference → the postings it caused, in their order; of all that touched the accounts of a book and whose
    reference begins with `prefix`, or with `others` of all the rest."""
    found: dict[str, list[Posting]] = {}
    begins = Q(source__startswith=prefix)
    touching = Transfer.objects.filter(~begins if others else begins, pk__in=_touching(book))
    for transfer, posting in _with_entries(touching.order_by("id")):
        found.setdefault(transfer.source, []).append(posting)
    return found


def postings_of(reference: str) -> list[Posting]:
    """The postings that one reference caused, in their order, with those that compensated for an undo."""
    caused = Transfer.objects.filter(source__in=[reference, f"{reference}:undo"]).order_by("id")
    return [posting for _, posting in _with_entries(caused)]


def faults(book: str) -> Iterator[str]:
    """A sentence for each transfer of the book that has not two entries which sum to zero, for each account whose
    balance is not what its entries say, and for each tally that they do not come to."""
    sums = Transfer.objects.filter(pk__in=_touching(book))
    sums = sums.annotate(total=Sum("entries__amount"), legs=Count("entries")).order_by("id")
    for key, total in sums.exclude(total=0).values_list("key", "total"):
        yield f"transfer {key}: its entries sum to {total}, not to zero"
    for key, number in sums.exclude(legs=LEGS).values_list("key", "legs"):
        yield f"transfer {key}: it has {number} entries, not {LEGS}"
    accounts = Account.objects.filter(book=book).annotate(total=Coalesce(Sum("entries__amount"), 0))
    wrong = accounts.exclude(balance=F("total")).order_by("code")
    for code, stored, total in wrong.values_list("code", "balance", "total"):
        yield f"account {code}: balance {stored}, entries {total}"
    yield from _tally_faults(book)


def without_legs() -> Iterator[str]:
    """A sentence for each transfer that moves nothing, which is in nobody's book."""
    for key in Transfer.objects.filter(entries=None).order_by("id").values_list("key", flat=True):
        yield f"transfer {key}: it has no entries"


def total() -> int:
    """The sum of all entries of the house: zero, or money came from nowhere."""
    return Entry.objects.aggregate(total=Sum("amount"))["total"] or 0


def rebuild_tallies(book: str) -> None:
    """Make a book's tallies anew from its transfers, while the caller holds its lock."""
    hours = _hours_of(book)
    HourlyTotal.objects.filter(book=book).delete()
    HourlyTotal.objects.bulk_create(
        HourlyTotal(
            book=book, hour=hour, source=flow.source, target=flow.target, purpose=flow.purpose, amount=amount
        )
        for (hour, flow), amount in hours.items()
    )


def _hours_of(book: str) -> Counter[tuple[datetime, Flow]]:
    found: Counter[tuple[datetime, Flow]] = Counter()
    for transfer, posting in _with_entries(Transfer.objects.filter(pk__in=_touching(book)).order_by("id")):
        undone = transfer.reverses_id is not None
        if (flow := _flow(posting, undone=undone)) and flow.book == book:
            found[clock.hour_of(transfer.at), flow] += -posting.amount if undone else posting.amount
    return found


def _tally_faults(book: str) -> Iterator[str]:
    wanted: Counter[Flow] = Counter()
    for (_hour, flow), amount in _hours_of(book).items():
        wanted[flow] += amount
    kept = HourlyTotal.objects.filter(book=book).values_list("source", "target", "purpose")
    had = {Flow(book, *key): total for *key, total in kept.annotate(total=Sum("amount")).order_by()}
    for flow in sorted(wanted.keys() | had.keys(), key=repr):
        if wanted[flow] != had.get(flow, 0):
            yield f"tally of {flow.purpose} in {book}: {had.get(flow, 0)}, entries {wanted[flow]}"


def _flow(posting: Posting, *, undone: bool) -> Flow | None:
    if not undone:
        return flow_of(posting)
    original = Posting(posting.target, posting.source, posting.amount, posting.memo.removeprefix(UNDONE))
    return flow_of(original)


def _touching(book: str) -> QuerySet[Entry, int]:
    return Entry.objects.filter(account__book=book).values_list("transfer_id", flat=True)


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
    # Relative and in one order of accounts, so that two writers neither lose a change nor wait for each other.
    changes = net(postings).items()
    sql.add(Account, "balance", sorted((accounts[code], change) for code, change in changes))


def _tally(postings: Sequence[Posting], sign: int, at: datetime) -> None:
    moved: Counter[Flow] = Counter()
    for posting in postings:
        if flow := flow_of(posting):
            moved[flow] += sign * posting.amount
    hour = clock.hour_of(at)
    # In one order, so that two writers of the cage's tallies never wait for each other.
    rows = [
        {
            "book": flow.book,
            "hour": hour,
            "source": flow.source,
            "target": flow.target,
            "purpose": flow.purpose,
        }
        | {"amount": amount}
        for flow, amount in sorted(moved.items(), key=lambda item: repr(item[0]))
    ]
    sql.add_up(HourlyTotal, rows, "amount")


def _add_transfers(
    postings: Sequence[Posting], reference: str, reverses: Sequence[int | None], at: datetime
) -> Sequence[int]:
    return sql.insert(
        Transfer,
        [
            {
                "key": f"{reference}:{n}",
                "source": reference,
                "memo": posting.memo,
                "at": at,
                "reverses": reversed_pk,
            }
            for n, (posting, reversed_pk) in enumerate(zip(postings, reverses, strict=True), 1)
        ],
    )


def _accounts(codes: set[str]) -> dict[str, int]:
    found: dict[str, int] = dict(sql.select(Account, ("code", "id"), code=codes))
    if missing := sorted(codes - found.keys()):
        new = [Account(code=code, book=book_of(code), kind=kind_of(code)) for code in missing]
        Account.objects.bulk_create(new, ignore_conflicts=True)
        found = dict(sql.select(Account, ("code", "id"), code=codes))
    return found


def _with_entries(transfers: QuerySet[Transfer]) -> Iterator[tuple[Transfer, Posting]]:
    found = transfers.iterator(chunk_size=AT_ONCE)
    while chosen := list(islice(found, AT_ONCE)):
        yield from _of_these(chosen)


def _of_these(chosen: list[Transfer]) -> Iterator[tuple[Transfer, Posting]]:
    by_transfer: dict[int, list[tuple[str, int]]] = {}
    entries = Entry.objects.filter(transfer__in=[transfer.pk for transfer in chosen])
    for pk, code, amount in entries.values_list("transfer_id", "account__code", "amount").order_by("id"):
        by_transfer.setdefault(pk, []).append((code, amount))
    for transfer in chosen:
        if len(by_transfer.get(transfer.pk, ())) != LEGS:
            continue  # `faults` tells of it
        source, target = sorted(by_transfer[transfer.pk], key=lambda leg: leg[1])
        yield transfer, Posting(source[0], target[0], target[1], transfer.memo)
