"""Years that were sealed, written out as signed files which prove themselves, and those of them whose records have left
the database. Rows are only added."""

from django.db import models
from django.db.models import Q

from casino.journal.journaled import Journaled
from tables.models.record import Table


class Seal(Journaled):
    """A year of the house was sealed. `digest`: SHA-256, in hex, of the manifest of its files; `tables`: slug → number
    and digest of the last record that is in it; `journal`, `journal_head`: those of the journal's last entry."""

    journal_kind = "seal"

    year = models.SmallIntegerField(unique=True)
    digest = models.CharField(max_length=64)
    tables = models.JSONField()
    journal = models.BigIntegerField()
    journal_head = models.CharField(max_length=64, blank=True)
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(digest=""), name="seal_has_a_digest"),
            models.CheckConstraint(condition=Q(journal__gte=0), name="seal_counts"),
        ]

    def __str__(self) -> str:
        return str(self.year)


class PutAway(Journaled):
    """The records of a sealed year have left the database: those of a table, of which there is a row for each that the
    seal names. What is left begins with the record `first`, which keeps the state from which on the table is replayed;
    1 where nothing has left. `version`, `digest`: its own; `previous`: the digest of the record before it.

    `kept`: the numbers of those before it that stay, beyond those of the years before, as reports read them; `gone`:
    how many left. `transfer`: the game's last transfer up to it; `hour`: from which on sums by the hour follow from
    what is left. `digests`: SHA-256, in hex, of what the audit cannot derive any more, by its name, each with its
    columns. `folder`: where the sealed year lay.
    """

    journal_kind = "put_away"

    seal = models.ForeignKey(Seal, on_delete=models.PROTECT, related_name="put_away")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="put_away")
    slug = models.SlugField(max_length=64, db_index=False)
    first = models.BigIntegerField(default=1)
    version = models.BigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    previous = models.CharField(max_length=64, blank=True)
    kept = models.JSONField(default=list)
    gone = models.BigIntegerField(default=0)
    transfer = models.BigIntegerField(default=0)
    hour = models.DateTimeField(null=True)
    digests = models.JSONField(default=dict)
    folder = models.TextField()
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seal", "table"], name="put_away_once"),
            models.CheckConstraint(
                condition=Q(first=1, gone=0) | Q(first__gt=1, gone__gte=0, version__gt=0),
                name="put_away_counts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slug}, {self.seal}"

    def journal_place(self) -> str:
        """The table's book."""
        return self.table.book
