"""The record of a table, its fold, and what answers a repeated command.

`Record` is the truth: append-only (the database refuses to change or delete it) and chained by digests. `Table.state`
is its fold.
"""

import json
from typing import Any

from django.db import models
from django.db.models import Q

from casino.common.text import natural_order
from casino.journal.journaled import Journaled
from tables.engine.state import PHASES


class Pit(Journaled):
    """A part of the floor that the house has named. `position`: its place on the floor, from 1."""

    journal_kind = "pit"

    name = models.CharField(max_length=60, unique=True)
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ("position", "pk")
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="pit_named")]

    def __str__(self) -> str:
        return self.name


class Table(Journaled):
    """A table of the casino. `state`: the fold of its record, JSON in the format `schema`; `names`: those of the
    players to whom it refers, JSON by reference (`tables.record.names`); `records`, `head`: number and digest of the
    last record; `since`: when the phase began.

    Of the administration: `position` on the floor, from 1, or 0 for behind the others in the order of their slugs;
    `retired`: when it was taken off the floor; `opening`: what the form that opens it proposes, JSON, or empty; `pit`:
    the part of the floor to which it belongs, or None; `bet_seconds`: what its wall counts down while bets are open, 0
    for no countdown, None for the house's seconds.
    """

    journal_kind = "table"
    journal_without = (  # what follows from the record, which is chained by itself
        *("reglamento", "open", "phase", "since", "version", "schema", "state", "names", "records", "head"),
    )

    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=100)
    reglamento = models.CharField(max_length=40, blank=True)
    open = models.BooleanField(default=False)
    phase = models.CharField(max_length=20, default="closed")
    since = models.DateTimeField(null=True)
    version = models.BigIntegerField(default=0)
    schema = models.SmallIntegerField()
    state = models.TextField()
    names = models.TextField(blank=True, default="", db_default="")
    records = models.BigIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    position = models.PositiveIntegerField(default=0, db_default=0)
    retired = models.DateTimeField(null=True, blank=True)
    opening = models.TextField(blank=True, default="", db_default="")
    pit = models.ForeignKey(Pit, on_delete=models.PROTECT, null=True, blank=True, related_name="tables")
    bet_seconds = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(version__gte=models.F("records")), name="table_counts"),
            models.CheckConstraint(condition=Q(records__gte=0), name="table_records_counted"),
            models.CheckConstraint(condition=Q(phase__in=PHASES), name="table_phase_known"),
            models.CheckConstraint(condition=Q(schema__gte=1), name="table_schema_numbered"),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def book(self) -> str:
        """The name by which the ledger and the journal know what belongs to this table."""
        return f"table:{self.slug}"

    @property
    def place(self) -> tuple[bool, int, list[str | int]]:
        """A sort key for the order of the floor."""
        return self.position == 0, self.position, natural_order(self.slug)

    @property
    def proposal(self) -> dict[str, Any]:
        """`opening` as a mapping: `reglamento`, `minimum`, `maximum`, `chip`; empty for nothing."""
        return json.loads(self.opening) if self.opening else {}

    def journal_place(self) -> str:
        """Its book."""
        return self.book


