"""What the database itself refuses: changes of the record and of what stands beside it. And an index of what an event
says (its article, its kind), where the database has one for it."""

from django.db import migrations

from casino.common.sql import append_only

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


# The row of a table is written with every command: its state is neither compressed nor put into a table of its own, and
# a page has room for the next version of its only row, so that no index changes.
IN_PLACE = [
    "ALTER TABLE tables_table ALTER COLUMN state SET STORAGE EXTERNAL",
    "ALTER TABLE tables_table SET (toast_tuple_target = 8160, fillfactor = 40)",
]
AS_USUAL = [
    "ALTER TABLE tables_table ALTER COLUMN state SET STORAGE EXTENDED",
    "ALTER TABLE tables_table RESET (toast_tuple_target, fillfactor)",
]


def state_in_place(apps, schema_editor):
    _on_postgresql(schema_editor, IN_PLACE)


def state_as_usual(apps, schema_editor):
    _on_postgresql(schema_editor, AS_USUAL)


def _on_postgresql(schema_editor, statements):
    if schema_editor.connection.vendor == "postgresql":
        for statement in statements:
            schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]
    operations = [
        migrations.RunPython(*append_only.operation(APPEND_ONLY)),
        migrations.RunPython(index_events, drop_index),
        migrations.RunPython(state_in_place, state_as_usual),
    ]
