"""The settings of a house, what its administrators did, and the link with which it is set up."""

import hashlib

from django.db import models
from django.utils import timezone

from casino.journal.journaled import Journaled


class HouseSetting(Journaled):
    """A value that the house has set in place of the environment's. `name`: of the Django setting; see
    `casino.house.values`."""

    journal_kind = "setting"

    name = models.CharField(max_length=40, unique=True)
    value = models.JSONField()

    def __str__(self) -> str:
        return self.name


class Logo(models.Model):
    """A picture that the house has, or had, as its logo. Only added; the setting LOGO, which the journal follows, names
    the present one by its digest, so that another picture in its place is none."""

    digest = models.CharField(max_length=64, unique=True)
    image = models.BinaryField()
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.digest[:16]


class Act(Journaled):
    """An act of administration, or the refusal of one. Append-only.

    `what`: one of `casino.house.acts`; `about`: the login, table, token or setting; `before` and `after`: what of it
    has changed; `refused`: the code of the refusal, empty where it was done. `actor`: a login, or the operating
    system's user of `novamas`, whose `address` is empty.
    """

    journal_kind = "act"

    at = models.DateTimeField(default=timezone.now)
    what = models.CharField(max_length=32)
    about = models.CharField(max_length=150, blank=True)
    actor = models.CharField(max_length=150)
    address = models.CharField(max_length=45, blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    refused = models.CharField(max_length=32, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["what", "id"], name="act_by_kind"),
            models.Index(fields=["actor", "id"], name="act_by_actor"),
            models.Index(fields=["about", "id"], name="act_by_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.about}"


class SetupLink(Journaled):
    """The link that `novamas setup-link` prints: whoever opens it makes the first administrator. Only its digest is
    stored. `used`: when that was done, or another link took its place."""

    journal_kind = "setup_link"

    digest = models.CharField(max_length=64, unique=True)
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"until {self.expires:%Y-%m-%d %H:%M}"


class ReportMail(models.Model):
    """A report that is mailed to a person: `report`, one of `tables.reports.mailing`; `every` day, week or month of the
    casino's, at `hour` o'clock on `day`, the weekday from 0 for Monday, or the day of the month. `ended`: when that was
    stopped. `person`: a login, whose role must still let him read it when it is sent."""

    report = models.CharField(max_length=20)
    person = models.CharField(max_length=150)
    address = models.EmailField()
    every = models.CharField(max_length=5)
    day = models.PositiveSmallIntegerField(default=0)
    hour = models.PositiveSmallIntegerField()
    made = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.report} → {self.address}"


class ReportMailSent(models.Model):
    """A mail of a period that begins at `begins`: sent once, at `sent`; until then it is tried again from `not_before`.
    `error`: why the last try failed."""

    mail = models.ForeignKey(ReportMail, on_delete=models.PROTECT, related_name="mails")
    begins = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField()
    sent = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["mail", "begins"], name="report_mailed_once")]

    def __str__(self) -> str:
        return f"{self.mail} {self.begins:%Y-%m-%d}"


def digest_of(secret: str) -> str:
    """SHA-256 in hex; the secret is 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()
