"""Accounts, transfers and their entries; the counter's slips and the shifts that its counts begin and end.

Only `ledger.service` and `ledger.counter` write. Everything but the two sums (`Account.balance`, `Tally.amount`) and
the series of slip numbers is append-only: the database itself refuses to change or delete it.
"""

from django.db import models
from django.db.models import Q

from ledger.postings import KINDS, NEVER_NEGATIVE
from ledger.slips import KINDS as SLIP_KINDS
from ledger.slips import STEPS


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


class Tender(models.Model):
    """The currency that this ledger is kept in; the newest row holds. Once money has moved none is added any more."""

    currency = models.CharField(max_length=12)
    decimals = models.SmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(decimals__gte=0, decimals__lte=4), name="tender_decimals")
        ]

    def __str__(self) -> str:
        return f"{self.currency}, {self.decimals} decimals"


class Tally(models.Model):
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
                fields=["book", "hour", "source", "target", "purpose"], name="tally_once_per_hour"
            ),
        ]
        indexes = [models.Index(fields=["hour"], name="tally_by_hour")]

    def __str__(self) -> str:
        return f"{self.book} {self.hour:%Y-%m-%d %H}: {self.purpose} {self.amount}"


class Series(models.Model):
    """The last number given in a series of slips: one row, locked while the next is taken, so that none is missing."""

    name = models.CharField(max_length=20, unique=True)
    last = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name}: {self.last}"


class Slip(models.Model):
    """A numbered paper of the counter (`ledger.slips` says which there are). `expected`: what the ledger said of the
    account counted; `chips`: how many of each denomination; `steps`: the signatures that it needs, in their order."""

    number = models.BigIntegerField(unique=True)
    kind = models.CharField(max_length=20)
    book = models.CharField(max_length=100)
    amount = models.BigIntegerField()
    expected = models.BigIntegerField(null=True)
    chips = models.JSONField(null=True)
    player = models.CharField(max_length=32, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    steps = models.JSONField()
    shift = models.ForeignKey("Shift", on_delete=models.PROTECT, null=True, related_name="slips")
    actor = models.CharField(max_length=150)
    role = models.CharField(max_length=20)
    key = models.CharField(max_length=360, unique=True, null=True)  # noqa: DJ001 - null: many slips have none
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(number__gte=1), name="slip_numbered"),
            models.CheckConstraint(condition=Q(kind__in=tuple(SLIP_KINDS)), name="slip_kind_known"),
            models.CheckConstraint(condition=Q(amount__gte=0), name="slip_amount"),
            # Nothing but a count can say that there is nothing.
            models.CheckConstraint(
                condition=Q(amount__gt=0) | Q(expected__isnull=False), name="slip_of_something"
            ),
        ]
        indexes = [
            models.Index(fields=["book", "at"], name="slip_by_book"),
            models.Index(fields=["shift", "kind"], name="slip_by_shift"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class Step(models.Model):
    """A slip went on: sent, received, signed, confirmed, or void; each once, by whom and when. `done`: it was the
    last."""

    slip = models.ForeignKey(Slip, on_delete=models.PROTECT, related_name="taken")
    name = models.CharField(max_length=20)
    done = models.BooleanField()
    reason = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=150)
    role = models.CharField(max_length=20)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["slip", "name"], name="step_once"),
            models.UniqueConstraint(
                fields=["slip"], condition=Q(done=True) & ~Q(name="void"), name="step_last_once"
            ),
            models.CheckConstraint(condition=Q(name__in=STEPS), name="step_known"),
            models.CheckConstraint(condition=~Q(name="void") | ~Q(reason=""), name="step_void_says_why"),
            models.CheckConstraint(condition=~Q(name="void") | Q(done=True), name="step_void_is_the_last"),
        ]

    def __str__(self) -> str:
        return f"{self.slip_id}: {self.name}"


class Shift(models.Model):
    """A table's shift, from its opening count. Its money is all that moved after the transfer `first` and up to its
    closing's `last`: the first of a shift is the last of the one before, so that nothing falls between two. That of the
    first is what moved before its opening count."""

    book = models.CharField(max_length=100)
    number = models.IntegerField()
    opening = models.OneToOneField(Slip, on_delete=models.PROTECT, related_name="+")
    first = models.BigIntegerField()
    first_record = models.BigIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["book", "number"], name="shift_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, first__gte=0, first_record__gte=0), name="shift_numbered"
            ),
        ]
        indexes = [models.Index(fields=["at"], name="shift_by_time")]

    def __str__(self) -> str:
        return f"{self.book}#{self.number}"

    @property
    def end(self) -> "Closing | None":
        """Its closing, None while it is open."""
        return getattr(self, "closing", None)


class Closing(models.Model):
    """The end of a shift. `balances`: kind → balance of the book's own accounts at that moment."""

    shift = models.OneToOneField(Shift, on_delete=models.PROTECT, related_name="closing")
    slip = models.OneToOneField(Slip, on_delete=models.PROTECT, related_name="+")
    last = models.BigIntegerField()
    last_record = models.BigIntegerField()
    balances = models.JSONField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"end of {self.shift_id}"


class Mark(models.Model):
    """Where a book's own record stood when a count was signed: what lies before is not undone any more."""

    book = models.CharField(max_length=100)
    record = models.BigIntegerField()
    slip = models.OneToOneField(Slip, on_delete=models.PROTECT, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["book", "record"], name="mark_by_book")]

    def __str__(self) -> str:
        return f"{self.book}: {self.record}"
