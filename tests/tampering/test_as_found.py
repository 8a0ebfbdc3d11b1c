"""A database from before the journal: what it has is entered as it was found, and followed from then on."""

import importlib
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.models import Model

from casino.common.sql import append_only
from casino.house.models import Act, HouseSetting, SetupLink
from casino.journal import audit as journal
from casino.journal.journaled import Journaled
from casino.journal.models import FOUND, Entry, Head
from casino.people.models import DirectoryGroup, DirectoryPerson, Passkey, Pin, SecondFactor
from tables.models import AlertSeen, Duty, DutyEnd, HandoverGiven, Record, Table
from tests.record.test_nights import PATHS, records_of
from tests.support.nights import load
from tests.tampering.house import build

pytestmark = pytest.mark.django_db
MIGRATION = importlib.import_module("casino.journal.migrations.0003_as_found")


@pytest.fixture
def of_old(tmp_path: Path) -> None:
    """A house with a table for each kept night, and neither a journal nor what came after it."""
    build(tmp_path / "anchors.jsonl")
    Pin.objects.all().delete()
    for younger in (SecondFactor, Passkey, DirectoryPerson, DirectoryGroup, HouseSetting, SetupLink):
        younger.objects.all().delete()
    for only_growing in (Act, DutyEnd, Duty, AlertSeen, HandoverGiven):
        empty(only_growing)
    for path in PATHS:
        night = load(path)
        state, head, schema = night.end["state"], night.end["head"], night.about["schema"]
        table = Table(slug=f"{path.stem}", name=path.stem, state=state, head=head, schema=schema)
        Table.objects.bulk_create([table])  # past the journal
        for record in records_of(night):
            record.table = table
            record.save(force_insert=True)
    empty(Entry, Head)


def empty(*models: type[Model]) -> None:
    """Take away rows that only grow."""
    table = models[0]._meta.db_table
    with connection.cursor() as cursor:
        for statement in append_only.release(connection, table):
            cursor.execute(statement)
        for model in models:
            cursor.execute(f'DELETE FROM "{model._meta.db_table}"')
        for statement in append_only.protect(connection, table):
            cursor.execute(statement)


def migrate() -> None:
    MIGRATION.enter_what_is_there(apps, SimpleNamespace(connection=connection))


def test_everything_is_entered_as_it_was_found(of_old: None) -> None:
    migrate()
    assert list(journal.faults()) == []
    rows = sum(model.journal_rows().count() for model in journal.journaled())
    assert Entry.objects.filter(act=FOUND).count() == Entry.objects.count() == rows > 50
    out = StringIO()
    call_command("audit", "mesa-4", stdout=out)
    assert "hold" in out.getvalue()


def test_the_migration_knows_every_kind_as_the_models_do() -> None:
    known = {kind: (without, hidden) for _app, _model, kind, without, hidden, _where in MIGRATION.KINDS}
    now: dict[str, type[Journaled]] = {model.journal_kind: model for model in journal.journaled()}
    for younger in (
        "pin",
        "second_factor",
        "passkey",
        "directory_person",
        "directory_group",
        "act",
        "setting",
        "setup_link",
        "duty",
        "duty_end",
        "alert_seen",
        "seal",
        "put_away",
        "handover_given",
        "pit",
    ):  # tables that came after the journal
        del now[younger]
    assert known == {kind: (model.journal_without, model.journal_hidden) for kind, model in now.items()}


def test_from_then_on_a_change_is_found(of_old: None) -> None:
    migrate()
    Table.objects.filter(slug=PATHS[0].stem).update(name="another")
    (fault,) = journal.faults()
    assert "name is 'another', entry" in fault and Record.objects.exists()
