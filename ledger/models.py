"""Accounts, transfers and their entries.

Only `ledger.service` writes, and `ledger.currency_check` the currency. Everything but the sums (`Account.balance`, the
hourly and the daily totals) is append-only: the database itself refuses to change or delete it. The codes that it
accepts are those of the installation's chart.
A foreign key that a unique key or an index begins with has no index of its own: each would cost every command time.
"""

import re
from collections.abc import Iterable
from functools import reduce
from operator import or_

from django.db import models
from django.db.models import Q

from casino.journal.journaled import Journaled
from ledger.conf import CHART


def one_of(field: str, codes: Iterable[str]) -> Q:
    """Whether the field is one of these codes. Not `__in`: SQLite would build an index of the codes for each
    statement."""
    return reduce(or_, (Q(**{field: code}) for code in codes))


PURPOSE_KNOWN = one_of("purpose", CHART.purpose_codes)


NOT_OVERDRAWN = "account_not_overdrawn"  # the constraint by which the database refuses what is not there
# How both databases say that money is taken from an account that none has reached: its entry finds no account.
NEVER_REACHED = re.compile(r"null\b.*\baccount_id\b", re.IGNORECASE)


class Account(models.Model):
    """`balance` is the sum of the account's entries, kept so that it is one indexed read; integer units. `book`: the
    code of the book that it belongs to."""

    code = models.CharField(max_length=160, unique=True)
    book = models.CharField(max_length=100, db_index=True)
    kind = models.CharField(max_length=20)
    balance = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=one_of("kind", CHART.kinds), name="account_kind_known"),
            models.CheckConstraint(
                condition=Q(balance__gte=0) | one_of("kind", CHART.may_be_negative),
                name=NOT_OVERDRAWN,
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Transfer(models.Model):
    """One movement of money. `reference` says what caused it, and several transfers may share it; `key` is unique.
    `purpose`: a code of the chart. `subject`: what that is about, where the code does not say it. `reverses`: the
    transfer that this one takes back, which has the same purpose."""

    key = models.CharField(max_length=120)
    reference = models.CharField(max_length=100)
    purpose = models.CharField(max_length=40)
    subject = models.CharField(max_length=40, blank=True, default="", db_default="")
    at = models.DateTimeField()
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key"], name="transfer_key_once"),
            models.CheckConstraint(condition=PURPOSE_KNOWN, name="transfer_purpose_known"),
        ]
        indexes = [
            models.Index(fields=["at"], name="transfer_by_time"),
            # By a whole reference and by how it begins: on PostgreSQL that takes this class of operators.
            models.Index(
                fields=["reference"], name="transfer_by_reference", opclasses=["varchar_pattern_ops"]
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """One leg of a transfer, negative where money leaves; the legs of a transfer sum to zero."""

    transfer = models.ForeignKey(Transfer, on_delete=models.PROTECT, related_name="entries", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="entries", db_index=False)
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="entry_moves_money"),
            models.UniqueConstraint(fields=["transfer", "account"], name="entry_once_per_account"),
        ]
        # Serves what an account has moved since some transfer, without a look at the years before it.
        indexes = [models.Index(fields=["account", "transfer"], name="entry_by_account")]

    def __str__(self) -> str:
        return f"{self.transfer_id}: {self.amount}"


class LedgerCurrency(Journaled):
    """The currency that this ledger is kept in; the newest row holds. None is added once money has moved."""

    journal_kind = "currency"

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


class Total(models.Model):
    """Money moved for one purpose between two kinds of accounts in a part of the calendar. Money that is taken back is
    subtracted when it is taken back, as in the entries."""

    book = models.CharField(max_length=100)
    source = models.CharField(max_length=20)
    target = models.CharField(max_length=20)
    purpose = models.CharField(max_length=40)
    amount = models.BigIntegerField()

    class Meta:
        abstract = True


class HourlyTotal(Total):
    """Money moved in one hour, so that a report over days adds up hours and not entries."""

    hour = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["book", "hour", "source", "target", "purpose"], name="hourly_total_once"
            ),
            models.CheckConstraint(condition=PURPOSE_KNOWN, name="hourly_total_purpose_known"),
        ]
        indexes = [models.Index(fields=["hour"], name="hourly_total_by_hour")]

    def __str__(self) -> str:
        return f"{self.book} {self.hour:%Y-%m-%d %H}: {self.purpose} {self.amount}"


class DailyTotal(Total):
    """Money moved in the hours that began on one date in UTC, so that a report over years adds up days. The database
    keeps it (`ledger.triggers`). A business day may begin at any hour, and is another."""

    day = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["book", "day", "source", "target", "purpose"], name="daily_total_once"
            ),
            models.CheckConstraint(condition=PURPOSE_KNOWN, name="daily_total_purpose_known"),
        ]
        indexes = [models.Index(fields=["day"], name="daily_total_by_day")]

    def __str__(self) -> str:
        return f"{self.book} {self.day}: {self.purpose} {self.amount}"
