"""Models whose rows the journal follows."""

import hashlib
from typing import Any, ClassVar

from django.db import models

from casino.common.sql.confirmed import confirmed
from casino.journal import chain
from casino.journal.models import CHANGED, ENDED, MADE, Entry


class Journaled(models.Model):
    """A model whose rows are saved and deleted together with an entry of the journal.

    Rows must be written by `save`, `create` and `delete` of one row: what goes past them (`QuerySet.update`,
    `bulk_create`) is what the audit reports.
    """

    journal_kind: ClassVar[str]
    journal_without: ClassVar[tuple[str, ...]] = ()  # fields that the journal does not follow
    journal_hidden: ClassVar[tuple[str, ...]] = ()  # fields of which it has the digest only

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Save the row, and enter what it now says unless that has not changed."""
        is_new = self._state.adding
        with confirmed():
            super().save(*args, **options)
            stored = type(self)._base_manager.get(pk=self.pk)  # `update_fields` may have left some out
            content = content_of(stored)
            if is_new or content != _last_content(self.journal_kind, self.pk):
                chain.add(
                    self.journal_kind, self.pk, MADE if is_new else CHANGED, self.journal_place(), content
                )

    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        """Delete the row, and enter that it has ended."""
        with confirmed():
            chain.add(self.journal_kind, self.pk, ENDED, self.journal_place(), {})
            return super().delete(*args, **options)

    @classmethod
    def journal_rows(cls) -> "models.QuerySet[Any]":
        """The rows that the journal follows; the others are written past `save`, and something else proves them."""
        return cls._base_manager.all()

    def journal_place(self) -> str:
        """The book of the table that the row concerns; empty for the house."""
        return ""


def content_of(row: Journaled) -> chain.Content:
    """The content of a row in the journal, by column name."""
    return content(row, row.journal_without, row.journal_hidden)


def content(row: models.Model, without: tuple[str, ...], hidden: tuple[str, ...]) -> chain.Content:
    """A row by column name, without some fields and with only the digest of others."""
    fields = (field.attname for field in row._meta.concrete_fields if field.name not in without)
    found = {name: getattr(row, name) for name in fields}
    for name in hidden:
        found[name] = hashlib.sha256(str(found[name]).encode()).hexdigest()
    return chain.plain(found)


def _last_content(kind: str, row: int) -> chain.Content | None:
    newest = Entry.objects.filter(kind=kind, row=row).order_by("-number").first()
    return newest.content if newest else None
