"""Spells of duty at a table: who, as what, from when until when. Rows are only added."""

from django.db import models
from django.db.models import Q

from casino.journal.journaled import Journaled
from casino.people.permissions import Post
from tables.models.record import Table


class Duty(Journaled):
    """A person's spell at a table begins. `person`: his login; `post`: one of `Post`; `actor`: who entered it."""

    journal_kind = "duty"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="duties")
    person = models.CharField(max_length=150)
    post = models.CharField(max_length=16)
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(post__in=[post.value for post in Post]), name="duty_post_known"
            ),
            models.CheckConstraint(condition=~Q(person=""), name="duty_of_somebody"),
        ]
        indexes = [models.Index(fields=["person", "id"], name="duty_by_person")]

    def __str__(self) -> str:
        return f"{self.person}, {self.post}"

    def journal_place(self) -> str:
        """The book of its table."""
        return self.table.book


class DutyEnd(Journaled):
    """A spell ended, once. `successor`: the login of who took the post over, or empty; `actor`: who entered it."""

    journal_kind = "duty_end"

    duty = models.OneToOneField(Duty, on_delete=models.PROTECT, related_name="end")
    successor = models.CharField(max_length=150, blank=True)
    actor = models.CharField(max_length=150)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"end of {self.duty_id}"

    def journal_place(self) -> str:
        """The book of the spell's table."""
        return self.duty.journal_place()
