"""Requests for a second person's signature, and how each ended. Rows are only added."""

from django.db import models
from django.db.models import Q

from casino.journal.journaled import Journaled
from tables.models.record import Table

SIGNED, DECLINED, WITHDRAWN, LAPSED = "signed", "declined", "withdrawn", "lapsed"
STEPS = (SIGNED, DECLINED, WITHDRAWN)  # those that a person takes
OUTCOMES = (*STEPS, LAPSED)
BY_THE_RECORD = (SIGNED, LAPSED)  # outcomes that follow from the record


class SignatureRequest(Journaled):
    """A `command` (as JSON) that waits for the signature of somebody of the role `signer`.

    `actor`, `role`: who asked; `version`, `hand`: the table's version and the number of the pass when he did.
    """

    journal_kind = "request"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="requests")
    version = models.BigIntegerField()
    hand = models.IntegerField()
    command = models.JSONField()
    act = models.CharField(max_length=40)
    signer = models.CharField(max_length=20)
    actor = models.CharField(max_length=150)
    role = models.CharField(max_length=20)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(act="") & ~Q(signer=""), name="request_says_who_signs"),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.pk}"

    def journal_place(self) -> str:
        """The book of its table."""
        return self.table.book

    @property
    def ended(self) -> "RequestOutcome | None":
        """Its outcome; None while it waits."""
        return getattr(self, "outcome", None)


class RequestOutcome(Journaled):
    """The end of a request, once: signed, declined, withdrawn, or lapsed with its pass. `record`: the number of the
    record that carried it out, or that ended its pass."""

    journal_kind = "outcome"

    request = models.OneToOneField(SignatureRequest, on_delete=models.PROTECT, related_name="outcome")
    step = models.CharField(max_length=20)
    reason = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=150)
    role = models.CharField(max_length=20)
    record = models.BigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(step__in=OUTCOMES), name="outcome_known"),
            models.CheckConstraint(
                condition=~Q(step=DECLINED) | ~Q(reason=""), name="outcome_declined_says_why"
            ),
            models.CheckConstraint(
                condition=Q(record__isnull=False, step__in=(SIGNED, LAPSED))
                | Q(record__isnull=True, step__in=(DECLINED, WITHDRAWN)),
                name="outcome_of_a_record",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.request_id}: {self.step}"

    @classmethod
    def journal_rows(cls) -> "models.QuerySet[RequestOutcome]":
        """The others follow from the record."""
        return cls._base_manager.exclude(step__in=BY_THE_RECORD)

    def journal_place(self) -> str:
        """The book of the request's table."""
        return self.request.journal_place()
