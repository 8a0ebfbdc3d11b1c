"""Accounts, transfers and their entries.

Only `ledger.service` writes. Everything but the two sums (`Account.balance`, `HourlyTotal.amount`) is append-only: the
database itself refuses to change or delete it.
"""

from django.db import models
from django.db.models import Q

from ledger.postings import KINDS, NEVER_NEGATIVE


class Account(models.Model):
    """`balance` is the sum of the account's entries, kept so that it is one indexed read; integer units. `book`: whose
    accounts it belongs to, such as `table:mesa-4`."""

    code = models.CharField(max_length=160, unique=True)
    book = models.CharField(max_length=100, db_index=True)
    kind = models.CharField(max_length=20)
    balance = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="account_kind_known"),
            models.CheckConstraint(
                condition=~Q(kind__in=NEVER_NEGATIVE) | Q(balance__gte=0),
                name="account_not_overdrawn",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Transfer(models.Model):
    """One movement of money. `source` says what caused it (a table and its record's number), `key` is unique in
    the whole casino, `reverses` is the transfer that this one compensates."""

    key = models.CharField(max_length=120, unique=True)
    source = models.CharField(max_length=100, db_index=True)
    memo = models.CharField(max_length=200)
    at = models.DateTimeField()
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")

    class Meta:
        # An index of the field itself would have SQLite make the table anew, without its append-only triggers.
        indexes = [models.Index(fields=["at"], name="transfer_by_time")]

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """One leg of a transfer, negative where money leaves; the legs of a transfer sum to zero."""

    transfer = models.ForeignKey(Transfer, on_delete=models.PROTECT, related_name="entries")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="entries")
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="entry_moves_money"),
            models.UniqueConstraint(fields=["transfer", "account"], name="entry_once_per_account"),
        ]
        # What an account has moved since some transfer: the years before it are not looked at.
        indexes = [models.Index(fields=["account", "transfer"], name="entry_by_account")]

    def __str__(self) -> str:
        return f"{self.transfer_id}: {self.amount}"


class LedgerCurrency(models.Model):
    """The currency that this ledger is kept in; the newest row holds. Once money has moved none is added any more."""

    currency = models.CharField(max_length=12)
    decimals = models.SmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(decimals__gte=0, decimals__lte=4), name="ledger_currency_decimals"
            )
        ]

    def __str__(self) -> str:
        return f"{self.currency}, {self.decimals} decimals"


class HourlyTotal(models.Model):
    """What moved in one hour for one purpose between two kinds of accounts, so that a report over months adds up hours
    and not entries. Undone money is taken out in the hour in which it was undone, as in the entries."""

    book = models.CharField(max_length=100)
    hour = models.DateTimeField()
    source = models.CharField(max_length=20)
    target = models.CharField(max_length=20)
    purpose = models.CharField(max_length=200)
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["book", "hour", "source", "target", "purpose"], name="hourly_total_once"
            ),
        ]
        indexes = [models.Index(fields=["hour"], name="hourly_total_by_hour")]

    def __str__(self) -> str:
        return f"{self.book} {self.hour:%Y-%m-%d %H}: {self.purpose} {self.amount}"
