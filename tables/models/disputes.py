"""What stands beside the record: disputes with their decisions, and changes of shift. Rows are only added."""

from django.db import models
from django.db.models import Q

from tables.models.record import Table


class Dispute(models.Model):
    """A dispute as it was marked: where in the record (`record`, `version`, `hand`: the pass), who was `present`."""

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


class Decision(models.Model):
    """What the jefe decided of a dispute, and by which article. There is one, and it stays."""

    dispute = models.OneToOneField(Dispute, on_delete=models.PROTECT)
    text = models.CharField(max_length=500)
    article = models.CharField(max_length=12, blank=True)
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="decision_says_something")]

    def __str__(self) -> str:
        return self.text


class Handover(models.Model):
    """An incoming jefe accepted what was open then."""

    actor = models.CharField(max_length=150)
    at = models.DateTimeField()
    accepted = models.JSONField()

    def __str__(self) -> str:
        return f"{self.actor}, {self.at:%Y-%m-%d %H:%M}"
