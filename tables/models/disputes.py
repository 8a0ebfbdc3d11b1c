"""Disputes with their decisions, and changes of shift: kept besides the record. Rows are only added."""

from django.db import models
from django.db.models import Q

from casino.journal.journaled import Journaled
from tables.models.record import Table


class Dispute(Journaled):
    """A dispute as it was marked: where in the record (`record`, `version`, `hand`: the pass), who was `present`."""

    journal_kind = "dispute"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="disputes")
    version = models.BigIntegerField()
    record = models.BigIntegerField()
    hand = models.IntegerField()
    present = models.JSONField()
    note = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.table.slug}#{self.record}"

    def journal_place(self) -> str:
        """The book of its table."""
        return self.table.book


class Decision(Journaled):
    """The jefe's decision on a dispute, and its article. There is one, and it stays."""

    journal_kind = "decision"

    dispute = models.OneToOneField(Dispute, on_delete=models.PROTECT)
    text = models.CharField(max_length=500)
    article = models.CharField(max_length=12, blank=True)
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="decision_says_something")]

    def __str__(self) -> str:
        return self.text

    def journal_place(self) -> str:
        """The book of the dispute's table."""
        return self.dispute.journal_place()


class HandoverGiven(Journaled):
    """An outgoing jefe signed what he hands over: `open`, what was open then, and his `notes`."""

    journal_kind = "handover_given"

    actor = models.CharField(max_length=150)
    at = models.DateTimeField()
    notes = models.CharField(max_length=2000, blank=True)
    open = models.JSONField()

    def __str__(self) -> str:
        return f"{self.actor}, {self.at:%Y-%m-%d %H:%M}"


class Handover(Journaled):
    """An incoming jefe accepted what was open then. `accepted` also says what the outgoing one gave him: `given`, the
    number of his row and his login, or None, and then `reason`, why nobody did; and `records`: how far each table's
    record had come."""

    journal_kind = "handover"

    actor = models.CharField(max_length=150)
    at = models.DateTimeField()
    accepted = models.JSONField()

    def __str__(self) -> str:
        return f"{self.actor}, {self.at:%Y-%m-%d %H:%M}"