class Record(models.Model):
    """One accepted command with its events, numbered from 1 per table; `version` is the last event's.

    `schema`: the format of `events` and `state` (see `tables.record.upcasters`). `undone_to`: the version that an undo
    went back to. `state`: on some records the state after them, JSON, so that an earlier version is found without
    folding from the start. `digest`: SHA-256 over all the rest and the digest of the record before (see
    `tables.record.stored`); `previous`: that one, as earlier releases kept it a second time.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="record", db_index=False)
    number = models.BigIntegerField()
    first_seq = models.BigIntegerField()
    version = models.BigIntegerField()
    schema = models.SmallIntegerField()
    name = models.CharField(max_length=40)
    command = models.JSONField()
    events = models.JSONField()
    undone_to = models.BigIntegerField(null=True)
    actor = models.CharField(max_length=150)
    role = models.CharField(max_length=20)
    key = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    state = models.TextField(blank=True)
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="record_number_once"),
            models.UniqueConstraint(fields=["table", "version"], name="record_version_once"),
            models.UniqueConstraint(fields=["table", "first_seq"], name="record_seq_once"),
            models.UniqueConstraint(
                fields=["table", "key", "actor", "role"], condition=~Q(key=""), name="record_once_per_key"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, first_seq__gte=1, version__gte=models.F("first_seq")),
                name="record_has_events",
            ),
            models.CheckConstraint(
                condition=Q(undone_to=None) | Q(undone_to__lt=models.F("first_seq")),
                name="record_undoes_the_past",
            ),
            models.CheckConstraint(condition=Q(schema__gte=1), name="record_schema_numbered"),
        ]
        indexes = [
            models.Index(fields=["table", "version"], condition=~Q(state=""), name="record_checkpoints"),
            models.Index(fields=["table", "at"], name="record_by_time"),
            models.Index(fields=["actor"], name="record_by_person"),
            models.Index(fields=["at"], name="record_by_house_time"),
            models.Index(fields=["table", "name"], name="record_by_act"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"


class PlayerName(models.Model):
    """The name that the record `number` has a reference to (`tables.record.names`): what `player` said when he came.

    Only its erasure changes a row (the database refuses everything else): the name, its `salt` and its `key`, by which
    he is known again, are empty from then on, and `erased_by` is the login.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="player_names", db_index=False)
    number = models.BigIntegerField()
    reference = models.CharField(max_length=65)
    player = models.CharField(max_length=32)
    name = models.CharField(max_length=500, blank=True)
    key = models.CharField(max_length=32, blank=True)
    salt = models.CharField(max_length=32, blank=True)
    erased_by = models.CharField(max_length=150, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="player_name_once"),
            models.UniqueConstraint(fields=["reference"], name="player_name_reference_once"),
            models.CheckConstraint(
                condition=(Q(erased_by="") & ~Q(name="") & ~Q(key="") & ~Q(salt=""))
                | (Q(name="", key="", salt="") & ~Q(erased_by="")),
                name="player_name_or_erased",
            ),
        ]
        indexes = [
            models.Index(fields=["player"], name="player_name_by_player"),
            models.Index(fields=["key"], name="player_name_by_key"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}: {self.player}"


class HouseReglamento(Journaled):
    """A house's own reglamento, one row a version: the file's `text` as it was added. Append-only."""

    journal_kind = "reglamento"

    slug = models.SlugField(max_length=30)
    version = models.IntegerField()
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slug", "version"], name="house_reglamento_once"),
            models.CheckConstraint(condition=Q(version__gte=1), name="house_reglamento_numbered"),
        ]

    def __str__(self) -> str:
        return f"{self.slug}@{self.version}"


class Reply(models.Model):
    """The first answer to an idempotency key, so that the same key again changes nothing: of a refusal, of a request
    for a signature, and of what was asked in other words than it was recorded. All else the record answers.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, db_index=False)
    actor = models.CharField(max_length=150)
    role = models.CharField(max_length=20)
    key = models.CharField(max_length=200)
    asked = models.CharField(max_length=64)  # SHA-256 of what was asked under the key
    answer = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "actor", "role", "key"], name="reply_once_per_key"),
        ]

    def __str__(self) -> str:
        return self.key


class SavedSearch(models.Model):
    """A search of the record, or a view of a report, by the name that a person gave it. `person`: the login; `path`: of
    the report's page, empty for the record; `query`: as the address has it."""

    person = models.CharField(max_length=150)
    path = models.CharField(max_length=200, blank=True, default="", db_default="")
    name = models.CharField(max_length=60)
    query = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "path", "name"], name="search_name_once")]

    def __str__(self) -> str:
        return f"{self.person}: {self.name}"
