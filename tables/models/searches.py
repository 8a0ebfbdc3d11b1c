"""The searches in the record that their readers have kept: nothing follows from them."""

from django.db import models


class SavedSearch(models.Model):
    """A search by the name that a person gave it. `person`: the login; `query`: as the address has it."""

    person = models.CharField(max_length=150)
    name = models.CharField(max_length=60)
    query = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "name"], name="search_name_once")]

    def __str__(self) -> str:
        return f"{self.person}: {self.name}"
