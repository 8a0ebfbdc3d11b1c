"""Years that were sealed: written out as signed files, which prove themselves. Rows are only added."""

from django.db import models
from django.db.models import Q

from casino.journal.journaled import Journaled


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
