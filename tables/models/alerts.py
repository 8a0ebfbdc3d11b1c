"""Alerts that somebody has seen; and what some of them follow from besides the record: the tablets of the tables, and
cards that cannot be."""

from django.db import models
from django.db.models import Q

from casino.journal.journaled import Journaled
from tables.models.record import Table


class AlertSeen(Journaled):
    """A jefe has seen an alert. `key`: names the alert and the occasion, see `tables.view.alerts`."""

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


class ConsoleSeen(models.Model):
    """When a console of the table was last connected, and whose (`person`: a login); see `tables.door.duty.tablets`."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="console_seen")
    at = models.DateTimeField()
    person = models.CharField(max_length=150)

    def __str__(self) -> str:
        return f"{self.table_id}: {self.at:%H:%M:%S}"


class Watch(models.Model):
    """One row: `since` when, without a gap up to `at`, some worker has entered the consoles that it knows."""

    since = models.DateTimeField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.since:%H:%M:%S}–{self.at:%H:%M:%S}"


class RefusedCard(models.Model):
    """A card was refused because the shoe cannot hold it any more: a card was marked wrongly before, or the shoe is not
    what it should be. Append-only. `hand`, `shoe`: the numbers of the pass and of the shoe; `version`: the table's."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="refused_cards", db_index=False)
    version = models.BigIntegerField()
    hand = models.IntegerField()
    shoe = models.IntegerField()
    card = models.CharField(max_length=2)
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "version", "card"], name="refused_card_once"),
            models.CheckConstraint(condition=~Q(card=""), name="refused_card_named"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.version}: {self.card}"
