"""The entries of the journal, and its head. Only `casino.journal.chain` writes."""

from django.db import models
from django.db.models import Q

FOUND, MADE, CHANGED, ENDED = "found", "made", "changed", "ended"
ACTS = (FOUND, MADE, CHANGED, ENDED)


class Entry(models.Model):
    """An event of one row. Entries are numbered from 1 and append-only.

    `kind`, `row`: the kind of row and its primary key. `act`: what happened; `found`: the row was there when the
    journal began. `place`: the book of the table that it concerns, empty for the house's. `content`: the row after the
    act, by field; empty where it ended. `leaf`: SHA-256 over what the entry says; `digest`: over the leaf, the number,
    the place and the digest of the entry before it.
    """

    number = models.BigIntegerField(unique=True)
    at = models.DateTimeField()
    kind = models.CharField(max_length=20)
    row = models.BigIntegerField()
    act = models.CharField(max_length=8)
    place = models.CharField(max_length=100, blank=True)
    content = models.JSONField()
    leaf = models.CharField(max_length=64)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_numbered"),
            models.CheckConstraint(condition=Q(act__in=ACTS), name="entry_act_known"),
        ]
        indexes = [
            models.Index(fields=["kind", "row", "number"], name="entry_by_row"),
            models.Index(fields=["at"], name="entry_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.row} {self.act}"


class Head(models.Model):
    """The number and digest of the last entry: one row, locked by whoever adds the next."""

    name = models.CharField(max_length=10, unique=True)
    number = models.BigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.name}: {self.number}"
