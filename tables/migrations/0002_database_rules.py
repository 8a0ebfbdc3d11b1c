"""What the database itself refuses: changes of the record and of what stands beside it. And an index of what an event
says (its article, its kind), where the database has one for it."""

from django.db import migrations

from casino.common import append_only

APPEND_ONLY = [
    "tables_record",
    "tables_housereglamento",
    "tables_dispute",
    "tables_decision",
    "tables_handover",
    "tables_signaturerequest",
    "tables_requestoutcome",
]


def index_events(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE INDEX record_by_event ON tables_record USING gin (events jsonb_path_ops)"
        )


def drop_index(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX record_by_event")


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]
    operations = [
        migrations.RunPython(*append_only.operation(APPEND_ONLY)),
        migrations.RunPython(index_events, drop_index),
    ]
