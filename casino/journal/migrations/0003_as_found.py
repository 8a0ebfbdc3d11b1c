"""What a database had before it kept a journal, entered as it was found: what happened to it until then is not proved."""

from django.db import migrations

from casino.journal import chain
from casino.journal.journaled import content
from casino.journal.models import FOUND

OF_THE_RECORD = (
    "reglamento",
    "open",
    "phase",
    "since",
    "version",
    "schema",
    "state",
    "names",
    "records",
    "head",
)
# app, model, kind, fields that are left out, fields of which the digest is entered, where the place is found
KINDS = [
    ("accounts", "User", "login", ("last_login", "language", "toured"), ("password",), ""),
    ("accounts", "Token", "token", (), (), ""),
    ("ledger", "LedgerCurrency", "currency", (), (), ""),
    ("tables", "HouseReglamento", "reglamento", (), (), ""),
    ("tables", "Table", "table", OF_THE_RECORD, (), "slug"),
    ("cage", "Slip", "slip", (), (), "book"),
    ("cage", "Step", "step", (), (), "slip.book"),
    ("cage", "Shift", "shift", (), (), "book"),
    ("cage", "Closing", "closing", (), (), "shift.book"),
    ("cage", "UndoBarrier", "undo_barrier", (), (), "book"),
    ("tables", "Dispute", "dispute", (), (), "table.slug"),
    ("tables", "Decision", "decision", (), (), "dispute.table.slug"),
    ("tables", "Handover", "handover", (), (), ""),
    ("tables", "SignatureRequest", "request", (), (), "table.slug"),
    ("tables", "RequestOutcome", "outcome", (), (), "request.table.slug"),
]


def enter_what_is_there(apps, schema_editor):
    there = set(schema_editor.connection.introspection.table_names())
    for app, name, kind, without, hidden, where in KINDS:
        model = apps.get_model(app, name)
        if model._meta.db_table not in there:
            continue  # a database in memory, which has no logins
        rows = model.objects.exclude(step__in=("signed", "lapsed")) if kind == "outcome" else model.objects
        for row in rows.order_by("pk").iterator(chunk_size=500):
            chain.add(kind, row.pk, FOUND, place_of(row, where), content(row, without, hidden))


def place_of(row, where):
    for name in where.split(".") if where else ():
        row = getattr(row, name)
    return f"table:{row}" if where.endswith("slug") else row if where else ""


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0002_database_rules"),
        ("accounts", "__first__"),
        ("ledger", "0002_database_rules"),
        ("cage", "0002_database_rules"),
        ("tables", "0002_database_rules"),
    ]
    operations = [migrations.RunPython(enter_what_is_there, migrations.RunPython.noop)]
