"""The counter's slips, and the shifts that its counts begin and end.

Only the counter's modules beside this one write. Everything but the series of slip numbers is append-only: the database
itself refuses to change or delete it.
"""

from django.db import models
from django.db.models import Q

from casino.journal.journaled import Journaled
from ledger.cage.slips import KINDS as SLIP_KINDS
from ledger.cage.slips import STEPS, VOID


class Series(models.Model):
    """The last number given in a series of slips: one row, locked while the next is taken, which leaves no gaps."""

    name = models.CharField(max_length=20, unique=True)
    last = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name}: {self.last}"


class Slip(Journaled):
    """A numbered slip of the counter (`ledger.cage.slips` has the kinds). `expected`: the balance of the account that
    was counted; `chips`: how many of each denomination; `steps`: the steps that it needs, in their order; `actor`,
    `role`: who requested it."""

    journal_kind = "slip"

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
            # Only a count can find nothing.
            models.CheckConstraint(
                condition=Q(amount__gt=0) | Q(expected__isnull=False), name="slip_of_something"
            ),
        ]
        indexes = [
            models.Index(fields=["book", "at"], name="slip_by_book"),
            models.Index(fields=["shift", "kind"], name="slip_by_shift"),
            models.Index(fields=["at"], name="slip_by_time"),  # a person's exchanges of a day, at all tables
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"

    def journal_place(self) -> str:
        """Its book."""
        return self.book


class Step(Journaled):
    """A step that a slip took: sent, received, signed, confirmed or void; each at most once, by whom and when.
    `done`: it was the last."""

    journal_kind = "step"

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
                fields=["slip"], condition=Q(done=True) & ~Q(name=VOID), name="step_last_once"
            ),
            models.CheckConstraint(condition=Q(name__in=STEPS), name="step_known"),
            models.CheckConstraint(condition=~Q(name=VOID) | ~Q(reason=""), name="step_void_says_why"),
            models.CheckConstraint(condition=~Q(name=VOID) | Q(done=True), name="step_void_is_the_last"),
        ]

    def __str__(self) -> str:
        return f"{self.slip_id}: {self.name}"

    def journal_place(self) -> str:
        """The slip's book."""
        return self.slip.book


class Shift(Journaled):
    """A table's shift, from its opening count. Its money is all that moved after the transfer `first` and up to its
    closing's `last`; its records are those after `first_record`. Both are the last of the shift before, so that nothing
    falls between two shifts, and for a table's first shift the last before its opening count."""

    journal_kind = "shift"

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

    def journal_place(self) -> str:
        """Its book."""
        return self.book

    @property
    def end(self) -> "Closing | None":
        """Its closing, None while it is open."""
        return getattr(self, "closing", None)


class Closing(Journaled):
    """The end of a shift. `balances`: kind → balance of the book's own accounts at that moment."""

    journal_kind = "closing"

    shift = models.OneToOneField(Shift, on_delete=models.PROTECT, related_name="closing")
    slip = models.OneToOneField(Slip, on_delete=models.PROTECT, related_name="+")
    last = models.BigIntegerField()
    last_record = models.BigIntegerField()
    balances = models.JSONField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"end of {self.shift_id}"

    def journal_place(self) -> str:
        """The shift's book."""
        return self.shift.book


class UndoBarrier(Journaled):
    """The number of a table's last record when a count was signed: nothing up to it is undone any more."""

    journal_kind = "undo_barrier"

    book = models.CharField(max_length=100)
    record = models.BigIntegerField()
    slip = models.OneToOneField(Slip, on_delete=models.PROTECT, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["book", "record"], name="barrier_by_book")]

    @classmethod
    def last(cls, book: str) -> int:
        """The number of the book's record up to which nothing is undone any more, 0 without a signed count."""
        barriers = cls.objects.filter(book=book).order_by("-record")
        return barriers.values_list("record", flat=True).first() or 0

    def __str__(self) -> str:
        return f"{self.book}: {self.record}"

    def journal_place(self) -> str:
        """Its book."""
        return self.book
