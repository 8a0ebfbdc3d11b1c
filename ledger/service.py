"""The only writer of money. Every function expects to run inside its caller's transaction."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from ledger import statements
from ledger.models import Account, Entry, Transfer
from ledger.postings import Posting, book_of, compensating, kind_of, legs, net


def post(postings: Sequence[Posting], reference: str) -> None:
    """Write one transfer with its two entries per posting and move the balances.

    `reference` says what caused the money to move and is used once. Raises IntegrityError when it is used again
    or when an account that must not go below zero would; nothing is written then.
    """
    _write(postings, reference, [None] * len(postings))


def reverse(references: Iterable[str], reference: str) -> None:
    """Compensate every transfer that `references` caused, newest first. Raises IntegrityError for one that has
    been compensated before."""
    undone = list(_with_entries(Transfer.objects.filter(source__in=list(references)).order_by("-id")))
    _write(
        [compensating(posting) for _, posting in undone], reference, [transfer.pk for transfer, _ in undone]
    )


def balance(code: str) -> int:
    """The balance of an account, 0 for one that no money has reached."""
    return Account.objects.filter(code=code).values_list("balance", flat=True).first() or 0


def balances(book: str) -> dict[str, int]:
    """Account code → balance, of all accounts of a book such as `table:mesa-4`."""
    return dict(Account.objects.filter(book=book).values_list("code", "balance"))


def moved_since(codes: Iterable[str], moment: datetime) -> int:
    """What came into these accounts together since `moment`, less what went out."""
    first = Transfer.objects.filter(at__gte=moment).order_by("at").values_list("pk", flat=True).first()
    if first is None:
        return 0
    # By the transfers' numbers, which rise with time: only the entries since then are looked at.
    moved = Entry.objects.filter(transfer_id__gte=first, account__code__in=list(codes))
    return moved.aggregate(total=Sum("amount"))["total"] or 0


def postings_by_reference(book: str) -> dict[str, list[Posting]]:
    """Reference → the postings it caused, in their order; of all that touched the accounts of a book."""
    found: dict[str, list[Posting]] = {}
    for transfer, posting in _with_entries(Transfer.objects.filter(pk__in=_touching(book)).order_by("id")):
        found.setdefault(transfer.source, []).append(posting)
    return found


def postings_of(reference: str) -> list[Posting]:
    """The postings that one reference caused, in their order, with those that compensated for an undo."""
    caused = Transfer.objects.filter(source__in=[reference, f"{reference}:undo"]).order_by("id")
    return [posting for _, posting in _with_entries(caused)]


def faults(book: str) -> Iterator[str]:
    """A sentence for each transfer of the book whose entries do not sum to zero, and for each account whose balance
    is not what its entries say."""
    sums = Transfer.objects.filter(pk__in=_touching(book)).annotate(total=Sum("entries__amount"))
    for key, total in sums.exclude(total=0).order_by("id").values_list("key", "total"):
        yield f"transfer {key}: its entries sum to {total}, not to zero"
    accounts = Account.objects.filter(book=book).annotate(total=Coalesce(Sum("entries__amount"), 0))
    wrong = accounts.exclude(balance=F("total")).order_by("code")
    for code, stored, total in wrong.values_list("code", "balance", "total"):
        yield f"account {code}: balance {stored}, entries {total}"


def total() -> int:
    """The sum of all entries of the house: zero, or money came from nowhere."""
    return Entry.objects.aggregate(total=Sum("amount"))["total"] or 0


def _touching(book: str) -> QuerySet[Entry, int]:
    return Entry.objects.filter(account__book=book).values_list("transfer_id", flat=True)


def _write(postings: Sequence[Posting], reference: str, reverses: Sequence[int | None]) -> None:
    if not postings:
        return
    accounts = _accounts({leg.account for posting in postings for leg in legs(posting)})
    transfers = _add_transfers(postings, reference, reverses)
    entries = [
        {"transfer": transfer, "account": accounts[leg.account], "amount": leg.amount}
        for transfer, posting in zip(transfers, postings, strict=True)
        for leg in legs(posting)
    ]
    statements.insert(Entry, entries)
    # Relative and in one order of accounts, so that two writers neither lose a change nor wait for each other.
    changes = net(postings).items()
    statements.add(Account, "balance", sorted((accounts[code], change) for code, change in changes))


def _add_transfers(
    postings: Sequence[Posting], reference: str, reverses: Sequence[int | None]
) -> Sequence[int]:
    at = timezone.now()
    return statements.insert(
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
    found: dict[str, int] = dict(statements.select(Account, ("code", "id"), code=codes))
    if missing := sorted(codes - found.keys()):
        new = [Account(code=code, book=book_of(code), kind=kind_of(code)) for code in missing]
        Account.objects.bulk_create(new, ignore_conflicts=True)
        found = dict(statements.select(Account, ("code", "id"), code=codes))
    return found


def _with_entries(transfers: Iterable[Transfer]) -> Iterator[tuple[Transfer, Posting]]:
    chosen = list(transfers)
    by_transfer: dict[int, list[tuple[str, int]]] = {}
    entries = Entry.objects.filter(transfer__in=[transfer.pk for transfer in chosen])
    for pk, code, amount in entries.values_list("transfer_id", "account__code", "amount").order_by("id"):
        by_transfer.setdefault(pk, []).append((code, amount))
    for transfer in chosen:
        source, target = sorted(by_transfer[transfer.pk], key=lambda leg: leg[1])
        yield transfer, Posting(source[0], target[0], target[1], transfer.memo)
