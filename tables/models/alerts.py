"""Which alerts of a table somebody has seen. Rows are only added."""

from django.db import models
from django.db.models import Q

from casino.journal.journaled import Journaled
from tables.models.record import Table


class AlertSeen(Journaled):
    """A jefe has seen an alert. `key`: names the alert and the occasion, see `tables.alerts`."""

    journal_kind = "alert_seen"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="alerts_seen", db_index=False)
    key = models.CharField(max_length=60)
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "key"], name="alert_seen_once"),
            models.CheckConstraint(condition=~Q(key=""), name="alert_seen_named"),
        ]

    def __str__(self) -> str:
        return f"{self.table.slug} {self.key}"

    def journal_place(self) -> str:
        """The book of its table."""
        return self.table.book
